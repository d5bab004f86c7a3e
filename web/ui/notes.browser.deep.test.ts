import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import {
  expectAccessible,
  looks,
  phone,
  type Screens,
  startScreens,
  wide,
} from "../../server/test/harness/screens.ts";
import { createPayer, mtn } from "../../server/test/simulation/payer.ts";

/** What people write for their colleagues, on the pages of merchants and of operators. */
let screens: Screens;
let chargeId: string;
let intentId: string;

beforeAll(async () => {
  screens = await startScreens();
  const payer = createPayer(screens.test);
  const { id } = await payer.newSession({ amount: "6000" });
  const { data } = (await payer.complete(id, mtn("219"))).body;
  chargeId = data.chargeId;
  intentId = data.paymentIntentId;
  await screens.test.advance(4_000);
}, 120_000);
afterAll(() => screens?.stop());

const said = (page: Page) => page.locator(".notice", { hasText: "Note ajoutée." }).waitFor();
const HOSTILE = "<img src=x onerror=alert(1)> ‮rappelle à 16 h";

it("by touch: support notes what was said; a colleague whose page is open sees it, also among what happened", async () => {
  await screens.open({ as: "OWNER", at: `payments/${intentId}`, ...wide }, async (colleague) => {
    await colleague.getByText("Aucune note.").waitFor();
    await screens.open({ as: "SUPPORT", at: `payments/${intentId}`, ...phone }, async (page) => {
      await page.getByLabel("Note pour vos collègues").fill(HOSTILE);
      await page.getByRole("button", { name: "Ajouter la note" }).tap();
      await said(page);
      await page.locator(".notes li", { hasText: HOSTILE }).waitFor();
      expect(await page.getByLabel("Note pour vos collègues").inputValue()).toBe("");
      await picturesOf("dashboard")(page, "notes-phone");
    });
    await screens.test.app.loops.live?.runOnce();
    await colleague.locator(".notes li", { hasText: HOSTILE }).waitFor();
    await colleague.locator(".timeline .note-text", { hasText: HOSTILE }).waitFor();
  });
});

it("by touch: a colleague who is named with @ is led to the note from the home page, and ticks it off", async () => {
  const text = "@owner peux-tu rappeler ce payeur ?";
  await screens.open({ as: "SUPPORT", at: `payments/${intentId}`, ...phone }, async (page) => {
    await page.getByLabel("Note pour vos collègues").fill(text);
    await page.getByText("Nommer un collègue").tap();
    const box = page.getByRole("checkbox", { name: "OWNER" });
    await expect.poll(() => box.isChecked()).toBe(true);
    await picturesOf("dashboard")(page, "notes-naming-phone");
    await page.getByRole("button", { name: "Ajouter la note" }).tap();
    await said(page);
    await page.locator(".notes li", { hasText: text }).getByText("Pour OWNER").waitFor();
  });
  await screens.open({ as: "OWNER", at: "", ...phone, forAxe: true }, async (page) => {
    const thing = page.locator(".things li", { hasText: "Une note vous nomme" });
    await thing.getByRole("link", { name: "Voir les notes" }).tap();
    const dialog = page.getByRole("dialog", { name: "Notes qui vous nomment" });
    await dialog.locator(".mentions li").waitFor();
    await expectAccessible(page);
    await picturesOf("dashboard")(page, "mentions-phone", false);
    await dialog.getByRole("link", { name: /^Lire la note/ }).tap();
    await page.waitForURL(new RegExp(`/payments/${intentId}$`));
    await page.locator(".notes li", { hasText: text }).waitFor();
    await page.getByRole("button", { name: "Mon compte" }).tap();
    await page.getByRole("button", { name: "Notes qui vous nomment" }).tap();
    await dialog.getByRole("button", { name: /^Vu/ }).tap();
    await dialog.getByText("Aucune note ne vous nomme.").waitFor();
  });
});

it("who may only read finds no field", async () => {
  await screens.open({ as: "VIEWER", at: `payments/${intentId}`, ...wide }, async (page) => {
    await page.getByRole("region", { name: "Notes" }).waitFor();
    expect(await page.getByLabel("Note pour vos collègues").count()).toBe(0);
  });
});

it("by keyboard: an operator takes a row of the queue and hands it over in writing, unseen by the merchant", async () => {
  const text = "Nuit du 21 : MTN ne répond pas, redemander à 8 h.";
  await screens.open({ as: "operator", at: "work", ...wide }, async (page) => {
    const row = page.getByRole("row").filter({ hasText: "Argent retenu" });
    await row.getByRole("button", { name: "Prendre" }).press("Enter");
    await row.getByText("Vous", { exact: true }).waitFor();
    await row.getByRole("button", { name: /^Notes/ }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Notes" });
    await dialog.getByLabel("Note pour vos collègues").fill(text);
    await dialog.getByRole("button", { name: "Ajouter la note" }).press("Enter");
    await dialog.locator(".notes li", { hasText: text }).waitFor();
    await picturesOf("console")(page, "notes");
    await page.keyboard.press("Escape");
    await row.getByRole("button", { name: "Rendre" }).press("Enter");
    await row.getByText("Personne").waitFor();
  });
  for (const at of [`held/${chargeId}`, `payments/${intentId}`])
    await screens.open({ as: "operator", at, ...wide }, async (page) => {
      await page.locator(".notes li", { hasText: text }).waitFor();
      expect(await page.getByText(HOSTILE).count()).toBe(0);
    });
  await screens.open({ as: "OWNER", at: `payments/${intentId}`, ...wide }, async (page) => {
    await page.locator(".notes li", { hasText: HOSTILE }).waitFor();
    expect(await page.getByText(text).count()).toBe(0);
  });
});

it("by keyboard: an operator names a colleague, who is led to the note", async () => {
  await screens.open({ as: "colleague", at: `payments/${intentId}`, ...wide }, async (page) => {
    await page.getByText("Nommer un collègue").press("Enter");
    await page.locator(".note-named").getByRole("checkbox").first().press("Space");
    await page.getByLabel("Note pour vos collègues").fill("C’est redemandé.");
    await page.getByRole("button", { name: "Ajouter la note" }).press("Enter");
    await said(page);
  });
  await screens.open({ as: "operator", at: "work?named=1", ...wide, forAxe: true }, async (page) => {
    const dialog = page.getByRole("dialog", { name: "Notes qui vous nomment" });
    await dialog.getByRole("link", { name: /^Lire la note/ }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("link", { name: /^Lire la note/ }).press("Enter");
    await page.waitForURL(new RegExp(`/console/payments/${intentId}$`));
  });
});

describe.each(looks)("at $title", ({ title: _title, ...look }) => {
  it("nothing is in the way of anybody", async () => {
    const seen = [
      { as: "SUPPORT", at: `payments/${intentId}` },
      { as: "operator", at: `merchants/${screens.test.merchantId}` },
    ] as const;
    for (const viewer of seen)
      await screens.open({ ...viewer, ...look, forAxe: true }, async (page) => {
        await page.locator(".note-form").waitFor();
        await expectAccessible(page);
      });
  });
});
