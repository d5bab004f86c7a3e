import { afterAll, beforeAll, expect, it } from "vitest";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import {
  expectAccessible,
  looks,
  phone,
  proveIfAsked,
  type Screens,
  startScreens,
  wide,
} from "../../server/test/harness/screens.ts";

/** Who runs the payer's page: set at once in the sandbox, proposed in live mode, seen before it is sent. */
let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
}, 120_000);
afterAll(() => screens?.stop());

const picture = picturesOf("console");

it("by keyboard: what is typed is previewed, what is no address is said beside its field, and the rest is set", async () => {
  await screens.open(
    { as: "operator", at: "payer-page?mode=SANDBOX", ...wide, forAxe: true },
    async (page) => {
      await page.getByLabel("Nom").fill("Cauris Paiements SA");
      await page
        .getByLabel("Agrément, en une ligne")
        .fill("Établissement de paiement agréé, n° EP.CI.012/2025");
      const preview = page.locator("figure");
      await preview.getByText("Paiement assuré par Cauris Paiements SA.").waitFor();
      expect(await preview.getByText("Conditions").count()).toBe(0);
      await page.getByLabel("Adresse des conditions").fill("http://cauris.example/conditions");
      await preview.getByText("Conditions").waitFor();
      await page.getByLabel("Adresse des conditions").press("Enter");
      await proveIfAsked(screens, page, page.locator(".field.is-wrong", { hasText: "Une adresse https" }));
      await page.getByLabel("Adresse des conditions").fill("https://cauris.example/conditions");
      await expectAccessible(page);
      await picture(page, "payer-page");
      await page.getByLabel("Adresse des conditions").press("Enter");
      await page.locator(".notice", { hasText: "C’est en vigueur." }).waitFor();
    },
  );
  const kept = await screens.test.owner.query({
    text: "select mode, name, terms_url from tenant_payer_pages",
  });
  expect(kept).toEqual([
    { mode: "SANDBOX", name: "Cauris Paiements SA", terms_url: "https://cauris.example/conditions" },
  ]);
});

it("by touch on a phone: in live mode a colleague confirms what is new", async () => {
  await screens.open({ as: "operator", at: "payer-page", ...phone }, async (page) => {
    await page.getByLabel("Nom").fill("Cauris Paiements SA");
    await page.getByRole("button", { name: "Proposer à un collègue" }).tap();
    await proveIfAsked(screens, page, page.locator(".notice", { hasText: "Proposé" }));
    await page.getByText("Changer qui assure la page du payeur").waitFor();
  });
  await screens.open({ as: "colleague", at: "payer-page", ...phone }, async (page) => {
    await page.getByRole("button", { name: /^Confirmer/ }).tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /^Confirmer/ }).tap();
    await proveIfAsked(screens, page, page.locator(".notice", { hasText: "Confirmé" }));
    await page.locator("figure").getByText("Paiement assuré par Cauris Paiements SA.").waitFor();
  });
});

it.each(looks)("$title: is accessible, and nothing runs out of the screen", async ({ title: _, ...look }) => {
  await screens.open({ as: "operator", at: "payer-page", ...look, forAxe: true }, async (page) => {
    await page.locator("figure").waitFor();
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await picture(page, `payer-page-${look.locale}`);
  });
});
