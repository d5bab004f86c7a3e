import { spawnSync } from "node:child_process";
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
import { createPayer, mtn } from "../../server/test/simulation/payer.ts";

/** The month of an accountant: statement, trial balance, sealed ledger, fees. */
const SEALED_AFTER_MS = 310_000;

let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  const payer = createPayer(test);
  const session = await payer.newSession();
  await payer.complete(session.id, mtn("789"));
  await test.advance(SEALED_AFTER_MS, SEALED_AFTER_MS / 5);
  await plantSums(test, test.merchantNo, 60);
}, 120_000);
afterAll(() => screens?.stop());

const reports = { as: "ACCOUNTANT", at: "reports" } as const;
const picture = (page: Page, name: string) =>
  process.env.SCREENSHOTS === undefined
    ? undefined
    : page.screenshot({ path: `${process.env.SCREENSHOTS}/dashboard-${name}.png`, fullPage: true });

async function saved(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  const path = await file.path();
  return { name: file.suggestedFilename(), path };
}

describe.each(looks)("at $title", ({ title: _title, ...look }) => {
  it("nothing is in the way of anybody", async () => {
    await screens.open({ ...reports, ...look, forAxe: true }, async (page) => {
      await page.locator(".chart .axes").first().waitFor();
      await expectAccessible(page);
      await picture(page, `reports-${look.viewport?.width}`);
    });
  });
});

it("by keyboard: the books of a month leave as files, and the ledger is checked without the service", async () => {
  await screens.open({ ...reports, ...wide }, async (page) => {
    const press =
      (name: string, nth = 0) =>
      () =>
        page.getByRole("button", { name, exact: true }).nth(nth).press("Enter");
    expect((await saved(page, press("Télécharger (PDF)"))).name).toBe("releve-2026-11.pdf");
    const ledger = await saved(page, press("Télécharger le livre"));
    expect(ledger.name).toBe("livre-2026-11.jsonl");
    const checked = spawnSync(process.execPath, ["tools/verify-ledger.mjs", ledger.path], {
      encoding: "utf8",
    });
    expect([checked.status, checked.stderr]).toEqual([0, ""]);
    await page.getByText("Débits et crédits sont égaux").waitFor();
    await picture(page, "reports-wide");
    await page.getByRole("cell", { name: "Mobile money" }).waitFor();
    await page.getByLabel("Mois", { exact: true }).fill("2026-10");
    await page.waitForURL(/month=2026-10/);
    expect((await saved(page, press("Télécharger (PDF)"))).name).toBe("releve-2026-10.pdf");
  });
});

it("by touch on a phone, in French: the statement for a French spreadsheet", async () => {
  await screens.open({ ...reports, ...phone }, async (page) => {
    const button = page.getByRole("heading", { name: "Relevé du mois" }).locator("../..");
    const file = await saved(page, () => button.getByRole("button", { name: "Télécharger (CSV)" }).tap());
    expect(file.name).toBe("releve-2026-11.csv");
  });
});
