import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { amountText, dictionaries, locales } from "./i18n/index.ts";
import {
  createPagesFixture,
  type PagesFixture,
  refusal,
  sessionState,
  sessionStates,
} from "./pages.test-support.ts";

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
const mtn = { method: "MOBILE_MONEY", country: "CI", operator: "MTN", phone: "05 01 02 03 04" };
const cookieOf = (response: { headers: Record<string, unknown> }) =>
  String(response.headers["set-cookie"]).split(";")[0] ?? "";

describe("a look by the merchant", () => {
  const notice = "Rien ne se paie d’ici.";

  test.each(["open", "waiting", "redirect", "failed", "success"])(
    "at the screen %s shows what the payer sees, where nothing can be pressed and nothing goes on by itself",
    async (state) => {
      const { body, statusCode, headers } = await get(`/checkout/cs_${state}?look=1&go=1`);
      const payers = (await get(`/checkout/cs_${state}`)).body;
      expect([statusCode, headers["set-cookie"]]).toEqual([200, undefined]);
      const [before = "", inert = ""] = body.split("<div inert>");
      expect(before).toContain(notice);
      expect(before).not.toMatch(/<form|<button|data-watch|data-go|http-equiv/);
      const heading = /<h1[^>]*>[^<]+/.exec(payers)?.[0] ?? "no heading";
      expect(inert).toContain(heading);
      expect(payers).not.toContain(notice);
    },
  );

  test("asks no provider, is not kept as the payer's visit, and stays a look in another language", async () => {
    const [returned, visits] = [[...fixture.returned], [...fixture.visits]];
    const { body } = await get("/checkout/cs_redirect?look=1&back=1");
    expect(body).toContain("lang=en&amp;look=1");
    expect([fixture.returned, fixture.visits]).toEqual([returned, visits]);
    await get("/checkout/cs_redirect?back=1");
    expect(fixture.visits).toEqual([...visits, "cs_redirect"]);
    expect(fixture.returned.splice(returned.length)).toEqual(["cs_redirect"]);
  });
});

describe("the way out of an attempt", () => {
  const button = "Choisir un autre moyen";

  test.each(["waiting", "qr", "bank", "redirect"])("stands on the screen %s, as a form", async (state) => {
    const { body } = await get(`/checkout/cs_${state}`);
    expect(body).toContain(`method="post" action="/checkout/cs_${state}/leave"`);
    expect(body).toContain(button);
  });

  test.each(["checking", "open", "success", "failed"])("is missing on %s", async (state) => {
    expect((await get(`/checkout/cs_${state}`)).body).not.toContain(button);
  });

  test("leads back to the page, whatever came of it", async () => {
    for (const answer of [
      undefined,
      refusal("CHECKOUT_SESSION_NOT_OPEN", 409, { reason: "OUTCOME_UNKNOWN" }),
    ]) {
      if (answer !== undefined) fixture.answerWith(answer);
      const { statusCode, headers } = await post("/checkout/cs_waiting/leave", {});
      expect([statusCode, headers.location]).toEqual([303, "/checkout/cs_waiting?left=1"]);
    }
    fixture.answerWith({ status: "PROCESSING", nextStep: "POLL", actionUrl: null });
    expect(fixture.left).toEqual(["cs_waiting", "cs_waiting"]);
  });

  test("is no failure: the form again, without a word of one, of the first try's message or of trying again", async () => {
    for (const locale of locales) {
      const { failed, wayOut, form, failures } = dictionaries[locale];
      fixture.add("justleft", {
        ...sessionState("waiting"),
        status: "FAILED",
        nextStep: null,
        failureCode: "PAYMENT_CANCELLED",
        mayLeave: false,
      });
      const left = (await get(`/checkout/cs_justleft?left=1&lang=${locale}`)).body;
      for (const words of [wayOut.stopped, form.heading]) expect(left).toContain(words);
      for (const words of [failed.heading, failed.retryHeading, failures.PAYMENT_CANCELLED.message])
        expect(left).not.toContain(words);
      // Whoever comes without the mark has not chosen it just now.
      expect((await get(`/checkout/cs_justleft?lang=${locale}`)).body).toContain(failed.heading);
      // The mark hides no failure that is one.
      fixture.add("justfailed", {
        ...sessionState("waiting"),
        status: "FAILED",
        nextStep: null,
        failureCode: "INSUFFICIENT_FUNDS",
      });
      expect((await get(`/checkout/cs_justfailed?left=1&lang=${locale}`)).body).toContain(failed.heading);
    }
  });

  test("leaves nothing for another site, and nothing that is not there", async () => {
    const before = fixture.left.length;
    expect(
      (await post("/checkout/cs_waiting/leave", {}, { "sec-fetch-site": "cross-site" })).statusCode,
    ).toBe(303);
    expect((await post("/checkout/cs_none/leave", {})).statusCode).toBe(404);
    expect(fixture.left.length).toBe(before);
  });

  test("warns above the form while the earlier request may still be confirmed", async () => {
    fixture.change("open", { hasLeft: true });
    expect((await get("/checkout/cs_open")).body).toContain("Ne confirmez plus la demande précédente.");
    fixture.change("open", { hasLeft: false });
    expect((await get("/checkout/cs_open")).body).not.toContain("Ne confirmez plus");
  });

  test("says when the same phone can be asked again", async () => {
    fixture.answerWith(refusal("CHECKOUT_SESSION_NOT_OPEN", 409, { reason: "PROMPT_STILL_OPEN" }, 200));
    const { statusCode, body } = await post("/checkout/cs_open", mtn);
    fixture.answerWith({ status: "PROCESSING", nextStep: "POLL", actionUrl: null });
    expect(statusCode).toBe(422);
    expect(body).toContain("Une demande attend encore sur ce téléphone.");
    expect(body).toContain("recommencez dans 4 minutes");
  });
});

describe("every page", () => {
  const pages = [
    ...sessionStates.map((state) => `/checkout/cs_${state}`),
    "/pay/active",
    "/pay/active-open",
    "/pay/active-some",
    "/pay/expired",
    "/checkout/cs_none",
  ];

  test.each(pages)("%s tells no other site anything and runs nothing inline", async (url) => {
    const { headers, body } = await get(url);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'sha256-/);
    for (const part of ["frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toContain("unsafe");
    expect(headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "x-frame-options": "DENY",
    });
    for (const [, style] of body.matchAll(/<style>([\s\S]*?)<\/style>/g))
      expect(policy).toContain(
        `'sha256-${createHash("sha256")
          .update(style ?? "")
          .digest("base64")}'`,
      );
    expect(body).not.toMatch(/<script(?![^>]+src="\/checkout\/assets\/)|\son\w+=|\sstyle=|javascript:/i);
    const loaded = [
      ...body.matchAll(/<(?:script|link|img|iframe|source|form)[^>]+(?:src|href|action)="([^"]*)"/g),
    ];
    for (const [, address] of loaded) expect(address).toMatch(/^(\/(checkout|pay)\/|data:,$)/);
  });

  test.each(pages)("%s has one first heading, a language and a title", async (url) => {
    const { body } = await get(url);
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(body).toMatch(/^<!doctype html><html lang="fr">/);
    const title = /<title>([^<]{5,})<\/title>/.exec(body)?.[1] ?? "";
    expect(title).not.toBe("");
    expect(title.match(/Boutique Adjoua|École Les Palmiers/g) ?? []).not.toHaveLength(2);
  });

  test("the form folds away what few use, names whose wallet it is, and opens each field's own keyboard", async () => {
    const { body } = await get("/checkout/cs_open");
    const [usual = "", few = ""] = body.split("<summary>Autres moyens</summary>");
    for (const way of ["MOBILE_MONEY", "CARD", "QR"]) expect(usual).toContain(`value="${way}"`);
    for (const way of ["WALLET", "BANK_TRANSFER"])
      expect([usual, few].map((part) => part.includes(`value="${way}"`))).toEqual([false, true]);
    expect(few).toContain("Portefeuille Cauris");
    expect(usual).toContain("Toute application (PI-SPI)");
    for (const field of ["phone", "otp", "wallet"])
      expect(body).toMatch(
        new RegExp(`<input id="${field}"[^>]* inputmode="(tel|numeric|text)" enterkeyhint="go"`),
      );
    expect((await get("/checkout/cs_custom")).body).toMatch(/<h1[^>]*>Complétez, puis payez</);
  });

  test("fits ten kilobytes compressed, its script three", async () => {
    const { rawPayload, headers, body } = await get("/checkout/cs_open", { "accept-encoding": "gzip" });
    expect(headers["content-encoding"]).toBe("gzip");
    expect(rawPayload.length).toBeLessThan(10_000);
    expect(gunzipSync(rawPayload).toString()).toContain("</html>");
    const brotli = await get("/checkout/cs_open", { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotli.rawPayload.length).toBeLessThan(rawPayload.length);
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toContain("</html>");
    const script = /src="([^"]+)"/.exec((await get("/checkout/cs_open")).body)?.[1] ?? body;
    expect(gzipSync((await get(script)).rawPayload).length).toBeLessThan(3_000);
  });
});

test("a whole payment, its headers apart, is at most 19 KB: the form with the script, the wait, the receipt", async () => {
  const compressed = async (path: string) =>
    (await get(path, { "accept-encoding": "gzip" })).rawPayload.length;
  const script = /src="([^"]+)"/.exec((await get("/checkout/cs_open")).body)?.[1] ?? "";
  const parts = ["/checkout/cs_open", script, "/checkout/cs_waiting", "/checkout/cs_success"];
  const bytes = await Promise.all(parts.map(compressed));
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(19 * 1024);
});

describe("the script", () => {
  test("comes after all text, because a browser paints a page without text first when it comes before", async () => {
    const { body } = await get("/checkout/cs_open");
    expect(body).toMatch(/<\/footer><\/div><script src="[^"]+" integrity="[^"]+" defer><\/script><\/body>/);
  });

  test("is served under the name of its bytes, for ever, with the integrity the page asks for", async () => {
    const { body } = await get("/checkout/cs_open");
    const [, path = "", integrity = ""] = /<script src="([^"]+)" integrity="([^"]+)"/.exec(body) ?? [];
    const script = await get(path);
    expect(script.headers["cache-control"]).toContain("immutable");
    expect(integrity).toBe(`sha384-${createHash("sha384").update(script.rawPayload).digest("base64")}`);
    expect((await get("/checkout/assets/pay.0000000000000000.js")).statusCode).toBe(404);
    expect((await get("/checkout/assets/..%2fpackage.json")).statusCode).toBe(404);
  });
});

describe("200: each state has its own screen", () => {
  test.each([
    ["open", "Choisissez comment payer"],
    ["waiting", "Confirmez sur votre téléphone"],
    ["unanswered", "La demande a sans doute expiré"],
    ["checking", "Ne payez pas une seconde fois."],
    ["redirect", "https://acquirer.example/3ds"],
    ["qr", "Scannez pour payer"],
    ["bank", "CI93 CI00 8011 1301 1342 9120 0589"],
    ["retry", "Le solde du compte ne suffit pas."],
    ["failed", "Il n’est plus possible de réessayer ici."],
    ["success", "MP261121.0713.C84121"],
    ["expired", "Le délai de paiement est dépassé"],
    ["cancelled", "Ce paiement a été annulé"],
    ["nomethod", "Aucun moyen de paiement disponible"],
  ])("%s", async (state, words) => {
    const { statusCode, body } = await get(`/checkout/cs_${state}`);
    expect(statusCode).toBe(200);
    expect(body.replaceAll("&amp;", "&")).toContain(words);
  });

  test("only screens that can change reload without a script, and only without one", async () => {
    for (const state of ["waiting", "checking", "redirect", "qr", "bank"])
      expect((await get(`/checkout/cs_${state}`)).body).toMatch(
        /<noscript><meta http-equiv="refresh" content="\d+(;url=\?wait=1)?"/,
      );
    for (const state of ["open", "retry", "success", "expired"])
      expect((await get(`/checkout/cs_${state}`)).body).not.toContain("http-equiv");
  });

  describe("without a script a wait reloads in short", () => {
    test.each(["waiting", "checking", "redirect?back=1"])("%s", async (state) => {
      const [name, query] = state.split("?");
      const mark = query === undefined ? "" : `${query}&`;
      const at = (wait: number) => `/checkout/cs_${name}?${mark}wait=${wait}`;
      const seconds: (string | undefined)[] = [];
      for (const wait of [0, 1, 2, 3, 4]) {
        const { body } = await get(at(wait));
        seconds.push(/http-equiv="refresh" content="(\d+);/.exec(body)?.[1]);
        expect(body).toContain(`url=?${mark.replace("&", "&amp;")}wait=${Math.min(wait + 1, 4)}"`);
      }
      expect(seconds).toEqual(["5", "5", "10", "15", "15"]);
      fixture.returned.length = 0;
    });

    test("a whole refresh is at most 1 KB with its headers, and as strict as every page", async () => {
      for (const state of ["waiting", "checking", "unanswered"]) {
        const { body, headers, rawPayload } = await get(`/checkout/cs_${state}?wait=2`, {
          "accept-encoding": "gzip",
        });
        const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        expect(rawPayload.length + Buffer.byteLength(head.join(""))).toBeLessThanOrEqual(1024);
        const html = gunzipSync(rawPayload).toString();
        expect(html).toContain("Ne payez pas une seconde fois.");
        expect(html).toContain('<a href="?">Aide, autre moyen : voir la page entière</a>');
        expect(html).not.toMatch(/<script|<form|style=/);
        expect(String(headers["content-security-policy"])).toMatch(/^default-src 'none'; style-src 'sha256-/);
        expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
        expect(body.length).toBeGreaterThan(0);
      }
    });

    test("what the payer still needs, and what is new, stays whole", async () => {
      for (const state of ["qr", "bank", "redirect", "success", "open"])
        expect((await get(`/checkout/cs_${state}?wait=3`)).body, state).toContain("<footer>");
      for (const wait of ["0", "-1", "x", "1e3", "100", ""])
        expect((await get(`/checkout/cs_waiting?wait=${wait}`)).body, wait).toContain("<footer>");
    });
  });

  test("a redirect starts by itself straight after the form, and never when the payer comes back", async () => {
    const sent = (await get("/checkout/cs_redirect?go=1")).body;
    expect(sent).toContain('content="0;url=https://acquirer.example/3ds"');
    expect(sent).toContain('data-go="https://acquirer.example/3ds"');
    expect((await get("/checkout/cs_redirect")).body).not.toMatch(/data-go|0;url/);
  });

  test("a payer who is back from the provider is not asked to confirm again, and the provider is asked", async () => {
    const { body } = await get("/checkout/cs_redirect?back=1");
    expect(body).toContain("Nous attendons la réponse");
    expect(body).toContain("Ne payez pas une seconde fois.");
    expect(body).toMatch(/<a href="https:\/\/acquirer.example\/3ds"[^>]*>Retourner confirmer/);
    expect(body).toContain('http-equiv="refresh" content="5;url=?back=1&amp;wait=1"');
    // No link of the page itself leads back to the screen that asks for a confirmation.
    expect(body.replaceAll("&amp;", "&")).toContain('href="/checkout/cs_redirect?lang=en&back=1"');
    expect(body).toContain('href="/checkout/cs_redirect?back=1"');
    expect(fixture.returned.splice(0)).toEqual(["cs_redirect"]);
  });

  test("the mark of a return changes nothing in a state that waits for no return", async () => {
    const titleOf = async (url: string) => /<title>[^<]*/.exec((await get(url)).body)?.[0];
    for (const state of ["open", "checking", "qr", "bank", "success"])
      expect(await titleOf(`/checkout/cs_${state}?back=1`)).toBe(await titleOf(`/checkout/cs_${state}`));
    expect(fixture.returned).toEqual([]);
  });

  test("back from the operator's page, with nothing more to confirm there, nobody is told to look for a request on the phone", async () => {
    const waiting = {
      ...sessionState("waiting"),
      operator: "WAVE",
      operatorName: "Wave",
      nextStep: "POLL" as const,
    };
    fixture.add("pendingback", waiting);
    for (const locale of locales) {
      const { returned, waiting: words } = dictionaries[locale];
      const { body } = await get(`/checkout/cs_pendingback?back=1&lang=${locale}`);
      expect(body).toContain(returned.heading("Wave"));
      expect(body).not.toContain(words.steps[0]);
      expect(body).not.toContain(returned.again);
    }
    expect(fixture.returned).toContain("cs_pendingback");
  });

  test("Wave's address is also a code, for a payer at a computer", async () => {
    expect((await get("/checkout/cs_wave")).body).toContain("Scannez ce code avec l’appareil photo");
    expect((await get("/checkout/cs_redirect")).body).not.toContain('<svg class="qr scan"');
  });

  test("an address that is not a web page never becomes a link", async () => {
    expect((await get("/checkout/cs_hostile?go=1")).body).not.toContain("alert(1)");
  });

  test("the way back carries the session's id", async () => {
    const { body } = await get("/checkout/cs_success");
    expect(body).toContain('href="https://boutique.example/merci?session=cs_success"');
  });

  test("hostile text of a merchant is shown as text", async () => {
    const title = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    fixture.change("custom", {
      title,
      description: title,
      merchantName: title,
      primaryColor: "red}</style><script>",
    });
    const { body } = await get("/checkout/cs_custom");
    expect(body).not.toMatch(/<script>|<img/);
    expect(body).toContain("&lt;script");
  });

  test("another language is a link away and stays", async () => {
    const { body } = await get("/checkout/cs_open?lang=en");
    expect(body).toContain('<html lang="en">');
    expect(body).toContain("Choose how to pay");
    expect(body).toContain('action="/checkout/cs_open?lang=en"');
    const sent = await post("/checkout/cs_open?lang=en", mtn);
    expect(sent.headers.location).toBe("/checkout/cs_open?lang=en");
    const cookie = cookieOf(sent);
    expect((await get("/checkout/cs_redirect", { cookie })).body).toContain('<html lang="en">');
    const french = (await get("/checkout/cs_open?lang=fr", { cookie })).body;
    expect(french).toContain('action="/checkout/cs_open?lang=fr"');
  });

  test("the code to save is a picture", async () => {
    const { headers, rawPayload } = await get("/checkout/cs_qr/qr.png");
    expect(headers["content-type"]).toBe("image/png");
    expect(rawPayload.subarray(1, 4).toString()).toBe("PNG");
    expect((await get("/checkout/cs_open/qr.png")).statusCode).toBe(404);
  });
});

describe("303: what was sent leads back to the page", () => {
  test("a complete form completes once, and a reload sends nothing", async () => {
    fixture.completed.length = 0;
    const response = await post("/checkout/cs_open", mtn);
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe("/checkout/cs_open");
    expect(fixture.completed).toEqual([
      {
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone: "0501020304", operator: "MTN", countryCode: "CI" },
      },
    ]);
  });

  test("a method that goes elsewhere is told to go", async () => {
    fixture.answerWith({ status: "PROCESSING", nextStep: "REDIRECT", actionUrl: "https://acquirer.example" });
    expect((await post("/checkout/cs_open", { method: "CARD" })).headers.location).toBe(
      "/checkout/cs_open?go=1",
    );
  });

  test("a failed payment shows its reason and keeps what was typed, except the one-time code", async () => {
    fixture.answerWith(refusal("PAYMENT_FAILED", 409, { failureCode: "INSUFFICIENT_FUNDS" }));
    const typed = { ...mtn, operator: "ORANGE", phone: "07 07 12 34 56", otp: "998877" };
    const response = await post("/checkout/cs_open", typed);
    expect(response.statusCode).toBe(303);
    expect(String(response.headers["set-cookie"])).toContain("Path=/checkout/cs_open;");
    const { body } = await get("/checkout/cs_retry", { cookie: cookieOf(response) });
    expect(body).toContain('value="07 07 12 34 56"');
    expect(body).toMatch(/value="ORANGE" checked/);
    expect(body).not.toContain("998877");
  });

  test("while the phone is awaited, the operator is named and its own code is shown, or honest words", async () => {
    const said = async (operator: string, operatorName: string, operatorCountry: string) => {
      fixture.add("asked", { ...sessionState("waiting"), operator, operatorName, operatorCountry });
      return (await get("/checkout/cs_asked")).body;
    };
    const known = await said("MTN", "MTN MoMo", "CI");
    expect(known).toContain("Une demande MTN MoMo a été envoyée au +225 07");
    expect(known).toContain('href="tel:*133%23"');
    const unknown = await said("MOOV", "Moov Money", "TG");
    expect(unknown).toContain("cherchez les paiements en attente dans le menu ou l’application Moov Money.");
    expect(unknown).not.toContain("tel:*");
  });

  test("our script is told where to go, and a browser is led there", async () => {
    fixture.answerWith({ status: "PROCESSING", nextStep: "REDIRECT", actionUrl: "https://x.example" });
    const { statusCode, body } = await post("/checkout/cs_open", mtn, { accept: "application/json" });
    expect([statusCode, JSON.parse(body)]).toEqual([200, { to: "/checkout/cs_open?go=1" }]);
    fixture.answerWith({ status: "PROCESSING", nextStep: "POLL", actionUrl: null });
    const wrong = await post("/checkout/cs_open", { method: "CARD.X" }, { accept: "application/json" });
    expect(wrong.statusCode).toBe(422);
  });

  test.each([
    ["CHECKOUT_SESSION_NOT_OPEN", "/checkout/cs_open"],
    ["CHECKOUT_SESSION_EXPIRED", "/checkout/cs_open"],
    ["CHECKOUT_SESSION_ALREADY_COMPLETED", "/checkout/cs_open?already=1"],
  ])("%s", async (name, location) => {
    fixture.answerWith(refusal(name, 409));
    const response = await post("/checkout/cs_open", mtn);
    expect([response.statusCode, response.headers.location]).toEqual([303, location]);
  });

  test("what is paid is not paid again, and what is under way is not started again", async () => {
    fixture.completed.length = 0;
    expect((await post("/checkout/cs_success", mtn)).headers.location).toBe("/checkout/cs_success?already=1");
    expect((await post("/checkout/cs_waiting", mtn)).headers.location).toBe("/checkout/cs_waiting");
    expect((await post("/checkout/cs_expired", mtn)).headers.location).toBe("/checkout/cs_expired");
    expect(fixture.completed).toEqual([]);
  });

  test("a receipt takes the typed text away", async () => {
    const { headers } = await get("/checkout/cs_success", { cookie: "payer=cGhvbmU9MQ" });
    expect(headers["set-cookie"]).toContain("Max-Age=0");
  });
});

describe("a number of another country", () => {
  test("offers to change the country, which the page can", async () => {
    const { statusCode, body } = await post("/checkout/cs_open", { ...mtn, phone: "+221 77 123 45 67" });
    expect(statusCode).toBe(422);
    expect(body).toContain('<a href="/checkout/cs_open?country=SN">Changer de pays');
  });
});

describe("422: the form comes back with what is wrong, at its field", () => {
  test("gaps", async () => {
    const { statusCode, body } = await post("/checkout/cs_open", { ...mtn, phone: "" });
    expect(statusCode).toBe(422);
    expect(body).toMatch(/<title>Erreur/);
    expect(body).toContain('<a href="#phone">Saisissez le numéro à débiter.</a>');
    expect(body).toMatch(/id="phone"[^>]+aria-describedby="phone-hint phone-error" aria-invalid="true"/);
  });
  test("what the service refuses", async () => {
    fixture.answerWith(refusal("VALIDATION_ERROR", 400, { fields: [{ path: "paymentDetails.phone" }] }));
    const { statusCode, body } = await post("/checkout/cs_open", { ...mtn, phone: "12" });
    expect(statusCode).toBe(422);
    expect(body).toContain("Ce numéro n’est pas complet");
    expect(body).toContain('value="12"');
  });
  test("an empty form", async () => {
    const { statusCode, body } = await post("/checkout/cs_open", {});
    expect(statusCode).toBe(422);
    expect(body).toContain('<a href="#m0">');
  });
});

describe("other refusals", () => {
  test("403: a form of another site is not taken", async () => {
    fixture.completed.length = 0;
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }])
      expect((await post("/checkout/cs_open", mtn, headers)).statusCode).toBe(403);
    const old = await fixture.app.inject({
      method: "POST",
      url: "/checkout/cs_open",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" },
      payload: "method=CARD",
    });
    expect(old.statusCode).toBe(403);
    expect(fixture.completed).toEqual([]);
  });
  test("404: unknown, malformed and hostile addresses", async () => {
    for (const path of [
      "/checkout/cs_none",
      "/checkout/%3Cscript%3E",
      "/pay/none",
      "/pay/UPPER",
      "/pay/%2e%2e",
    ])
      expect((await get(path)).statusCode).toBe(404);
  });
  test("409: a merchant that may not take payments", async () => {
    fixture.answerWith(refusal("MERCHANT_KYB_NOT_APPROVED", 400));
    const { statusCode, body } = await post("/checkout/cs_open", mtn);
    expect(statusCode).toBe(409);
    expect(body).toContain("Ce marchand ne peut pas encaisser");
  });
  test.each([
    ["PAYMENT_LINK_MAX_USES_REACHED", "Ce lien a déjà servi"],
    ["PAYMENT_LINK_EXPIRED", "Ce lien n’est plus valable"],
    ["PAYMENT_LINK_NOT_ACTIVE", "Ce lien a été retiré"],
  ])("409: %s, when the link ended while its payer was choosing", async (name, words) => {
    fixture.answerWith(refusal(name, 409));
    const { statusCode, body } = await post("/checkout/cs_open", mtn);
    expect(statusCode).toBe(409);
    expect(body).toContain(words);
  });
  test("429: too many tries, with the time to wait", async () => {
    fixture.answerWith(refusal("RATE_LIMITED", 429, {}, 120));
    const { statusCode, headers, body } = await post("/checkout/cs_open", mtn);
    expect([statusCode, headers["retry-after"]]).toEqual([429, "120"]);
    expect(body).toContain("Trop d’essais");
  });
  test("500: a broken service gives a page with a number to quote and nothing of the cause", async () => {
    const { statusCode, body } = await get("/checkout/cs_broken");
    expect(statusCode).toBe(500);
    expect(body).toContain("Numéro à communiquer");
    expect(body).not.toContain("database");
  });
  test("a form that is too large, or no form at all", async () => {
    expect((await post("/checkout/cs_open", { phone: "1".repeat(70_000) })).statusCode).toBe(413);
    expect(
      (await post("/checkout/cs_open", {}, { "content-type": "application/json" })).statusCode,
    ).toBeGreaterThanOrEqual(400);
  });
});

test.each(["leave", "receipt-mail"])(
  "the address of the form %s leads to the page, in its language",
  async (form) => {
    const leads = async (path: string) => {
      const { statusCode, headers } = await get(path, { accept: "text/html" });
      return [statusCode, headers.location];
    };
    const path = `/checkout/cs_success/${form}`;
    expect(await leads(path)).toEqual([303, "/checkout/cs_success"]);
    expect(await leads(`${path}?lang=pt&mailed=1`)).toEqual([303, "/checkout/cs_success?lang=pt"]);
    expect(await leads(`${path}?lang=//evil.example`)).toEqual([303, "/checkout/cs_success"]);
    expect(await leads(`/checkout/%2F%2Fevil.example%0A/${form}`)).toEqual([
      303,
      "/checkout/%2F%2Fevil.example%0A",
    ]);
  },
);

describe("addresses that are no page of ours", () => {
  test.each(["/pay", "/pay/", "/checkout", "/checkout/"])("%s: a page for people", async (path) => {
    const people = await get(path, { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
    expect([people.statusCode, people.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(people.body).toContain("Vérifiez que l’adresse est complète");
    const program = await get(path, { accept: "application/json" });
    expect(program.statusCode).toBe(404);
    expect(String(program.headers["content-type"])).toContain("application/json");
  });
});

describe("a payment link", () => {
  test("leads whoever began a payment through it to the receipt, once it takes no more", async () => {
    const begun = await post("/pay/active", {});
    const cookie = String(begun.headers["set-cookie"]);
    expect(cookie).toMatch(
      /^own=\/checkout\/cs_open; Path=\/pay\/active; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    const own = { cookie: "own=/checkout/cs_open" };
    for (const state of ["exhausted", "expired"])
      expect((await get(`/pay/${state}`, own)).body).toContain(
        '<a href="/checkout/cs_open">Voir votre reçu</a>',
      );
    expect((await get("/pay/exhausted")).body).not.toContain("Voir votre reçu");
    for (const forged of ["//evil.example", "javascript:alert(1)", "/checkout/../pay/x", "/other/cs_open"])
      expect((await get("/pay/exhausted", { cookie: `own=${forged}` })).body).not.toContain(
        "Voir votre reçu",
      );
  });

  test("opened by anyone, a mail scanner too, makes no session; the payer's own click makes one", async () => {
    const before = fixture.opened();
    await get("/pay/active");
    await fixture.app.inject({ method: "HEAD", url: "/pay/active" });
    expect(fixture.opened()).toBe(before);
    const response = await post("/pay/active?lang=en", {});
    expect([response.statusCode, response.headers.location]).toEqual([303, "/checkout/cs_open?lang=en"]);
    expect(fixture.opened()).toBe(before + 1);
  });
  test("with an open amount offers suggestions that need no typing, and says the limits", async () => {
    const { body } = await get("/pay/active-open");
    const suggested = [...body.matchAll(/<button [^>]*name="amount" value="(\d+)"/g)].map(([, one]) => one);
    expect(suggested).toEqual(["1000", "2000", "5000"]);
    expect(body).toContain("De 500\u00a0F\u00a0CFA à 100\u00a0000\u00a0F\u00a0CFA");
    expect((await get("/pay/active-open?lang=pt")).body).toContain("Quanto quer pagar?");
    expect((await get("/pay/active-free?lang=en")).body).toMatch(/Amount in FCFA<\/label><p class="error"/);
  });

  test.each([
    ["2500", "2500"],
    ["2 500", "2500"],
    ["2.500", "2500"],
    ["2500,00", "2500"],
  ])("with an open amount of %s typed asks for %s", async (amount, minor) => {
    const { statusCode, headers } = await post("/pay/active-open", { amount });
    expect([statusCode, headers.location]).toEqual([303, "/checkout/cs_open"]);
    expect(fixture.chosen.at(-1)).toEqual({ amount: minor });
  });

  test.each([
    ["fr", "", "Indiquez le montant."],
    ["fr", "beaucoup", "Écrivez le montant en chiffres, par exemple 2500."],
    ["en", "25,5", "Write the amount in digits, for example 2500."],
    ["pt", "-5", "Escreva o valor em algarismos, por exemplo 2500."],
    ["fr", "9".repeat(16), "Écrivez le montant en chiffres"],
  ])("in %s refuses the amount %j at its field, and keeps it", async (lang, amount, words) => {
    const before = fixture.opened();
    const { statusCode, body } = await post(`/pay/active-open?lang=${lang}`, { amount });
    expect(statusCode).toBe(422);
    expect(body).toContain(`<a href="#amount">${words}`);
    expect(body).toMatch(
      new RegExp(
        `<input id="amount"[^>]* value${amount === "" ? "" : `="${amount}"`} [^>]*aria-invalid="true"`,
      ),
    );
    expect(fixture.opened()).toBe(before);
  });

  test.each([
    ["100", "Le montant le plus petit est 500\u00a0F\u00a0CFA."],
    ["500 000", "Le montant le plus grand est 100\u00a0000\u00a0F\u00a0CFA. Vérifiez les zéros."],
  ])("tells the limit that the service refused %s for", async (amount, words) => {
    fixture.refuseLink(refusal("VALIDATION_ERROR", 400, { fields: [{ path: "amount" }] }));
    const { statusCode, body } = await post("/pay/active-open", { amount });
    fixture.refuseLink(null);
    expect(statusCode).toBe(422);
    expect(body).toContain(words);
  });

  test("with a hundred times a suggestion asks which of the two was meant, once", async () => {
    const before = fixture.opened();
    for (const locale of locales) {
      const { statusCode, body } = await post(`/pay/active-open?lang=${locale}`, { amount: "100 000" });
      expect(statusCode).toBe(422);
      const shown = (minor: string) => amountText(locale, minor, "XOF");
      expect(body).toContain(dictionaries[locale].link.hundredfold(shown("100000"), shown("1000")));
      const offered = [...body.matchAll(/<button [^>]*name="amount" value="(\d+)"/g)].map(([, one]) => one);
      expect(offered).toEqual(["100000", "1000"]);
      // The answer stands in the form of the typed amount alone.
      expect(body.match(/name="sure" value="1"/g)).toHaveLength(1);
    }
    expect(fixture.opened()).toBe(before);
    for (const fields of [{ amount: "100000", sure: "1" }, { amount: "1000" }, { amount: "99900" }]) {
      expect((await post("/pay/active-open", fields)).statusCode).toBe(303);
      expect(fixture.chosen.at(-1)).toEqual({ amount: fields.amount });
    }
  });

  test("with quantities names the price as that of one, here and where the link is shared", async () => {
    for (const locale of locales) {
      const { body } = await get(`/pay/active-some?lang=${locale}`);
      const { link, amountLabel } = dictionaries[locale];
      expect(body).toContain(`<span class="sr">${link.unitPrice}</span>`);
      expect(body).toContain(`<span class="fee">${link.perUnit}</span>`);
      expect(body).not.toContain(amountLabel);
      expect(/<meta property="og:description" content="[^"]*/.exec(body)?.[0]).toContain(link.perUnit);
    }
  });

  test("with quantities shows the sum of each in the list, and says how many when there are too many", async () => {
    const { body } = await get("/pay/active-some");
    expect([...body.matchAll(/<option value="(\d)"/g)].map(([, one]) => one)).toEqual([
      "2",
      "3",
      "4",
      "5",
      "6",
    ]);
    expect(body).toContain("3 · 15\u00a0000\u00a0F\u00a0CFA");
    expect((await get("/pay/active-many")).body).toContain("5\u00a0000\u00a0F\u00a0CFA l’unité, de 1 à 500");
    await post("/pay/active-some", { quantity: "4" });
    expect(fixture.chosen.at(-1)).toEqual({ quantity: 4 });
  });

  test.each(["", "0", "1.5", "2000", "deux"])("refuses the quantity %j", async (quantity) => {
    const before = fixture.opened();
    const { statusCode, body } = await post("/pay/active-many", { quantity });
    expect([statusCode, fixture.opened()]).toEqual([422, before]);
    expect(body).toContain('<a href="#quantity">Indiquez une quantité de 1 à 500.');
  });

  test("takes no amount from a form where the price is fixed", async () => {
    await post("/pay/active", { amount: "1", quantity: "9" });
    expect(fixture.chosen.at(-1)).toEqual({});
  });

  test("shows what it is for when it is shared", async () => {
    const { body } = await get("/pay/active");
    expect(body).toContain('<meta property="og:title" content="Cotisation du mois"');
  });
  test.each([
    ["paused", "Reprise des cotisations lundi."],
    ["exhausted", "Ce lien a déjà servi"],
    ["expired", "Ce lien n’est plus valable"],
    ["cancelled", "Ce lien a été retiré"],
  ])("that is %s says so and offers no button", async (state, words) => {
    const { body } = await get(`/pay/${state}`);
    expect(body).toContain(words);
    expect(body).not.toContain("<form");
    expect((await post(`/pay/${state}`, {})).headers.location).toBe(`/pay/${state}`);
  });
});

test("behind HTTPS, what was typed is kept for HTTPS alone", async () => {
  const secure = await createPagesFixture("https://pay.example.org");
  const response = await secure.app.inject({
    method: "POST",
    url: "/checkout/cs_open",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(mtn).toString(),
  });
  for (const cookie of [response.headers["set-cookie"]].flat()) expect(cookie).toContain("; Secure");
  await secure.app.close();
});

describe("what the merchant knows of its customer", () => {
  const customer = { name: `Awa "K" <b>Koné</b>`, phone: "+2250501020304" };
  const valueIn = (body: string, id: string): string => {
    const [, input = ""] = body.split(`<input id="${id}"`);
    return / value="([^"]*)"/.exec(input.split("/>")[0] ?? "")?.[1] ?? "";
  };

  test("stands in the form, escaped, until the payer types; then what was typed does", async () => {
    fixture.change("custom", { customer, customFields: [] });
    const { body } = await get("/checkout/cs_custom");
    expect(valueIn(body, "phone")).toBe("05 01 02 03 04");
    expect(valueIn(body, "payer_name")).toContain("&quot;K&quot;");
    expect(body).not.toContain("<b>Koné");
    fixture.answerWith(refusal("PAYMENT_FAILED", 409));
    const sent = await post("/checkout/cs_custom", { ...mtn, phone: "05 99 88 77 66" });
    expect(valueIn((await get("/checkout/cs_custom", { cookie: cookieOf(sent) })).body, "phone")).toBe(
      "05 99 88 77 66",
    );
  });

  test("gives way to the country that the payer asks for", async () => {
    expect(valueIn((await get("/checkout/cs_custom?country=SN")).body, "phone")).toBe("");
  });
});
