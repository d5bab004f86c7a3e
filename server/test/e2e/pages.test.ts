import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { axeViolations, inNewTab, launchBrowser, type TestBrowser } from "../harness/browser.ts";
import { chooseMethod } from "../harness/payer-page.ts";
import { isDeep } from "../harness/tier.ts";

/**
 * The payer's journeys in a real browser, through the whole service and the simulator, with JavaScript and without. The
 * test moves the clock; the page waits in real time.
 */
let app: TestApp;
let browser: TestBrowser;

beforeAll(async () => {
  app = await startTestApp();
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

interface Created {
  readonly id: string;
  readonly url: string;
}

async function newSession(fields: Readonly<Record<string, unknown>> = {}): Promise<Created> {
  const { status, body } = await app.request("POST", "/checkout/sessions", {
    body: { amount: "12500", currency: "XOF", title: "Commande n° 2041", ...fields },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}

async function attemptsOf(session: Created): Promise<number> {
  const { body } = await app.request("GET", `/checkout/sessions/${session.id}/attempts`);
  return body.data.length;
}

/** A page at 320 px; the journey fails when the page contacts any other site. */
async function visit(
  javaScriptEnabled: boolean,
  url: string,
  journey: (page: Page) => Promise<void>,
): Promise<void> {
  const context: BrowserContext = await browser.newContext({
    javaScriptEnabled,
    viewport: { width: 320, height: 640 },
    reducedMotion: "reduce",
    // axe runs on the same journey where JavaScript is enabled.
    forAxe: javaScriptEnabled,
  });
  const elsewhere: string[] = [];
  context.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (origin !== app.origin && origin !== "null") elsewhere.push(request.url());
  });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await journey(page);
    expect(elsewhere).toEqual([]);
  } finally {
    await context.close();
  }
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const pay = (page: Page) => page.getByRole("button", { name: /^Payer/ }).click();

async function payByPhone(page: Page, operator: string, phone: string): Promise<void> {
  await page.locator("#phone").fill(phone);
  await page.locator(".tile:visible > label", { hasText: operator }).click();
  await pay(page);
}

/** The deep tier runs the same journeys without the script. */
const modes: readonly [string, boolean][] = [
  isDeep ? ["without JavaScript", false] : ["with JavaScript", true],
];

describe.each(modes)("%s", (_name, js) => {
  /** The screen is right, complete at 320 px, and accessible. */
  const screen = async (page: Page, name: string): Promise<void> => {
    await heading(page, name).waitFor();
    if (!js) return;
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  };
  /** Moves the clock; a browser without the script reloads by its link rather than after five seconds. */
  const later = async (page: Page, ms: number): Promise<void> => {
    await app.advance(ms);
    const refresh = page.getByRole("link", { name: "Actualiser" });
    if (!js && (await refresh.count()) > 0) await refresh.click();
  };
  const receipt = async (page: Page, session: Created): Promise<void> => {
    await screen(page, "Paiement réussi");
    const { body } = await app.request("GET", `/payments/charges?sessionId=${session.id}`);
    expect(body.data[0]).toMatchObject({ status: "SUCCEEDED" });
    expect(await page.locator(".rows").textContent()).toContain(body.data[0].provider.transactionId);
  };

  test("mobile money: the number, the phone's confirmation, the receipt and the way back", async () => {
    const session = await newSession({ successUrl: "https://shop.example/ok?s={CHECKOUT_SESSION_ID}" });
    await visit(js, session.url, async (page) => {
      await screen(page, "Choisissez comment payer");
      await payByPhone(page, "MTN MoMo", "05 05 05 07 89");
      await screen(page, "Confirmez sur votre téléphone");
      await page.reload();
      await later(page, 3_000);
      await receipt(page, session);
      const back = await page.getByRole("link", { name: /^Retour/ }).getAttribute("href");
      expect(back).toBe(`https://shop.example/ok?s=${session.id}`);
    });
    expect(await attemptsOf(session)).toBe(1);
  });

  test("a failure says why and what to do, keeps what was typed, and the next try pays", async () => {
    const session = await newSession();
    await visit(js, session.url, async (page) => {
      await payByPhone(page, "MTN MoMo", "05 05 05 00 49");
      await heading(page, "Confirmez sur votre téléphone").waitFor();
      await later(page, 3_000);
      await screen(page, "Le paiement n’a pas abouti");
      const { body } = await app.request("GET", `/checkout/pay/${session.id}/status`, { apiKey: null });
      expect(body.data.failureCode).toBe("INSUFFICIENT_FUNDS");
      const said = (await page.locator(".notice .lead").textContent()) ?? "";
      expect(said).not.toBe("");
      expect(body.data.failureMessage).toContain(said);
      expect(await page.locator("#phone").inputValue()).toBe("05 05 05 00 49");
      expect(await page.locator("[name=operator]:checked").getAttribute("value")).toBe("MTN");
      await page.locator("#phone").fill("05 05 05 07 89");
      await pay(page);
      await heading(page, "Confirmez sur votre téléphone").waitFor();
      await later(page, 3_000);
      await receipt(page, session);
    });
    expect(await attemptsOf(session)).toBe(2);
  });

  test("an unknown outcome says not to pay again, offers no form, and ends in the truth", async () => {
    const session = await newSession();
    await visit(js, session.url, async (page) => {
      await payByPhone(page, "MTN MoMo", "05 05 05 02 89");
      await screen(page, "Nous vérifions votre paiement");
      expect(await page.getByText("Ne payez pas une seconde fois.").isVisible()).toBe(true);
      expect(await page.locator("form").count()).toBe(0);
      await later(page, 10_000);
      await receipt(page, session);
    });
  });

  if (!isDeep) return;
  test("Wave: the operator's page and back", async () => {
    const session = await newSession();
    await visit(js, session.url, async (page) => {
      await payByPhone(page, "Wave", "07 07 07 07 89");
      await page.waitForURL(/\/simulator\/pay\//);
      await pay(page);
      await page.waitForURL(/\/checkout\//);
      await later(page, 3_000);
      await receipt(page, session);
    });
  });

  test("card: the acquirer's page and back", async () => {
    const session = await newSession();
    await visit(js, session.url, async (page) => {
      await chooseMethod(page, "Carte bancaire");
      await page.getByRole("button", { name: "Continuer vers la page de la banque" }).click();
      await page.waitForURL(/\/simulator\/pay\//);
      await page.getByText("Cartes de test", { exact: true }).click();
      await page.getByRole("button", { name: "4242 4242 4242 4242" }).click();
      await page.waitForURL(/\/checkout\//);
      await later(page, 3_000);
      await receipt(page, session);
    });
  });

  test("card: a payer who comes back without paying is not sent away again, and can go on", async () => {
    const session = await newSession();
    await visit(js, session.url, async (page) => {
      await chooseMethod(page, "Carte bancaire");
      await page.getByRole("button", { name: "Continuer vers la page de la banque" }).click();
      await page.waitForURL(/\/simulator\/pay\//);
      await page.goto(session.url);
      await screen(page, "Continuez pour confirmer");
      await page.waitForTimeout(300);
      expect(page.url()).toBe(session.url);
      await page.getByRole("link", { name: "Continuer" }).click();
      await page.waitForURL(/\/simulator\/pay\//);
    });
    expect(await attemptsOf(session)).toBe(1);
  });

  test("wallet: the PIN on its own page and back", async () => {
    const session = await newSession();
    const wallet = app.payerWallets.find((one) => one.currency === "XOF" && BigInt(one.balance) >= 12_500n);
    await visit(js, session.url, async (page) => {
      await chooseMethod(page, "Portefeuille");
      await page.locator("#wallet").fill(wallet?.phone ?? "");
      await page.getByRole("button", { name: "Continuer vers la confirmation" }).click();
      await page.waitForURL(/\/simulator\/pay\//);
      await page.locator("#pin").fill(wallet?.pin ?? "");
      await pay(page);
      await page.waitForURL(/\/checkout\//);
      await later(page, 3_000);
      await receipt(page, session);
    });
  });

  test("QR: the code to scan, to save, and as a link on the same phone", async () => {
    const session = await newSession();
    await visit(js, session.url, async (page) => {
      await chooseMethod(page, "Code QR");
      await page.getByRole("button", { name: "Afficher le code QR" }).click();
      await screen(page, "Scannez pour payer");
      expect(await page.getByRole("img", { name: /^Code QR/ }).isVisible()).toBe(true);
      const picture = await page.getByRole("link", { name: "Enregistrer le code" }).getAttribute("href");
      expect((await app.request("GET", `${app.origin}${picture}`, { apiKey: null })).status).toBe(200);
      await page.getByRole("link", { name: "Payer sur ce téléphone" }).click();
      await pay(page);
      await page.waitForURL(/\/checkout\//);
      await later(page, 3_000);
      await receipt(page, session);
    });
  });

  test("bank transfer: the account and the reference, and the receipt when the money is there", async () => {
    const session = await newSession();
    await visit(js, session.url, async (page) => {
      await chooseMethod(page, "Virement bancaire");
      await page.locator("#payer_name").fill("Awa Kouassi");
      await page.getByRole("button", { name: "Afficher les coordonnées bancaires" }).click();
      await screen(page, "Faites votre virement");
      const bank = await page.context().newPage();
      const link = page.getByRole("link", { name: "Test : faire le virement au simulateur" });
      await bank.goto((await link.getAttribute("href")) ?? "");
      await bank.getByRole("button", { name: "Montant exact" }).click();
      await bank.getByText("Le virement est arrivé.").waitFor();
      await later(page, 3_000);
      await receipt(page, session);
    });
  });

  test("the one-time code is asked for before the attempt, and a wrong one can be corrected", async () => {
    const session = await newSession();
    await visit(js, `${session.url}?country=BF`, async (page) => {
      await page.locator("#phone").fill("70 12 37 89");
      await page.locator(".tile:visible > label", { hasText: "Orange Money" }).click();
      expect(await page.getByRole("link", { name: "Composer *144*4*6*12500#" }).isVisible()).toBe(true);
      await page.locator("#otp").fill("12");
      await pay(page);
      await page.locator("#errors").getByRole("link", { name: /code/i }).waitFor();
      expect(await attemptsOf(session)).toBe(0);
      await page.locator("#otp").fill("123456");
      await pay(page);
      await heading(page, "Confirmez sur votre téléphone").waitFor();
      await later(page, 3_000);
      await receipt(page, session);
    });
  });

  test("the merchant's own questions are asked, and answered once", async () => {
    const session = await newSession({
      customFields: [
        {
          key: "size",
          label: "Taille",
          type: "DROPDOWN",
          required: true,
          options: [{ value: "m", label: "M" }],
        },
        { key: "email", label: "E-mail", type: "EMAIL", required: false },
      ],
    });
    await visit(js, session.url, async (page) => {
      await page.getByLabel("E-mail (facultatif)").fill("pas une adresse");
      await page.getByLabel("Taille").selectOption("m");
      await payByPhone(page, "MTN MoMo", "05 05 05 07 89");
      await page.locator("#errors").getByRole("link", { name: "Vérifiez « E-mail »." }).click();
      await page.getByLabel("E-mail (facultatif)").fill("awa@example.org");
      await pay(page);
      await heading(page, "Confirmez sur votre téléphone").waitFor();
      await later(page, 3_000);
      await receipt(page, session);
    });
  });

  test("a payment link makes a session at the payer's click, and says when it has served", async () => {
    const { status, body } = await app.request("POST", "/payments/links", {
      body: { amount: "5000", currency: "XOF", title: "Cotisation", reusable: false },
      headers: { "idempotency-key": `link-${js}` },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    await visit(js, body.data.url, async (page) => {
      await screen(page, "Prêt à payer ?");
      expect(
        (await app.request("GET", `/checkout/sessions?paymentLinkId=${body.data.id}`)).body.data,
      ).toEqual([]);
      await pay(page);
      await page.waitForURL(/\/checkout\/cs_/);
      await payByPhone(page, "MTN MoMo", "05 05 05 07 89");
      await heading(page, "Confirmez sur votre téléphone").waitFor();
      await later(page, 3_000);
      await screen(page, "Paiement réussi");
      await page.goto(body.data.url);
      await screen(page, "Ce lien a déjà servi");
    });
  });

  test("expired, cancelled and unknown sessions each say so", async () => {
    const expired = await newSession();
    await app.request("POST", `/checkout/sessions/${expired.id}/expire`, { body: {} });
    await visit(js, expired.url, (page) => screen(page, "Le délai de paiement est dépassé"));
    const cancelled = await newSession();
    await app.request("POST", `/checkout/sessions/${cancelled.id}/cancel`, { body: {} });
    await visit(js, cancelled.url, (page) => screen(page, "Ce paiement a été annulé"));
    await visit(js, `${app.origin}/checkout/cs_nothing`, (page) =>
      screen(page, "Page de paiement introuvable"),
    );
  });
});

if (isDeep) {
  test("every failure has its own message on the page, the one the API gives", async () => {
    const endings = [
      "019",
      "029",
      "039",
      "049",
      "059",
      "069",
      "079",
      "089",
      "099",
      "109",
      "119",
      "149",
      "319",
      "349",
    ];
    const seen = new Set<string>();
    for (const ending of endings) {
      const session = await newSession();
      await visit(false, session.url, async (page) => {
        await payByPhone(page, "MTN MoMo", `05 05 05 0${ending.slice(0, 1)} ${ending.slice(1)}`);
        await app.advance(6_000, 2_000);
        await page.goto(session.url);
        const { body } = await app.request("GET", `/checkout/pay/${session.id}/status`, { apiKey: null });
        expect(body.data.status, ending).toBe("FAILED");
        const sentences = await page.locator(".notice .head > p:not(.quiet)").allTextContents();
        expect(sentences.join(" ")).toBe(body.data.failureMessage);
        seen.add(body.data.failureCode);
      });
    }
    expect(seen.size).toBe(14);
  }, 120_000);
} else {
  test("two tabs and the back button make one payment", async () => {
    const session = await newSession();
    await visit(true, session.url, async (page) => {
      const second = await page.context().newPage();
      await second.goto(session.url);
      await payByPhone(page, "MTN MoMo", "05 05 05 07 89");
      await heading(page, "Confirmez sur votre téléphone").waitFor();
      await payByPhone(second, "MTN MoMo", "05 05 05 06 79");
      await heading(second, "Confirmez sur votre téléphone").waitFor();
      await page.goBack();
      await app.advance(3_000);
      await heading(second, "Paiement réussi").waitFor();
      await heading(await inNewTab(page, session.url), "Paiement réussi").waitFor();
    });
    expect(await attemptsOf(session)).toBe(1);
  });

  test("English and Portuguese payers read their language from the first screen to the receipt", async () => {
    for (const [lang, first, wait, last] of [
      ["en", "Choose how to pay", "Confirm on your phone", "Payment successful"],
      ["pt", "Escolha como pagar", "Confirme no seu telefone", "Pagamento concluído"],
    ] as const) {
      const session = await newSession({ locale: lang });
      await visit(true, session.url, async (page) => {
        await heading(page, first).waitFor();
        expect(await page.locator("html").getAttribute("lang")).toBe(lang);
        await page.locator("#phone").fill("05 05 05 07 89");
        await page.locator(".tile:visible > label", { hasText: "MTN MoMo" }).click();
        await page.locator(".pay:visible").click();
        await heading(page, wait).waitFor();
        await app.advance(3_000);
        await heading(page, last).waitFor();
        expect(await axeViolations(page)).toEqual([]);
      });
    }
  });
}
