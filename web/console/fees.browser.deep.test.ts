import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import { plantSums } from "../../server/test/harness/planted-sums.ts";
import {
  expectAccessible,
  phone,
  proveIfAsked,
  type Screens,
  startScreens,
  wide,
} from "../../server/test/harness/screens.ts";

/** What payments cost: seen, tried on real averages, changed in the sandbox, proposed in live mode. */
let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  await plantSums(test, test.merchantNo, 30);
  // Live schedules begin with two operators; here they are those of the sandbox.
  await test.owner.query({
    text: `insert into fee_schedules (id, tenant_id, mode, method, currency, basis_points, fixed, minimum, maximum,
        settlement_delay_seconds, effective_from, version)
      select gen_random_uuid(), tenant_id, 'LIVE', method, currency, basis_points, fixed, minimum, maximum,
        settlement_delay_seconds, effective_from, version from fee_schedules where mode = 'SANDBOX'`,
  });
}, 120_000);
afterAll(() => screens?.stop());

const at = (mode: string) => ({ as: "operator", at: `fees?mode=${mode}` }) as const;
const picture = picturesOf("console");
const change = (page: Page) => page.getByRole("button", { name: "Changer Mobile money XOF" });

it("by keyboard: a fee is tried on the average payment of the month, and in force at once in the sandbox", async () => {
  await screens.open({ ...at("SANDBOX"), ...wide }, async (page) => {
    await change(page).press("Enter");
    await page.getByLabel("Pour cent").fill("2,5");
    await page.getByRole("button", { name: "Essayer", disabled: false }).press("Enter");
    await page.getByText(/Pour 5\s000/).waitFor();
    await page.getByText(/C’est la moyenne des .* paiements/).waitFor();
    await picture(page, "fees-change");
    await page.getByLabel("Pour cent").press("Enter");
    await proveIfAsked(screens, page, page.locator(".notice", { hasText: "Le tarif est en vigueur." }));
    await page.getByRole("cell", { name: /^2,5/ }).waitFor();
    await page.getByRole("button", { name: "Toutes les versions" }).press("Enter");
    await page.waitForURL(/history=true/);
    await page.getByText("version 2").waitFor();
  });
});

it("by touch on a phone, in French: in live mode a colleague must confirm, and what is no fee is not sent", async () => {
  await screens.open({ ...at("LIVE"), ...phone }, async (page) => {
    await change(page).tap();
    await page.getByLabel("Pour cent").fill("beaucoup");
    await page.locator(".field.is-wrong", { hasText: "Un pourcentage de 0 à 100" }).waitFor();
    expect(await page.getByRole("button", { name: "Proposer à un collègue" }).isDisabled()).toBe(true);
    await page.getByLabel("Pour cent").fill("1,9");
    await page.getByRole("button", { name: "Proposer à un collègue" }).tap();
    await proveIfAsked(
      screens,
      page,
      page.locator(".notice", { hasText: "Proposé : un collègue doit confirmer." }),
    );
    // The proposal says what would change; no fee in force is 1.9 % yet.
    await page.locator('td[data-head="Ensuite"]', { hasText: "1,9" }).waitFor();
    expect(await page.getByText("1,9").count()).toBe(1);
  });
});

it("by keyboard: what is free yet gets its first price", async () => {
  await screens.open({ ...at("SANDBOX"), ...wide, forAxe: true }, async (page) => {
    await page.getByRole("button", { name: "Ajouter un tarif" }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Moyen").selectOption("BANK_TRANSFER");
    const currencies = await dialog.getByLabel("Devise").locator("option").allTextContents();
    const priced = await screens.test.owner.query<{ currency: string }>({
      text: "select currency from fee_schedules where mode = 'SANDBOX' and method = 'BANK_TRANSFER'",
    });
    for (const { currency } of priced) expect(currencies).not.toContain(currency);
    await dialog.getByLabel("Devise").selectOption("CHF");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Continuer" }).press("Enter");
    await page.getByLabel("Pour cent").fill("1");
    await page.getByLabel(/^Maximum/).fill("5");
    await page.getByLabel(/^Minimum/).fill("10");
    // What is wrong is said beside its field.
    await page.locator(".field.is-wrong", { hasText: "qui n’est pas sous le minimum" }).waitFor();
    await page.getByLabel(/^Maximum/).fill("");
    await page.getByRole("button", { name: "Essayer", disabled: false }).press("Enter");
    await page.getByText(/aujourd’hui, .* alors/).waitFor();
    await picture(page, "fees-first", false);
    await page.getByLabel("Pour cent").press("Enter");
    await proveIfAsked(screens, page, page.locator(".notice", { hasText: "Le tarif est en vigueur." }));
    await page.getByRole("button", { name: "Changer Virement CHF" }).waitFor();
  });
});

it("by touch on a phone, in French: the fees of refunds change when two agree, also when the answer is lost", async () => {
  await screens.open({ ...at("LIVE"), ...phone, forAxe: true }, async (page) => {
    await page.getByText("restent à la plateforme").or(page.getByText("rendus en proportion")).waitFor();
    await page.getByRole("button", { name: "Changer la règle" }).tap();
    await expectAccessible(page);
    await picture(page, "fees-refunds-phone", false);
    let isLost = true;
    await page.route("**/tenant/fees/refund-policy", async (route) => {
      if (!isLost || route.request().method() !== "PUT") return route.continue();
      isLost = false;
      await route.fetch();
      return route.abort();
    });
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Proposer à un collègue" }).tap();
    await page.getByText("Réponse perdue").waitFor();
    await dialog.getByRole("button", { name: "Demander encore" }).tap();
    await page.locator(".notice", { hasText: "Proposé : un collègue doit confirmer." }).waitFor();
    await page.getByRole("heading", { name: "Changer les frais des remboursements" }).waitFor();
  });
  const open = await screens.test.owner.query({
    text: "select count(*)::int from change_requests where kind = 'SET_REFUND_FEE_POLICY' and status = 'PROPOSED'",
  });
  expect(open).toEqual([{ count: 1 }]);
});
