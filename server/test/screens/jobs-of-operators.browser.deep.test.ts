import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hands } from "../harness/hands.ts";
import { mailsTo } from "../harness/mails.ts";
import { fillDossier, ownerKey } from "../harness/onboarding.ts";
import { data } from "../harness/payout-setup.ts";
import { proveIfAsked, type Screens, startScreens } from "../harness/screens.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/**
 * What operators do in a day, each job by keyboard and by touch. Other tests do: outages (`web/console/outages`), held money
 * and what has no outcome (`deciding`), the second person (`approvals`), the queue and its hand-over (`work`), routing,
 * reconciliation and the books (`money`), the bank (`bank`), fees (`fees`).
 */
/** Several pages, and persons, one after another. */
const PATIENCE_MS = 90_000;
let screens: Screens;
let second: string;

beforeAll(async () => {
  screens = await startScreens();
  second = (await screens.test.operator("second")).token;
}, 120_000);
afterAll(() => screens?.stop());

describe.each(hands)("$title", ({ title, look, of }) => {
  const as = "operator";
  const press = (page: Page, name: string) => of(page).press(page.getByRole("button", { name, exact: true }));
  const send = (page: Page, name: string) =>
    of(page).press(page.getByRole("dialog").getByRole("button", { name, exact: true }));

  it("takes a merchant in: adds it, invites its owner, who joins, and activates it", {
    timeout: PATIENCE_MS,
  }, async () => {
    const { test } = screens;
    const name = `Chez Awa ${title}`;
    const email = `${title.replace(" ", "-")}@owners.example`;
    await screens.open({ ...look, as, at: "merchants" }, async (page) => {
      const hand = of(page);
      const dialog = page.getByRole("dialog");
      await press(page, "Ajouter un marchand");
      await hand.write(dialog.getByLabel("Nom", { exact: true }), name);
      await hand.write(dialog.getByLabel("Pays"), "CI");
      await send(page, "Ajouter un marchand");
      await hand.press(page.getByRole("link", { name }));
      await press(page, "Inviter le propriétaire");
      await hand.write(dialog.getByLabel("Adresse e-mail"), email);
      await send(page, "Inviter le propriétaire");
      await proveIfAsked(screens, page, page.getByText(`${email} : invité jusqu’au`));
      await press(page, "Activer");
      await send(page, "Activer");
      await proveIfAsked(screens, page, page.getByRole("button", { name: "Suspendre" }));
    });
    await test.drain();
    const link = (await mailsTo(test, email)).at(-1)?.link ?? "";
    await screens.open({ ...look, as: "OWNER", at: "" }, async (page) => {
      const hand = of(page);
      await page.context().clearCookies();
      await page.goto(new URL(new URL(link).pathname, page.url()).href);
      await hand.write(page.locator("#name"), "Awa Diop");
      await hand.write(page.locator("#password"), "douze grands tambours");
      await hand.press(page.locator("form:has(#password) button[type=submit]").first());
      await page.waitForURL(/\/(account|dashboard)/);
      await page.goto(new URL("/dashboard", page.url()).href);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.locator(".brand").innerText()).toContain(name);
    });
  });

  it("reviews its dossier with a colleague, who confirms, and business is open", {
    timeout: PATIENCE_MS,
  }, async () => {
    const { test } = screens;
    const operator = (await test.operator()).token;
    const merchant = data(
      await test.request("POST", "/tenant/merchants", {
        apiKey: operator,
        body: { displayName: `Atelier ${title}`, countryCode: "CI" },
      }),
    );
    const key = await ownerKey(test, { operator, merchantId: merchant.id, mode: "SANDBOX" });
    await fillDossier(test, key);
    data(await test.request("POST", "/merchant-owner/onboarding/submit", { apiKey: key }));
    const found = await test.request("GET", `/tenant/merchants/${merchant.id}`, { apiKey: operator });
    const dossierId: string = data(found).dossiers[0].id;
    await screens.open({ ...look, as, at: "kyb" }, async (page) => {
      const hand = of(page);
      await hand.press(page.locator(`main a[href*="${dossierId}"]`).first());
      await press(page, "Commencer l’examen");
      await send(page, "Commencer l’examen");
      await press(page, "Proposer une décision");
      await hand.write(page.getByRole("dialog").getByLabel("Raison"), "Dossier complet");
      await send(page, "Proposer une décision");
      await proveIfAsked(screens, page, page.getByText(/Votre proposition attend l’un de/));
      await page.getByRole("button", { name: "Confirmer", exact: true }).waitFor({ state: "detached" });
    });
    const read = () => test.request("GET", `/tenant/kyb/${dossierId}`, { apiKey: second });
    const { proposedDecision } = data(await read());
    data(
      await test.request("POST", `/tenant/kyb/${dossierId}/confirm`, {
        apiKey: second,
        body: { decisionId: proposedDecision.id },
      }),
    );
    expect(data(await read()).status).toBe("APPROVED");
    await screens.open({ ...look, as, at: `kyb/${dossierId}` }, async (page) => {
      await page.getByText("Accepté", { exact: true }).first().waitFor();
    });
  });

  it("asks the provider again about a payment that hangs", async () => {
    const payer = createPayer(screens.test);
    const { id } = await payer.newSession({ amount: title === "by touch" ? "7100" : "7200" });
    const started = (await payer.complete(id, mtn("329", title === "by touch" ? 31 : 32))).body.data;
    await screens.test.advance(4_000);
    await screens.open({ ...look, as, at: `unknown/${started.chargeId}` }, async (page) => {
      await press(page, "Demander au prestataire");
      await page.getByText("le prestataire ne sait toujours pas").first().waitFor();
    });
  });

  it("replaces a credential that has leaked, and tests the account", async () => {
    const secret = `a-new-secret-of-32-characters-${title === "by touch" ? "1188" : "2288"}`;
    await screens.open({ ...look, as, at: "providers?mode=SANDBOX" }, async (page) => {
      const hand = of(page);
      await hand.press(page.locator("tbody tr").first().getByRole("link"));
      await hand.press(page.getByRole("button", { name: "Remplacer callbackSecret" }));
      await hand.write(page.locator("dialog input"), secret);
      await hand.press(page.locator("dialog button[type=submit]"));
      await proveIfAsked(screens, page, page.getByText(`•••• ${secret.slice(-4)}`));
      await press(page, "Tester le compte");
      await page.getByText("Le compte répond").waitFor();
      expect(await page.content()).not.toContain("a-new-secret");
    });
  });

  it("checks the whole chain of the audit log in the page", async () => {
    await screens.open({ ...look, as, at: "audit" }, async (page) => {
      await press(page, "Vérifier toute la chaîne ici");
      await page.getByText("Chaîne intacte").first().waitFor();
    });
  });
});
