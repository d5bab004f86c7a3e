import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSystemRandom } from "../../src/kit/random.ts";
import { mtnMomoStandIn } from "../../src/providers/mtn-momo/stand-in.ts";
import { CONTROL_PATH } from "../../src/stand-ins/control-page.tsx";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import { type Hand, hands } from "../harness/hands.ts";
import { mailsTo } from "../harness/mails.ts";
import { picturesOf } from "../harness/pictures.ts";
import { proveIfAsked, type Screens, startScreens } from "../harness/screens.ts";
import { fillDossierByHand } from "./dossier-by-hand.ts";
import { journeyPictures } from "./journey-pictures.ts";

/**
 * From the invitation of an owner to the first live payment, in the browser alone: two operators in the console, the owner
 * in the dashboard, the payer at the payer's page, and the page of the provider's stand-in, which decides. Only the shop's
 * own server calls the API, with the key that the owner has made. Pictures: `PICTURES=docs/images`.
 */
const PATIENCE_MS = 240_000;
/** Until the page of the stand-in decides: longer than the test. */
const NEVER_MS = 24 * 3_600_000;
const PHONE = "0505050789";
const takePicture = picturesOf("console");
let screens: Screens;
let provider: RunningStandIn;

beforeAll(async () => {
  screens = await startScreens();
  provider = await openStandIn(mtnMomoStandIn, {
    clock: screens.test.clock,
    random: createSystemRandom(),
    settleAfterMs: NEVER_MS,
  });
}, 120_000);
afterAll(async () => {
  await provider?.close();
  await screens?.stop();
});

describe.each(hands)("$title", ({ title, look, of }) => {
  const isDesk = title === "by keyboard";
  const take = journeyPictures(title);
  const merchant = isDesk ? "Chez Binta" : "Chez Awa";
  const account = `MTN ${title}`;
  const notice = (page: Page, text: string) => page.locator(".notice", { hasText: text });
  const proposed = (page: Page) => notice(page, "un autre opérateur doit confirmer");
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const inDialog = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name });

  const operate = (
    as: "operator" | "colleague",
    at: string,
    use: (page: Page, hand: Hand) => Promise<void>,
  ) => screens.open({ ...look, as, at }, (page) => use(page, of(page)));

  /** The other operator opens the list of what waits, and confirms what is there. */
  const colleagueConfirms = (what: RegExp) =>
    operate("colleague", "now", async (page, hand) => {
      await hand.goTo("À confirmer");
      await page.getByRole("heading", { name: what }).first().waitFor();
      await hand.press(button(page, "Confirmer").first());
      await hand.press(inDialog(page, "Confirmer"));
      await proveIfAsked(screens, page, notice(page, "Confirmé : c’est fait."));
    });

  it("an account at a provider is added, tested and enabled, and a rule leads to it: each by two", {
    timeout: PATIENCE_MS,
  }, async () => {
    const settings = mtnMomoStandIn.accountSettings(provider.url, isDesk ? "first" : "second");
    await operate("operator", "providers?mode=LIVE", async (page, hand) => {
      await hand.press(button(page, "Ajouter un compte"));
      const dialog = page.getByRole("dialog");
      await hand.choose(dialog.getByLabel("Prestataire"), "mtn_momo");
      await hand.write(dialog.getByLabel("Nom", { exact: true }), account);
      for (const [name, value] of Object.entries(settings))
        await hand.write(dialog.getByLabel(new RegExp(`^${name}(?:, facultatif)?$`)), value);
      await hand.press(inDialog(page, "Ajouter un compte"));
      await proveIfAsked(screens, page, proposed(page));
    });
    await colleagueConfirms(/Ajouter un compte/);
    await operate("operator", "providers?mode=LIVE", async (page, hand) => {
      await hand.press(page.getByRole("link", { name: account }));
      await hand.press(button(page, "Tester le compte"));
      await page
        .getByText(/Le compte répond|refuserait notre adresse|would refuse our callback/)
        .first()
        .waitFor();
      if (isDesk) await takePicture(page, "live-account-tested");
      await hand.press(button(page, "Activer"));
      await proveIfAsked(screens, page, proposed(page));
    });
    await colleagueConfirms(/Changer un compte/);
    await operate("operator", "routing", async (page, hand) => {
      await hand.press(button(page, "Ajouter une règle"));
      const dialog = page.getByRole("dialog");
      await hand.write(dialog.getByLabel("Pays"), "ci");
      await hand.write(dialog.getByLabel("Opérateur"), "mtn");
      await hand.press(inDialog(page, "Essai à blanc"));
      await dialog.getByText("Avec cette règle").waitFor();
      await hand.press(inDialog(page, "Ajouter une règle"));
      await proveIfAsked(screens, page, proposed(page));
    });
    await colleagueConfirms(/Ajouter une règle/);
  });

  it("a merchant is invited, joins with a passkey, is reviewed by two, makes a live key, and is paid", {
    timeout: PATIENCE_MS,
  }, async () => {
    const { test } = screens;
    const email = isDesk ? "binta@owners.example" : "awa@owners.example";
    await operate("operator", "merchants", async (page, hand) => {
      const dialog = page.getByRole("dialog");
      await hand.press(button(page, "Ajouter un marchand"));
      await hand.write(dialog.getByLabel("Nom", { exact: true }), merchant);
      await hand.write(dialog.getByLabel("Pays"), "CI");
      await hand.press(inDialog(page, "Ajouter un marchand"));
      await hand.press(page.getByRole("link", { name: merchant }));
      await hand.press(button(page, "Ouvrir un portefeuille"));
      await hand.write(dialog.getByLabel("Devise"), "xof");
      await hand.press(inDialog(page, "Ouvrir un portefeuille"));
      await notice(page, "Le portefeuille est ouvert.").waitFor();
      await page.getByRole("table", { name: "Portefeuilles" }).getByText("XOF").waitFor();
      await hand.press(button(page, "Inviter le propriétaire"));
      await hand.write(dialog.getByLabel("Adresse e-mail"), email);
      await take(page, "invite", dialog);
      await hand.press(inDialog(page, "Inviter le propriétaire"));
      await proveIfAsked(screens, page, page.getByText(`${email} : invité jusqu’au`));
      await hand.press(button(page, "Activer"));
      await hand.press(inDialog(page, "Activer"));
      await proveIfAsked(screens, page, button(page, "Suspendre"));
    });
    await test.drain();
    const link = (await mailsTo(test, email)).at(-1)?.link ?? "";

    await screens.open({ ...look, as: "OWNER", at: "" }, async (page) => {
      const hand = of(page);
      await joinWithPasskey(page, hand, link, () => take(page, "join"));
      await page.goto(new URL("/dashboard", page.url()).href);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.locator(".brand").innerText()).toContain(merchant);
      const [, merchantId = ""] = /dashboard\/([^/]+)/.exec(page.url()) ?? [];
      const root = new URL(`/dashboard/${merchantId}/live`, page.url()).href;

      await page.goto(`${root}/setup`);
      await fillDossierByHand(page, hand);
      await hand.press(button(page, "Envoyer le dossier"));
      await page.getByText("Nous avons votre dossier.").waitFor();
      await take(page, "dossier");

      await operate("operator", "work?kind=DOSSIER", async (desk, other) => {
        await other.press(
          desk
            .locator("tbody")
            .getByRole("link", { name: /Dossier à examiner/ })
            .first(),
        );
        await other.press(button(desk, "Commencer l’examen"));
        await other.press(inDialog(desk, "Commencer l’examen"));
        await other.press(button(desk, "Proposer une décision"));
        await other.write(desk.getByRole("dialog").getByLabel("Raison"), "Dossier complet");
        await take(desk, "review", desk.getByRole("dialog"));
        await other.press(inDialog(desk, "Proposer une décision"));
        await proveIfAsked(screens, desk, desk.getByText(/Votre proposition attend l’un de/));
      });
      await operate("colleague", "work?kind=DOSSIER_DECISION", async (desk, other) => {
        await other.press(
          desk
            .locator("tbody")
            .getByRole("link", { name: /Décision sur un dossier/ })
            .first(),
        );
        await other.press(desk.getByRole("link", { name: new RegExp(merchant) }).first());
        await other.press(button(desk, "Confirmer"));
        await inDialog(desk, "Confirmer").waitFor();
        await take(desk, "confirm", desk.getByRole("dialog"));
        await other.press(inDialog(desk, "Confirmer"));
        await proveIfAsked(screens, desk, desk.getByText("Accepté", { exact: true }).first());
      });

      await page.goto(`${root}/developers/keys`);
      await hand.press(button(page, "Créer une clé"));
      await hand.write(page.getByRole("dialog").getByLabel("Nom", { exact: true }), "Boutique");
      await hand.press(inDialog(page, "Créer une clé"));
      const key = await page.locator(".secret code").innerText();
      const session = await test.request("POST", "/checkout/sessions", {
        apiKey: key,
        body: { amount: "5000", currency: "XOF", title: "Pagne wax", reference: "CMD-1" },
      });
      expect(session.status, JSON.stringify(session.body.error)).toBe(201);
      await hand.press(button(page, "Je l’ai gardé"));

      await payAtThePage(page, look, session.body.data.url, (payer) => take(payer, "payer"));

      await page.goto(`${root}/payments`);
      await hand.press(page.getByRole("link", { name: /^5\s000/ }));
      await page.locator(".payment-head").getByText("Vous pouvez livrer").waitFor();
      await page.locator(".payment-head").getByText("CMD-1").waitFor();
      await take(page, "live-payment");
    });
    await operate("operator", "payments?mode=LIVE", async (page, hand) => {
      await hand.press(page.locator("tbody tr", { hasText: merchant }).getByRole("link").first());
      await page.getByText(account).or(page.getByText("mtn_momo")).first().waitFor();
    });
  });
});

/** A device with finger or face: both factors at once. */
async function joinWithPasskey(
  page: Page,
  hand: Hand,
  link: string,
  take: () => Promise<void>,
): Promise<void> {
  await page.context().clearCookies();
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(new URL(new URL(link).pathname, page.url()).href);
  await hand.write(page.locator("#name"), "Awa Diop");
  await take();
  await hand.press(page.locator("form[data-passkey] button"));
  await page.waitForURL(/\/account\/codes$/);
  await hand.press(page.locator("main form button"));
  await page.waitForURL(/\/account\?saved=1$/);
}

/** The payer, at the payer's page on a phone of their own; the stand-in's page says that they confirmed. */
async function payAtThePage(
  page: Page,
  look: (typeof hands)[number]["look"],
  url: string,
  take: (payer: Page) => Promise<void>,
): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("the page belongs to a browser");
  const context = await browser.newContext({ ...look, locale: "fr-FR" });
  try {
    const payer = await context.newPage();
    await payer.clock.setFixedTime(new Date(screens.test.clock.nowMs()));
    await payer.goto(url);
    await payer.locator("#phone").fill(PHONE);
    await payer.getByRole("button", { name: /^Payer 5\s000/ }).click();
    await payer.getByRole("heading", { name: "Confirmez sur votre téléphone" }).waitFor();
    await take(payer);
    const standIn = await context.newPage();
    await standIn.goto(`${provider.url}${CONTROL_PATH}`);
    await standIn.getByText(/^PAYMENT .*5,000 PENDING$/).waitFor();
    await standIn.getByRole("button", { name: "The payer confirms" }).click();
    await standIn
      .getByText(/^PAYMENT .*5,000 SUCCEEDED$/)
      .first()
      .waitFor();
    await screens.test.advance(3_000);
    await payer.bringToFront();
    await payer.getByRole("heading", { name: "Paiement réussi" }).waitFor();
  } finally {
    await context.close();
  }
}
