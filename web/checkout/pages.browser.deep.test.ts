import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  axeViolations,
  type ContextOptions,
  launchBrowser,
  type TestBrowser,
} from "../../server/test/harness/browser.ts";
import { paperFindings } from "../../server/test/harness/paper.ts";
import { hostileTexts } from "./hostile.test-support.ts";
import {
  createPagesFixture,
  type PagesFixture,
  receiptCode,
  sessionState,
  sessionStates,
} from "./pages.test-support.ts";

let fixture: PagesFixture;
let browser: TestBrowser;
let origin: string;

beforeAll(async () => {
  fixture = await createPagesFixture();
  await fixture.app.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await fixture.app.close();
});

const checks = [`/checkout/receipts/${receiptCode}`, "/checkout/receipts/rc_none"];
const links = ["/pay/active", "/pay/active-open", "/pay/active-some", "/pay/paused", "/pay/expired"];
const everyPage = [
  ...sessionStates.map((state) => `/checkout/cs_${state}`),
  ...["none", "broken", "toomany"].map((name) => `/checkout/cs_${name}`),
  ...links,
  ...checks,
];
/** One of each kind: the others differ only in words. */
const oneOfEach = ["open", "custom", "checking", "qr", "bank", "retry", "success", "toolate"]
  .map((state) => `/checkout/cs_${state}`)
  .concat("/pay/active");

async function withPage<T>(
  options: ContextOptions,
  use: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  try {
    return await use(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

describe("accessibility", () => {
  const narrow = { width: 320, height: 640 };
  const looks: readonly [string, readonly string[], ContextOptions][] = [
    ["any screen at 320 px", everyPage, { viewport: narrow }],
    ["one screen of each kind at 1280 px", oneOfEach, { viewport: { width: 1280, height: 800 } }],
    [
      "forms and receipts in English and Portuguese",
      ["open?lang=en", "open?lang=pt", "success?lang=en", "success?lang=pt"].map(
        (page) => `/checkout/cs_${page}`,
      ),
      { viewport: narrow },
    ],
  ];
  test.each(looks)(
    "axe finds nothing on %s, and nothing is cut off",
    async (_name, paths, options) => {
      await withPage({ ...options, forAxe: true, reducedMotion: "reduce" }, async (page) => {
        for (const path of paths) {
          await page.goto(origin + path);
          expect({ path, violations: await axeViolations(page) }).toEqual({ path, violations: [] });
          expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path).toBe(true);
        }
      });
    },
    120_000,
  );

  test.each([
    ["with", true],
    ["without", false],
  ])(
    "%s JavaScript every screen fits 320, 360 and 1280 px in three languages, with its heading in sight",
    async (_name, javaScriptEnabled) => {
      await withPage({ javaScriptEnabled, viewport: narrow }, async (page) => {
        for (const path of everyPage)
          for (const lang of ["fr", "en", "pt"]) {
            await page.goto(`${origin}${path}?lang=${lang}`, { waitUntil: "domcontentloaded" });
            for (const width of [320, 360, 1280]) {
              await page.setViewportSize({ width, height: 700 });
              const fits = await page.evaluate("document.documentElement.scrollWidth <= innerWidth");
              expect([path, lang, width, fits]).toEqual([path, lang, width, true]);
              expect(await page.locator("h1").isVisible(), path).toBe(true);
            }
          }
      });
    },
    120_000,
  );

  test("printed in the dark, each kind of screen is dark on white without what only a screen needs", async () => {
    await withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
      for (const path of [...oneOfEach, ...checks]) {
        await page.emulateMedia({ media: "screen", colorScheme: "dark" });
        await page.goto(origin + path);
        expect(await paperFindings(page), path).toEqual([]);
      }
    });
  });

  test("axe finds nothing with errors shown and every panel open", async () => {
    await withPage({ forAxe: true }, async (page) => {
      await page.goto(`${origin}/checkout/cs_custom`);
      await page.getByText("Autres moyens").click();
      for (const choice of await page.locator(".choice > label").all()) {
        await choice.click();
        expect(await axeViolations(page)).toEqual([]);
      }
      await page.getByText("Mobile money", { exact: true }).click();
      await page.getByText("Orange Money", { exact: true }).click();
      await page.getByRole("button", { name: /^Payer/ }).click();
      expect(await page.locator("[aria-invalid]").count()).toBeGreaterThan(2);
      expect(await axeViolations(page)).toEqual([]);
    });
  });

  test("a code comes last on a phone and first on a wide screen, and on a phone what opens it comes before it", async () => {
    const inOrder = (selectors: readonly string[]) => `${JSON.stringify(selectors)}
      .map((one) => [document.querySelector(one).getBoundingClientRect().top, one]).sort(([a], [b]) => a - b).map(([, one]) => one)`;
    const ways = ["MOBILE_MONEY", "CARD", "QR"].map((way) => `.choice:has([value=${way}])`);
    const [mobile = "", card = "", qr = ""] = ways;
    for (const [width, last, shown, acts] of [
      [360, null, [mobile, card, qr], ["a.main", "svg.qr"]],
      [1280, null, [qr, mobile, card], ["svg.qr", "a.main"]],
      [1280, "last=CARD~~", [card, mobile, qr], ["svg.qr", "a.main"]],
    ] as const)
      await withPage(
        {
          viewport: { width, height: 640 },
          ...(last === null ? {} : { extraHTTPHeaders: { cookie: last } }),
        },
        async (page) => {
          await page.goto(`${origin}/checkout/cs_open`);
          expect(await page.evaluate(inOrder(ways))).toEqual(shown);
          await page.goto(`${origin}/checkout/cs_qr`);
          expect(await page.evaluate(inOrder(acts))).toEqual(acts);
          // What comes first is in sight.
          expect(
            await page.evaluate(
              `document.querySelector("${acts[0]}").getBoundingClientRect().bottom <= innerHeight`,
            ),
          ).toBe(true);
        },
      );
  });

  test("text at 200 % stays whole at 320 px", async () => {
    await withPage({ viewport: { width: 320, height: 640 } }, async (page) => {
      for (const path of everyPage) {
        await page.goto(origin + path);
        // Script sets this one style through the object model, which the policy allows.
        await page.evaluate("document.documentElement.style.fontSize = '200%'");
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path).toBe(true);
      }
    });
  });

  test("an open amount is asked for at its field, and sent as typed; without the script one tap is enough", async () => {
    await withPage({ viewport: { width: 360, height: 640 } }, async (page) => {
      await page.goto(`${origin}/pay/active-open`);
      const before = fixture.opened();
      const go = page.getByRole("button", { name: "Continuer" });
      await go.click();
      await page.locator("#amount-error").getByText("Indiquez le montant.").waitFor();
      expect(await page.evaluate("document.activeElement.id")).toBe("amount");
      expect(fixture.opened()).toBe(before);
      await page.keyboard.type("2 500");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/checkout/cs_open");
      expect(fixture.chosen.at(-1)).toEqual({ amount: "2500" });
    });
    await withPage({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } }, async (page) => {
      await page.goto(`${origin}/pay/active-open?lang=en`);
      await page.getByRole("button", { name: "2,000 FCFA" }).click();
      await page.waitForURL("**/checkout/cs_open?lang=en");
      expect(fixture.chosen.at(-1)).toEqual({ amount: "2000" });
      await page.goto(`${origin}/pay/active-some?lang=pt`);
      await page.getByLabel("Quantidade").selectOption("4");
      await page.getByRole("button", { name: "Continuar" }).click();
      await page.waitForURL("**/checkout/cs_open?lang=pt");
      expect(fixture.chosen.at(-1)).toEqual({ quantity: 4 });
    });
  });

  test("the keyboard alone pays: arrows choose, Tab goes in, Enter sends", async () => {
    fixture.completed.length = 0;
    await withPage({}, async (page) => {
      await page.goto(`${origin}/checkout/cs_open`);
      await page.locator("#m0").focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await page.locator("#phone").focus();
      await page.keyboard.type("0701020304");
      await page.keyboard.press("Tab");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      const sent = page.waitForResponse((response) => response.request().method() === "POST");
      await page.keyboard.press("Enter");
      await sent;
    });
    expect(fixture.completed.map((request) => request.paymentDetails.operator)).toEqual(["MTN"]);
  });
});

describe.each([
  ["with", true],
  ["without", false],
])("leaving an attempt, %s JavaScript", (_name, javaScriptEnabled) => {
  test.each([
    ["fr", "Choisir un autre moyen", "Ne confirmez plus la demande précédente."],
    ["en", "Choose another way", "Do not confirm the earlier request any more."],
    ["pt", "Escolher outra forma", "Não confirme o pedido anterior."],
  ])("works in %s at 320, 360 and 1280 px", async (lang, button, said) => {
    for (const [width, state] of [
      [320, "waiting"],
      [360, "qr"],
      [1280, "wave"],
    ] as const) {
      const name = `left-${state}`;
      fixture.add(name, { ...sessionState(state), mayLeave: true });
      fixture.left.length = 0;
      await withPage({ javaScriptEnabled, viewport: { width, height: 700 } }, async (page) => {
        await page.goto(`${origin}/checkout/cs_${name}?lang=${lang}`);
        const out = page.getByRole("button", { name: button });
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        await page.route(`**/cs_${name}/leave**`, (route) => {
          fixture.add(name, { hasLeft: true });
          return route.continue();
        });
        await out.click();
        await page.getByText(said).waitFor();
        expect(await page.locator("#phone").isVisible()).toBe(true);
        expect(await page.locator("html").getAttribute("lang")).toBe(lang);
      });
      expect(fixture.left).toEqual([`cs_${name}`]);
    }
  });
});

describe("with JavaScript", () => {
  test("asks nothing of any other site, and breaks no rule of the policy", async () => {
    await withPage({}, async (page) => {
      const asked = new Set<string>();
      const complaints: string[] = [];
      page.on("request", (request) => asked.add(new URL(request.url()).origin));
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      for (const state of sessionStates) await page.goto(`${origin}/checkout/cs_${state}`);
      expect([...asked].filter((one) => one !== "null")).toEqual([origin]);
      expect(complaints).toEqual([]);
    });
  });

  test("runs nothing that a merchant has written into its texts", async () => {
    const hostile = hostileTexts.join(" ");
    await withPage({}, async (page) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      page.on("dialog", (dialog) => void dialog.dismiss());
      for (const state of ["hostiletext", "hostilereceipt"]) {
        fixture.add(state, {
          ...(state === "hostiletext" ? {} : { status: "SUCCEEDED" as const }),
          title: hostile,
          description: hostile,
          merchantName: hostile,
          successMessage: hostile,
          customFields: [{ key: "a", label: hostile, type: "TEXT", required: true, defaultValue: hostile }],
        });
        await page.goto(`${origin}/checkout/cs_${state}`);
        await page.waitForTimeout(100);
        expect(await page.evaluate("[typeof window.pwned, document.scripts.length]")).toEqual([
          "undefined",
          1,
        ]);
        expect(
          await page.locator("main, header").locator("img, iframe, object, embed, base, meta").count(),
        ).toBe(0);
      }
      expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith("data:"))).toEqual([]);
    });
  });

  test("groups the number, points to its operator, and gives way to the payer's choice", async () => {
    await withPage({}, async (page) => {
      await page.goto(`${origin}/checkout/cs_open`);
      await page.locator("#phone").pressSequentially("0501020304");
      expect(await page.locator("#phone").inputValue()).toBe("05 01 02 03 04");
      expect(await page.locator("[name=operator]:checked").getAttribute("value")).toBe("MTN");
      expect(await page.locator("#guess").textContent()).toContain("MTN MoMo");
      expect(await page.getByText("proposé").locator("visible=true").count()).toBe(1);
      await page.getByText("Wave", { exact: true }).click();
      await page.locator("#phone").press("Backspace");
      expect(await page.locator("[name=operator]:checked").getAttribute("value")).toBe("WAVE");
    });
  });

  test("the button stays where it is while the number is typed, and the field is in sight from the start", async () => {
    for (const [width, height] of [
      [360, 640],
      [320, 568],
    ] as const)
      await withPage({ viewport: { width, height } }, async (page) => {
        await page.goto(`${origin}/checkout/cs_open`);
        const edges = () =>
          page.evaluate(
            "['#phone', '.pay'].map((one) => document.querySelector(one).getBoundingClientRect().bottom)",
          ) as Promise<[field: number, button: number]>;
        const before = await edges();
        expect(before[0]).toBeLessThan(height);
        for (const digit of "0501020304") {
          await page.locator("#phone").press(digit);
          expect(await edges()).toEqual(before);
        }
      });
  });

  test("without a network nothing is sent, and that is said; the form stays as it was", async () => {
    fixture.completed.length = 0;
    await withPage({}, async (page, context) => {
      await page.goto(`${origin}/checkout/cs_open`);
      await page.locator("#phone").pressSequentially("0501020304");
      await context.setOffline(true);
      await page.getByRole("button", { name: /^Payer/ }).click();
      await page.getByText("Rien n’a été envoyé").waitFor();
      await context.setOffline(false);
      expect(await page.locator("#phone").inputValue()).toBe("05 01 02 03 04");
      const sent = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("button", { name: /^Payer/ }).click();
      await sent;
    });
    expect(fixture.completed).toHaveLength(1);
  });

  test.each([
    ["that never began is offered again", "OPEN", "Rien n’a été envoyé"],
    ["that began is shown", "SUCCEEDED", "Paiement réussi"],
  ] as const)(
    "a connection that breaks on the way: what is true is read, and a payment %s",
    async (_name, status, said) => {
      fixture.add("broken-off", {});
      await withPage({}, async (page) => {
        await page.goto(`${origin}/checkout/cs_broken-off`);
        await page.locator("#phone").pressSequentially("0501020304");
        await page.route("**/checkout/cs_broken-off", (route) => {
          if (route.request().method() !== "POST") return route.continue();
          fixture.change("broken-off", { status });
          return route.abort("connectionreset");
        });
        await page.getByRole("button", { name: /^Payer/ }).click();
        await page.getByText("Nous regardons si votre demande est partie").waitFor();
        await page.getByText(said).first().waitFor();
      });
    },
  );

  test("numbers are grouped also when they are written with the country's code or a zero in front", async () => {
    const congo = [
      { operator: "AIRTEL", displayName: "Airtel Money", countryCode: "CD" },
      { operator: "ORANGE", displayName: "Orange Money", countryCode: "CD" },
    ];
    await withPage({}, async (page) => {
      await page.goto(`${origin}/checkout/cs_open`);
      await page.locator("#phone").pressSequentially("2250501020304");
      expect(await page.locator("#phone").inputValue()).toBe("+225 05 01 02 03 04");
      expect(await page.locator("[name=operator]:checked").getAttribute("value")).toBe("MTN");
      fixture.offer(congo);
      await page.goto(`${origin}/checkout/cs_open?country=CD`);
      fixture.offer(null);
      await page.locator("#phone").pressSequentially("0991234567");
      expect(await page.locator("#phone").inputValue()).toBe("099 123 45 67");
      expect(await page.locator("[name=operator]:checked").getAttribute("value")).toBe("AIRTEL");
    });
  });

  test("says what is missing before anything is sent, and sends once", async () => {
    fixture.completed.length = 0;
    await withPage({}, async (page) => {
      await page.goto(`${origin}/checkout/cs_open`);
      const pay = page.getByRole("button", { name: /^Payer/ });
      await pay.click();
      expect(await page.locator("#phone-error").textContent()).toContain("Saisissez le numéro");
      expect(await page.evaluate("document.activeElement.id")).toBe("phone");
      await page.locator("#phone").pressSequentially("0501020304");
      expect(await page.locator("#phone-error").isVisible()).toBe(false);
      const shown = page.waitForEvent("load");
      await page.evaluate(
        "const b = document.querySelector('.pay'); b.click(); b.click(); b.form.requestSubmit()",
      );
      await shown;
    });
    expect(fixture.completed).toHaveLength(1);
  });

  test("shows the one-time code's field for the operator that wants it, and for no other", async () => {
    await withPage({}, async (page) => {
      await page.goto(`${origin}/checkout/cs_open`);
      expect(await page.locator("#otp").isVisible()).toBe(false);
      await page.getByText("Orange Money", { exact: true }).click();
      expect(await page.locator("#otp").isVisible()).toBe(true);
      expect(await page.locator("#otp-hint").textContent()).toContain("#144*82#");
      await page.getByText("MTN MoMo", { exact: true }).click();
      expect(await page.locator("#otp").isVisible()).toBe(false);
    });
  });

  test("copies the reference of a transfer and says so", async () => {
    await withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      await page.goto(`${origin}/checkout/cs_bank`);
      await page.getByRole("button", { name: "Copier : Référence" }).click();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe("CAU-7K2M9Q");
      expect(await page.locator("#copied").textContent()).toBe("Copié");
    });
  });

  test("a payment that succeeds turns the waiting page into the receipt", async () => {
    await withPage({}, async (page) => {
      fixture.change("waiting", { status: "PROCESSING" });
      await page.goto(`${origin}/checkout/cs_waiting`);
      fixture.change("waiting", { status: "SUCCEEDED", nextStep: null });
      await page.getByRole("heading", { name: "Paiement réussi" }).waitFor();
      fixture.change("waiting", { status: "PROCESSING", nextStep: "POLL" });
    });
  });

  test("a form whose time is over gives way to what is true then", async () => {
    await withPage({}, async (page) => {
      const nowMs = Date.parse("2026-11-21T08:00:00.000Z");
      fixture.add("short", { nowMs, expiresAt: "2026-11-21T08:00:02.000Z" });
      await page.goto(`${origin}/checkout/cs_short`);
      expect(await page.locator(".left").textContent()).toMatch(/ · encore [12] s/);
      await withPage({}, async (cutOff, context) => {
        await cutOff.goto(`${origin}/checkout/cs_short`);
        await context.setOffline(true);
        await cutOff.locator("#phone").pressSequentially("0501");
        fixture.change("short", { status: "EXPIRED" });
        const over = (of: Page) => of.getByRole("heading", { name: "Le délai de paiement est dépassé" });
        await over(page).waitFor();
        // Without a network the form waits: a browser that reloads would show its own error page.
        await cutOff.waitForTimeout(2_000);
        expect(await cutOff.locator("#phone").inputValue()).toBe("05 01");
        await context.setOffline(false);
        await over(cutOff).waitFor();
      });
    });
  });

  test("a failed attempt whose money comes late turns into the receipt without another try", async () => {
    await withPage({}, async (page) => {
      fixture.add("latemoney", { ...sessionState("failed"), endedTransfer: null });
      await page.goto(`${origin}/checkout/cs_latemoney`);
      expect(await page.getByText("Vous pouvez recommencer").count()).toBe(0);
      fixture.change("latemoney", { ...sessionState("paidlate"), sessionId: "cs_latemoney" });
      // The tab comes to the front again: the script asks at once.
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await page.getByRole("heading", { name: "Paiement reçu après le délai" }).waitFor();
    });
  });

  test("a lost connection is said, and the page comes back by itself", async () => {
    await withPage({}, async (page, context) => {
      await page.goto(`${origin}/checkout/cs_waiting`);
      await context.setOffline(true);
      await page.getByText("Connexion perdue").waitFor();
      await context.setOffline(false);
      await page.getByText("En attente de votre confirmation").waitFor();
    });
  });

  test("the focus goes to the summary of errors, and each line to its field", async () => {
    await withPage({ javaScriptEnabled: true }, async (page) => {
      await page.goto(`${origin}/checkout/cs_custom`);
      // As a browser without the script would send it.
      await page.evaluate("document.querySelector('form').submit()");
      await page.locator("#errors").waitFor();
      expect(await page.evaluate("document.activeElement.id")).toBe("errors");
      await page.getByRole("link", { name: /Taille/ }).click();
      expect(await page.evaluate("document.activeElement.id")).toBe("cf-size");
    });
  });
});

describe("without JavaScript", () => {
  test("panels open, the form goes, its gaps come back and what was typed stays", async () => {
    fixture.completed.length = 0;
    await withPage({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${origin}/checkout/cs_open`);
      await page.getByText("Autres moyens").click();
      await page.getByText("Virement bancaire").click();
      expect(await page.locator("#payer_name").isVisible()).toBe(true);
      expect(await page.locator("#phone").isVisible()).toBe(false);
      await page.getByText("Mobile money", { exact: true }).click();
      await page.locator("#phone").fill("0501020304");
      await page.getByRole("button", { name: /^Payer/ }).click();
      await page.getByText("Vérifiez l’opérateur").first().waitFor();
      expect(await page.locator("#phone").inputValue()).toBe("0501020304");
      expect(await page.locator("[name=operator]:checked").getAttribute("value")).toBe("MTN");
      const sent = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("button", { name: /^Payer/ }).click();
      await sent;
    });
    expect(fixture.completed).toHaveLength(1);
  });

  test("the waiting page looks again by itself, and shows the receipt", async () => {
    await withPage({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${origin}/checkout/cs_checking`);
      fixture.change("checking", { status: "SUCCEEDED", unknown: false });
      await page.getByRole("heading", { name: "Paiement réussi" }).waitFor();
      fixture.change("checking", { status: "PROCESSING", unknown: true });
    });
  });

  test("countries change by a link", async () => {
    await withPage({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${origin}/checkout/cs_open`);
      await page.locator("details.country summary").click();
      await page.getByRole("link", { name: /Sénégal/ }).click();
      await page.getByText("Mixx by Yas", { exact: true }).waitFor();
      expect(await page.locator("input[value=FREE]").isDisabled()).toBe(true);
    });
  });
});
