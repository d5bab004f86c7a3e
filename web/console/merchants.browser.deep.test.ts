import { afterAll, beforeAll, expect, it } from "vitest";
import { phone, type Screens, startScreens } from "../../server/test/harness/screens.ts";
import { createPayer, mtn } from "../../server/test/simulation/payer.ts";

/** A merchant, as the operator on call finds it. */
let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
  // The provider took another amount than asked for, so the payment is held.
  const payer = createPayer(screens.test);
  const { id } = await payer.newSession({ amount: "6000" });
  await payer.complete(id, mtn("219"));
  await screens.test.advance(4_000);
}, 120_000);
afterAll(() => screens?.stop());

it("its last acts say in words what a provider did", async () => {
  const at = `merchants/${screens.test.merchantId}?mode=SANDBOX`;
  await screens.open({ ...phone, as: "operator", at }, async (page) => {
    const held = page.locator("li", { hasText: "charge.held_for_review" });
    expect(await held.innerText()).toMatch(/charge\.held_for_review Un prestataire$/);
  });
});

it("the list says which mode it shows where none is chosen", async () => {
  await screens.open({ ...phone, as: "operator", at: "merchants" }, async (page) => {
    await page.getByText("Filtres", { exact: true }).tap();
    const mode = page.getByRole("combobox", { name: "Mode" });
    expect(await mode.locator("option").allInnerTexts()).toEqual(["Réel", "Bac à sable"]);
  });
});
