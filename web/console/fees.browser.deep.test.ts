import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plantSums } from "../../server/test/harness/planted-sums.ts";
import {
  expectAccessible,
  looks,
  phone,
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
const picture = (page: Page, name: string) =>
  process.env.SCREENSHOTS === undefined
    ? undefined
    : page.screenshot({ path: `${process.env.SCREENSHOTS}/console-${name}.png`, fullPage: true });
const change = (page: Page) => page.getByRole("button", { name: "Changer Mobile money XOF" });

describe.each(looks)("at $title", ({ title: _title, ...look }) => {
  it("nothing is in the way of anybody, also in the form", async () => {
    await screens.open({ ...at("SANDBOX"), ...look, forAxe: true }, async (page) => {
      await page.locator(".rows").waitFor();
      await expectAccessible(page);
      await picture(page, `fees-${look.viewport?.width}`);
      await page.locator(".rows button").first().click();
      await page.locator("dialog").waitFor();
      await expectAccessible(page);
    });
  });
});

/** The proof of presence that the act asks for. */
async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirmez que c’est vous" });
  const asked = await dialog.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  );
  if (!asked) return;
  await dialog.getByLabel("Mot de passe").fill((await screens.test.operator()).password);
  await page.keyboard.press("Enter");
}

it("by keyboard: a fee is tried on the average payment of the month, and in force at once in the sandbox", async () => {
  await screens.open({ ...at("SANDBOX"), ...wide }, async (page) => {
    await change(page).press("Enter");
    await page.getByLabel("Pour cent").fill("2,5");
    await page.getByRole("button", { name: "Essayer", disabled: false }).press("Enter");
    await page.getByText(/Pour 5\s000/).waitFor();
    await page.getByText(/C’est la moyenne des .* paiements/).waitFor();
    await picture(page, "fees-change");
    await page.getByLabel("Pour cent").press("Enter");
    await prove(page);
    await page.locator(".notice", { hasText: "Le tarif est en vigueur." }).waitFor();
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
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("button", { name: "Proposer à un collègue" }).isDisabled()).toBe(true);
    await page.getByLabel("Pour cent").fill("1,9");
    await page.getByRole("button", { name: "Proposer à un collègue" }).tap();
    await prove(page);
    await page.locator(".notice", { hasText: "Proposé : un collègue doit confirmer." }).waitFor();
    expect(await page.getByText("1,9").count()).toBe(0);
  });
});
