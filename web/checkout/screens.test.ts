import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MerchantNo } from "../../server/src/kit/ids.ts";
import { failureCodes } from "../../server/src/kit/payment-terms.ts";
import { amountText, amountToPaste, dictionaries, locales } from "./i18n/index.ts";
import {
  createPagesFixture,
  type PagesFixture,
  receiptCode,
  refusal,
  sessionState,
  sessionStates,
} from "./pages.test-support.ts";
import { writtenPhone } from "./phone-hints.ts";

let fixture: PagesFixture;
beforeAll(async () => {
  fixture = await createPagesFixture();
});
afterAll(() => fixture.app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  fixture.app.inject({ method: "GET", url, headers });
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fixture.app.inject({
    method: "POST",
    url,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });
const textOf = (html: string) =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&amp;", "&");

/** Every fixed text of a language, long enough to occur in that language alone. */
function phrases(value: unknown): readonly string[] {
  if (typeof value === "string") return value.length > 14 ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(phrases) : [];
}

describe.each(locales)("in %s", (locale) => {
  const others = locales.filter((other) => other !== locale);
  const foreign = others
    .flatMap((other) => phrases(dictionaries[other]))
    .filter((phrase) => !phrases(dictionaries[locale]).includes(phrase));

  test.each([
    ...sessionStates.map((state) => `/checkout/cs_${state}`),
    ...["active", "paused", "exhausted", "expired", "cancelled"].map((slug) => `/pay/${slug}`),
    "/checkout/cs_none",
    "/checkout/cs_broken",
    "/checkout/cs_moved",
  ])("%s is in one language from top to bottom", async (path) => {
    const { body } = await get(`${path}?lang=${locale}`);
    expect(body).toContain(`<html lang="${locale}">`);
    const text = textOf(body);
    expect(foreign.filter((phrase) => text.includes(phrase))).toEqual([]);
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
  });

  test.each(failureCodes)(
    "%s says what happened and what to do, with and without another try",
    async (code) => {
      for (const retryable of [true, false]) {
        fixture.change("retry", {
          status: "FAILED",
          failureCode: code,
          retryable,
          locale: "fr",
        });
        const text = textOf((await get(`/checkout/cs_retry?lang=${locale}`)).body);
        const words = dictionaries[locale].failures[code];
        expect(text).toContain(words.message);
        // A payer who cannot try again here must not be told to.
        expect(text.includes(words.next)).toBe(retryable);
        expect(text.includes(dictionaries[locale].failed.final)).toBe(!retryable);
      }
    },
  );

  test("one try and several, one minute and several", () => {
    const { form, again } = dictionaries[locale];
    expect(form.attemptsLeft(1)).not.toMatch(/1|tentativas|tries|essais/);
    expect(form.attemptsLeft(4)).toMatch(/4 (tentativas|tries|essais)/);
    expect(again(1)).not.toMatch(/minutes|minutos/);
    expect(again(5)).toMatch(/5 (minutes|minutos)/);
  });

  test.each([
    ["XOF", "12500", { fr: "12 500 F CFA", en: "12,500 FCFA", pt: "12 500 F CFA" }],
    ["EUR", "1250", { fr: "12,50 €", en: "€12.50", pt: "12,50 €" }],
    ["GNF", "1250000", { fr: "1 250 000", en: "1,250,000", pt: "1 250 000" }],
  ])("an amount in %s is written its way", async (currency, amount, written) => {
    fixture.change("open", { currency, amount, locale: locale === "fr" ? "en" : "fr" });
    const body = textOf((await get(`/checkout/cs_open?lang=${locale}`)).body);
    expect(body.replaceAll("\u00a0", " ")).toContain(written[locale]);
    expect(body).not.toContain("\u202f");
  });
});

describe("the receipt", () => {
  test("is a PDF in the page's language, of a payment that was taken and of no other", async () => {
    const { headers, rawPayload } = await get("/checkout/cs_success/receipt.pdf?lang=en");
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "no-store",
      "content-disposition": 'attachment; filename="ch_0192f3c4a5b6c7d8e9f0.pdf"',
      "x-content-type-options": "nosniff",
    });
    expect(rawPayload.toString("latin1", 0, 5)).toBe("%PDF-");
    expect(rawPayload.includes("cs_success")).toBe(false);
    for (const state of ["open", "waiting", "checking", "retry", "expired", "toolate", "none"])
      expect((await get(`/checkout/cs_${state}/receipt.pdf`)).statusCode).toBe(404);
  });
  test("is confirmed to whoever holds it, in three languages, without anything of the payer", async () => {
    for (const [lang, heading] of [
      ["fr", "Reçu authentique"],
      ["en", "Genuine receipt"],
      ["pt", "Recibo autêntico"],
    ]) {
      const { statusCode, headers, body } = await get(`/checkout/receipts/${receiptCode}?lang=${lang}`);
      expect([statusCode, headers["cache-control"]]).toEqual([200, "no-store"]);
      for (const words of [heading, "K7M2-QX4D", "CMD-2041", "Orange Money"]) expect(body).toContain(words);
      for (const secret of ["MP261121.0713.C84121", "••", "cs_success", "boutique.example"])
        expect(body).not.toContain(secret);
    }
    for (const code of ["rc_other", "cs_success", "%2e%2e"])
      expect((await get(`/checkout/receipts/${code}`)).statusCode).toBe(404);
  });
  test("names the provider's number and our own, and what to keep", async () => {
    const { body } = await get("/checkout/cs_success");
    for (const words of [
      "MP261121.0713.C84121",
      "K7M2-QX4D",
      "CMD-2041",
      "Orange Money",
      "+225 07 ",
      "Boutique Adjoua",
    ])
      expect(body).toContain(words);
    expect(body).toContain('href="/checkout/cs_success/receipt.pdf"');
  });
  test("tells its time by the clock that it names, whatever the device's is, and on paper where it is checked", async () => {
    const { body } = await get("/checkout/cs_success");
    expect(body).toMatch(/<time dateTime="2026-11-21T07:13:20.000Z">[^<]*\(heure d’Abidjan\)</i);
    expect(body).not.toContain("data-local");
    expect(textOf(body)).toMatch(/Vérifier ce reçu\u00a0:\s+https?:\/\/[^\s]+\/checkout\/receipts\/rc_/);
  });
  test("asks nobody who hears the page to pay what is paid", async () => {
    for (const [path, label] of [
      ["cs_open", "Montant à payer"],
      ["cs_waiting", "Montant à payer"],
      ["cs_success", "Montant"],
      ["cs_failed", "Montant"],
      ["cs_expired", "Montant"],
      ["cs_toolate", "Montant"],
      [`receipts/${receiptCode}`, "Montant"],
    ])
      expect([
        path,
        (await get(`/checkout/${path}`)).body.includes(`<span class="sr">${label}</span>`),
      ]).toEqual([path, true]);
  });
  test("of money that went back says that first, on the page and to whoever checks it", async () => {
    for (const locale of locales) {
      const { success, confirmed } = dictionaries[locale];
      const page = textOf((await get(`/checkout/cs_refunded?lang=${locale}`)).body);
      expect(page).toContain(success.refundedHeading);
      expect(page).not.toContain(success.heading);
      const { receipt } = sessionState("success");
      if (receipt === undefined || receipt === null) throw new Error("the fixture has a receipt");
      fixture.change("success", { receipt: { ...receipt, amountRefunded: "12500" } });
      const checked = textOf((await get(`/checkout/receipts/${receiptCode}?lang=${locale}`)).body);
      fixture.change("success", { receipt: { ...receipt, amountRefunded: "500" } });
      const partly = textOf((await get(`/checkout/receipts/${receiptCode}?lang=${locale}`)).body);
      fixture.change("success", { receipt });
      for (const words of [success.refundedHeading, confirmed.refunded, success.refunded])
        expect(checked).toContain(words);
      for (const words of [confirmed.heading, success.refunded]) expect(partly).toContain(words);
    }
  });
});

describe("money that came after the end", () => {
  test.each([
    ["RETURNING", "EXPIRED", "Il vous est remboursé automatiquement"],
    ["RETURNED", "FAILED", "Il vous a été remboursé"],
    ["HELD", "CANCELLED", "Il sera accepté, ou il vous sera remboursé"],
  ] as const)("%s has its own screen, without a form", async (lateMoney, status, words) => {
    fixture.change("toolate", { lateMoney, status });
    const { body } = await get("/checkout/cs_toolate");
    expect(body).toContain("Votre paiement est arrivé trop tard");
    expect(body).toContain(words);
    expect(body).toContain("MP261121.0941.A11873");
    expect(body).not.toContain("<form");
    expect(body.includes("Ne payez pas une seconde fois.")).toBe(lateMoney !== "RETURNED");
  });
  test("and was taken all the same is said on the receipt", async () => {
    expect((await get("/checkout/cs_paidlate")).body).toContain("Paiement reçu après le délai");
  });
});

describe("what was used last comes first", () => {
  const cookieOf = (answer: { headers: Record<string, unknown> }) =>
    [answer.headers["set-cookie"]]
      .flat()
      .map(String)
      .find((cookie) => cookie.startsWith("last=")) ?? "";
  beforeAll(() => fixture.answerWith({ status: "PROCESSING", nextStep: "POLL", actionUrl: null }));

  test("on another page, another day: the method, its operator and its country, and nothing else", async () => {
    const form = { method: "MOBILE_MONEY", country: "SN", operator: "ORANGE", phone: "77 123 45 67" };
    const cookie = cookieOf(await post("/checkout/cs_open", form));
    expect(cookie).toBe(
      "last=MOBILE_MONEY~SN~ORANGE; Path=/checkout; Max-Age=15552000; HttpOnly; SameSite=Lax",
    );
    const { body } = await get("/checkout/cs_open", { cookie: "last=QR~~WAVE" });
    expect(body.indexOf('value="QR"')).toBeLessThan(body.indexOf('value="MOBILE_MONEY"'));
    expect(body).toMatch(/value="WAVE" checked/);
    expect(body).toContain("Utilisé la dernière fois");
    const senegal = (await get("/checkout/cs_open", { cookie: cookie.split(";")[0] ?? "" })).body;
    expect(senegal).toContain("Sénégal (+221)");
    expect(senegal).not.toContain("77 123 45 67");
  });
  test("is a proposal: what the payer has typed on this page wins", async () => {
    const typed = `payer=${Buffer.from("method=CARD").toString("base64url")}`;
    const { body } = await get("/checkout/cs_open", { cookie: `last=QR~~WAVE; ${typed}` });
    expect(body).toMatch(/value="CARD" checked/);
    expect(body).not.toContain("Utilisé la dernière fois");
  });
  test.each(["last=<script>", "last=CARD", "last=a~b~c", `last=${"A".repeat(4000)}`, "last=%00~~", "last="])(
    "%s is not ours and says nothing",
    async (cookie) => {
      const { statusCode, body } = await get("/checkout/cs_open", { cookie });
      expect([statusCode, body.includes("Utilisé")]).toEqual([200, false]);
    },
  );
  test("a payment that was refused is no choice to remember", async () => {
    fixture.answerWith(refusal("PAYMENT_FAILED", 409));
    expect(cookieOf(await post("/checkout/cs_open", { method: "CARD" }))).toBe("");
  });
});

describe("what is unknown is told as it is", () => {
  test("another try is promised only to whoever has one left, in time", async () => {
    const checking = sessionState("checking");
    for (const locale of locales) {
      const { outcomes, outcomeLast } = dictionaries[locale].checking;
      const afterMs = Date.parse(sessionState("open").expiresAt ?? "2026-11-21T08:30:00.000Z");
      for (const [change, mayRetry] of [
        [{ attemptsRemaining: 1 }, true],
        [{ attemptsRemaining: 0 }, false],
        [{ attemptsRemaining: 3, nowMs: afterMs }, false],
      ] as const) {
        fixture.add("lasttry", { ...checking, ...change });
        const { body } = await get(`/checkout/cs_lasttry?lang=${locale}`);
        expect([change, body.includes(outcomes[1] ?? "")]).toEqual([change, mayRetry]);
        expect([change, body.includes(`<li>${outcomeLast}</li>`)]).toEqual([change, !mayRetry]);
      }
    }
  });
  test("money that came after a first failure, in time, is not called late", async () => {
    const late = sessionState("paidlate");
    const { receipt } = late;
    if (receipt === undefined || receipt === null) throw new Error("the fixture has a receipt");
    for (const locale of locales) {
      const { success } = dictionaries[locale];
      for (const [paidAt, isLate] of [
        ["2026-11-21T08:00:00.000Z", false],
        ["2026-11-21T09:41:00.000Z", true],
      ] as const) {
        fixture.add("paidafter", { ...late, receipt: { ...receipt, paidAt } });
        const text = textOf((await get(`/checkout/cs_paidafter?lang=${locale}`)).body);
        expect([paidAt, text.includes(success.lateHeading), text.includes(success.late)]).toEqual([
          paidAt,
          isLate,
          isLate,
        ]);
        expect([paidAt, text.includes(success.afterFailure)]).toEqual([paidAt, !isLate]);
      }
    }
  });
  test("money that waits for a decision has arrived: no sentence says that perhaps nothing left", async () => {
    for (const locale of locales) {
      const { checking } = dictionaries[locale];
      fixture.add("held", { ...sessionState("checking"), heldForReview: true });
      for (const wait of ["", "&wait=2"]) {
        const { body } = await get(`/checkout/cs_held?lang=${locale}${wait}`);
        expect(body).toContain(checking.heldHeading);
        expect(body).toContain(checking.warning);
        for (const words of [checking.heading, checking.lead, ...checking.outcomes, checking.outcomeLast])
          expect(body).not.toContain(words);
      }
      for (const state of ["open", "retry", "expired"]) {
        fixture.add("heldafter", { ...sessionState(state), heldForReview: true });
        const { body } = await get(`/checkout/cs_heldafter?lang=${locale}`);
        expect(body).toContain(checking.heldHeading);
        expect(body).not.toContain("data-status");
      }
    }
  });
  test.each(["RETURNING", "RETURNED", "HELD"] as const)(
    "of a second payment the receipt says that it arrived, and that it is %s",
    async (state) => {
      const second = {
        amount: "12500",
        paymentMethod: "MOBILE_MONEY",
        operatorName: "MTN MoMo",
        state,
      } as const;
      fixture.add("second", { ...sessionState("success"), returnedDuplicates: [second] });
      for (const locale of locales) {
        const { success } = dictionaries[locale];
        const text = textOf((await get(`/checkout/cs_second?lang=${locale}`)).body);
        expect(text).toContain(success.second(amountText(locale, "12500", "XOF"), "MTN MoMo"));
        expect(text).toContain(success.secondState[state]);
      }
      expect(textOf((await get("/checkout/cs_success")).body)).not.toContain("MTN MoMo");
    },
  );
  test("a refused card or transfer sends nobody to look for an SMS", async () => {
    const { failed } = dictionaries.fr;
    for (const [method, words] of [
      ["CARD", failed.notDebitedBank],
      ["MOBILE_MONEY", failed.notDebited],
    ] as const) {
      const cookie = `payer=${Buffer.from(`method=${method}`).toString("base64url")}`;
      expect((await get("/checkout/cs_failed", { cookie })).body).toContain(words);
    }
  });
});

describe("a merchant's logo", () => {
  test("comes from our own address with its size, or there are initials", async () => {
    const url = "https://shop.example/logo.png";
    fixture.change("waiting", { logo: { merchantNo: 7 as MerchantNo, url } });
    const { body } = await get("/checkout/cs_waiting");
    expect(body).toContain(
      '<img class="logo" src="/checkout/logos/7-00112233445566aa.png" alt width="88" height="44"/>',
    );
    expect(body).not.toContain("shop.example");
    fixture.change("waiting", { logo: { merchantNo: 8 as MerchantNo, url } });
    expect((await get("/checkout/cs_waiting")).body).toMatch(/<span class="avatar"[^>]*>BA</);
  });
  test("is a picture for ever, and nothing under any other name", async () => {
    const { headers, rawPayload } = await get("/checkout/logos/7-00112233445566aa.png");
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(PNG.sync.read(rawPayload).width).toBeGreaterThan(10);
    expect((await get("/checkout/logos/7-00112233445566ab.png")).statusCode).toBe(404);
  });
});

describe("a shared link", () => {
  const contentOf = (body: string, name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(body)?.[1];

  test.each([
    [
      "active",
      "Cotisation du mois",
      "5 000 F CFA à payer à École Les Palmiers · Association des parents d’élèves",
    ],
    [
      "expired",
      "Cotisation du mois",
      "Ce lien n’est plus valable · 5 000 F CFA à payer à École Les Palmiers · Association des parents d’élèves",
    ],
  ])("that is %s says so in a chat", async (slug, title, description) => {
    const { body } = await get(`/pay/${slug}`);
    expect(contentOf(body, "og:title")).toBe(title);
    expect(contentOf(body, "og:description")?.replaceAll("\u00a0", " ")).toBe(description);
    expect(contentOf(body, "og:url")).toBe(`http://localhost/pay/${slug}`);
    expect(contentOf(body, "og:image")).toBe(`http://localhost/pay/${slug}/preview.png`);
    expect(contentOf(body, "og:locale")).toBe("fr_FR");
    expect(contentOf(body, "twitter:card")).toBe("summary_large_image");
  });

  test("has a picture of the size its words promise, which says no amount and is kept for a day", async () => {
    const { body } = await get("/pay/active");
    const { headers, rawPayload } = await get("/pay/active/preview.png");
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=86400",
      "cross-origin-resource-policy": "cross-origin",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const { width, height } = PNG.sync.read(rawPayload);
    expect([contentOf(body, "og:image:width"), contentOf(body, "og:image:height")]).toEqual([
      `${width}`,
      `${height}`,
    ]);
    // What chat applications require of a large picture.
    expect([width, height]).toEqual([1200, 630]);
    expect(rawPayload.length).toBeLessThan(20_000);
    for (const path of ["/pay/active/preview.png?lang=en", "/pay/expired/preview.png"])
      expect((await get(path)).rawPayload.equals(rawPayload)).toBe(true);
  });

  test("has a code to send and to print, which opens nothing", async () => {
    const before = fixture.opened();
    const png = await get("/pay/active/qr.png");
    expect(PNG.sync.read(png.rawPayload).width).toBeGreaterThan(200);
    const svg = await get("/pay/active/qr.svg?download");
    expect(svg.headers["content-type"]).toContain("image/svg+xml");
    expect(svg.headers["content-disposition"]).toBe('attachment; filename="qr-active.svg"');
    expect(svg.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
    expect(svg.body).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox/);
    for (const name of ["qr.png", "qr.svg", "preview.png"])
      expect((await get(`/pay/nobody/${name}`)).statusCode).toBe(404);
    expect(fixture.opened()).toBe(before);
  });
});

describe("help", () => {
  const everyState = sessionStates.map((state) => `/checkout/cs_${state}`);
  test.each([...everyState, "/pay/active", "/pay/paused", "/pay/expired"])(
    "%s names who can be called and how, in every language",
    async (path) => {
      for (const locale of locales) {
        const { body } = await get(`${path}?lang=${locale}`);
        expect(textOf(body)).toContain(dictionaries[locale].help.heading);
        if (path.startsWith("/pay")) expect(body).toContain("mailto:aide@palmiers.example");
        else
          for (const part of [
            'href="tel:+2252721212121"',
            "+225\u00a027\u00a021\u00a021\u00a021\u00a021",
            "wa.me/2250707070707",
          ])
            expect(body).toContain(part);
      }
    },
  );

  test("a merchant that gave no way to reach it is not named as one that can be", async () => {
    const help = { phone: null, whatsapp: null, email: null };
    fixture.add("nohelp", { help });
    const { body } = await get("/checkout/cs_nohelp");
    expect(body).not.toContain(dictionaries.fr.help.heading);
    fixture.add("onlymail", { help: { ...help, email: 'a"b@x.example' } });
    const { body: mail } = await get("/checkout/cs_onlymail");
    expect(mail).toContain('href="mailto:a%22b@x.example"');
    expect(mail).not.toMatch(/wa\.me|"tel:\+/);
  });

  test("an attempt has a reference to read out and says since when; both go into the message", async () => {
    for (const state of ["waiting", "checking", "redirect", "qr", "bank"]) {
      const { body } = await get(`/checkout/cs_${state}`);
      expect(textOf(body).replaceAll(/\s+/g, " ")).toContain(
        "Référence à donner :\u00a0K7M2-QX4D".replace("\u00a0", " "),
      );
      expect(body).toContain("wa.me/2250707070707?text=Paiement%20K7M2-QX4D");
      expect(body).toMatch(/<time datetime="2026-11-21T0[67]:12:00.000Z"[^>]*>depuis le 21/);
    }
    expect(textOf((await get("/checkout/cs_failed")).body)).toContain("K7M2-QX4D");
    expect(textOf((await get("/checkout/cs_open")).body)).not.toContain("K7M2-QX4D");
  });

  test("after five minutes the request on the phone has probably expired, and not before", async () => {
    const startedAt = "2026-11-21T07:00:00.000Z";
    for (const locale of locales) {
      const { waiting } = dictionaries[locale];
      for (const [now, isOver, mayLeave] of [
        ["2026-11-21T07:04:59.000Z", false, true],
        ["2026-11-21T07:05:00.000Z", true, true],
        ["2026-11-21T07:05:00.000Z", true, false],
      ] as const) {
        fixture.add("over", { ...sessionState("waiting"), startedAt, mayLeave, nowMs: Date.parse(now) });
        const { body } = await get(`/checkout/cs_over?lang=${locale}`);
        const heading = /<h1>([^<]+)/.exec(body)?.[1];
        expect(heading).toBe(isOver ? waiting.over : waiting.heading);
        expect(body).toContain(`<title>${heading} · `);
        expect([now, textOf(body).includes(waiting.steps[2] ?? "")]).toEqual([now, !isOver]);
        // With the script the page is drawn anew while it is open.
        expect(body.includes('data-renew-after="1000"')).toBe(!isOver);
        // Whoever cannot choose another way is not told to.
        expect(body.includes(waiting.overNext)).toBe(isOver && mayLeave);
        expect(body.includes(waiting.overLast)).toBe(isOver && !mayLeave);
        expect(body.includes(waiting.noPrompt)).toBe(!isOver);
        const short = await get(`/checkout/cs_over?lang=${locale}&wait=2`);
        expect(short.body).toContain(`<h1>${heading}</h1>`);
      }
    }
  });

  test("after a quarter of an hour the page may be closed, and not before", async () => {
    const startedAt = "2026-11-21T07:00:00.000Z";
    for (const [now, hidden] of [
      ["2026-11-21T07:14:59.000Z", true],
      ["2026-11-21T07:15:00.000Z", false],
    ] as const) {
      fixture.add("long", { ...sessionState("waiting"), startedAt, nowMs: Date.parse(now) });
      const { body } = await get("/checkout/cs_long");
      expect(body).toContain(dictionaries.fr.help.mayClose);
      expect([now, /<p class="said" hidden/.test(body)]).toEqual([now, hidden]);
      expect([now, body.includes('data-show-after="1000"')]).toEqual([now, hidden]);
    }
    expect((await get("/checkout/cs_bank")).body).not.toContain(dictionaries.fr.help.mayClose);
  });

  test.each([
    ["+2252721212121", "+225 27 21 21 21 21"],
    ["+221771234567", "+221 77 123 45 67"],
    ["+33612345678", "+33612345678"],
  ])("%s is written %s", (phone, written) => {
    expect(writtenPhone(phone).replaceAll("\u00a0", " ")).toBe(written);
  });
});

describe("a transfer", () => {
  test("that was given up for another way is not said to be late: it must not be sent, and what was sent is safe", async () => {
    const left = {
      ...sessionState("transferretry"),
      endedTransfer: sessionState("bank").instructions ?? null,
    };
    for (const status of ["retry", "left=1"]) {
      fixture.add("transferleft", left);
      for (const locale of locales) {
        const { bank, wayOut, failed } = dictionaries[locale];
        const text = textOf((await get(`/checkout/cs_transferleft?lang=${locale}&${status}`)).body);
        for (const words of [wayOut.transferHeading, wayOut.transferLead, bank.sent, bank.notAgain])
          expect(text).toContain(words);
        for (const words of [bank.timeOver, bank.timeOverLead, failed.heading, failed.retryHeading])
          expect(text).not.toContain(words);
      }
    }
  });

  test.each(["transferfailed", "transferretry", "transferexpired"])(
    "%s: is not called failed, must not be ordered again, and shows where it was to go",
    async (state) => {
      for (const locale of locales) {
        const { bank, failed } = dictionaries[locale];
        const text = textOf((await get(`/checkout/cs_${state}?lang=${locale}`)).body);
        for (const words of [bank.sent, bank.notAgain, bank.recognised, "CAU-7K2M9Q", "CI93 CI00 8011"])
          expect(text).toContain(words);
        expect(text).not.toContain(failed.heading);
        expect(text.includes(bank.timeOver)).toBe(state !== "transferexpired");
      }
    },
  );

  test("that still may arrive is looked for slowly: by the page alone where no form is filled in", async () => {
    for (const [state, reloads] of [
      ["transferfailed", true],
      ["transferretry", false],
      ["failed", false],
    ] as const) {
      const { body } = await get(`/checkout/cs_${state}`);
      expect([state, body.includes('http-equiv="refresh" content="30"')]).toEqual([state, reloads]);
      expect(body).toContain('data-every="30"');
    }
    expect((await get("/checkout/cs_bank")).body).not.toContain("data-every");
  });

  test.each([
    ["XOF", "12500", "12500", "12500"],
    ["EUR", "123456", "1234,56", "1234.56"],
  ])("in %s is copied as digits, as a bank's form takes them", async (currency, amount, fr, en) => {
    const { body } = await get("/checkout/cs_bank");
    const copied = [...body.matchAll(/data-copy="([^"]*)"/g)].map(([, value]) => value);
    expect(copied).toEqual([
      "12500",
      "CAU-7K2M9Q",
      "Cauris Encaissements",
      "CI93CI0080111301134291200589",
      "BABJCIAB",
    ]);
    expect([amountToPaste("fr", amount, currency), amountToPaste("en", amount, currency)]).toEqual([fr, en]);
  });

  test("that arrived has its reference on the receipt, in groups, and need not be ordered twice", async () => {
    for (const locale of locales) {
      const text = textOf((await get(`/checkout/cs_transferpaid?lang=${locale}`)).body);
      const { bank } = dictionaries[locale];
      for (const words of [bank.receiptReference, "RF18 5390 0754 7034", bank.arrived])
        expect(text).toContain(words);
    }
    expect(textOf((await get("/checkout/cs_success")).body)).not.toContain(dictionaries.fr.bank.arrived);
  });
});

describe("too often", () => {
  test.each([
    [30, "dans une minute"],
    [61, "dans 2 minutes"],
    [600, "dans 10 minutes"],
    [undefined, "dans quelques minutes"],
  ])("after %s seconds: when to come back, in words and in the header", async (seconds, words) => {
    fixture.answerWith(refusal("RATE_LIMITED", 429, {}, seconds));
    const { statusCode, headers, body } = await post("/checkout/cs_open", { method: "CARD" });
    expect(statusCode).toBe(429);
    expect(headers["retry-after"]).toBe(seconds === undefined ? undefined : String(seconds));
    expect(body).toContain(`Recommencez ${words}.`);
    expect(body).toContain("<form");
  });
  test("a page of a merchant who lives in another cell says so, in every language, and leads to the same address", async () => {
    for (const locale of locales) {
      const { statusCode, body } = await get(`/checkout/cs_moved?lang=${locale}`);
      expect(statusCode).toBe(421);
      const { ended, again } = dictionaries[locale];
      const words = [ended.moved, ended.tooManyLead(again(null)), 'href="/checkout/cs_moved"'];
      for (const part of words) expect(body).toContain(part);
    }
  });
  test("a page asked for too often is a page too, in every language", async () => {
    for (const locale of locales) {
      const { statusCode, headers, body } = await get(`/checkout/cs_toomany?lang=${locale}`);
      expect([statusCode, headers["retry-after"]]).toEqual([429, "90"]);
      const { ended, again } = dictionaries[locale];
      expect(body).toContain(ended.tooManyLead(again(2)));
      expect(body).toContain('href="/checkout/cs_toomany"');
    }
  });
});

test("Benin's old numbers are welcome, and their operator is known", async () => {
  fixture.offer([
    { operator: "MTN", displayName: "MTN MoMo", countryCode: "BJ" },
    { operator: "MOOV", displayName: "Moov Money", countryCode: "BJ" },
  ]);
  const { body } = await get("/checkout/cs_open?country=BJ");
  expect(body).toContain("ou 8 chiffres");
  expect(body).toContain('data-old="01"');
  // The deadline, too, is by the clock of the country that the payer chose.
  expect(body).toContain("09\u00a0h\u00a030 (heure de Cotonou)");
  for (const [typed, operator] of [
    ["97 12 34 56", "MTN"],
    ["95123456", "MOOV"],
    ["+229 97 12 34 56", "MTN"],
    ["01 97 12 34 56", "MTN"],
  ] as const) {
    const answer = await post("/checkout/cs_open", { method: "MOBILE_MONEY", country: "BJ", phone: typed });
    expect(answer.body, typed).toMatch(new RegExp(`value="${operator}" checked`));
  }
});
