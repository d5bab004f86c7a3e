import { afterAll, beforeAll, expect, it } from "vitest";
import {
  expectAccessible,
  phone,
  type Screens,
  startScreens,
  wide,
} from "../../server/test/harness/screens.ts";

/** A link whose amount the payer chooses, and one with a quantity: made in the form, and paid by what the form says. */
let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
}, 120_000);
afterAll(() => screens?.stop());

const linkOf = async (title: string) => {
  const [link] = await screens.test.owner.query<Record<string, unknown>>({
    text: `select slug, amount::text, amount_min::text as least, amount_max::text as most,
             amount_suggestions::text as suggested, quantity_min as fewest, quantity_max as largest
             from payment_links where title = $1`,
    values: [title],
  });
  return link;
};
const payersPage = async (slug: unknown): Promise<string> =>
  (await fetch(`${screens.test.origin}/pay/${String(slug)}`)).text();

it("by keyboard: an open amount with suggestions and limits; what is no amount is said beside its field", async () => {
  await screens.open({ as: "OWNER", at: "links/new", ...wide, forAxe: true }, async (page) => {
    await page.getByLabel("Devise").selectOption("XOF");
    await page.getByLabel("Prix", { exact: true }).selectOption("open");
    const make = page.getByRole("button", { name: "Créer le lien à montant libre" });
    await page.getByLabel("Montant proposé 1").fill("beaucoup");
    await page.locator(".field.is-wrong").waitFor();
    expect(await make.isDisabled()).toBe(true);
    await page.getByLabel("Montant proposé 1").fill("2 000");
    await page.getByLabel("Montant proposé 2").fill("5000");
    await page.getByLabel("Montant au moins").fill("1000");
    await page.getByLabel("Montant au plus").fill("50000");
    await page.getByLabel("Titre").fill("Quête du dimanche");
    // The form is longer than the screen: axe looks at it from its beginning.
    await page.evaluate("scrollTo(0, 0)");
    await expectAccessible(page);
    await make.press("Enter");
    await page.waitForURL(/links\/plink_/);
  });
  const link = await linkOf("Quête du dimanche");
  expect(link).toMatchObject({
    amount: null,
    least: "1000",
    most: "50000",
    suggested: "{2000,5000}",
    fewest: null,
    largest: null,
  });
  const html = await payersPage(link?.slug);
  expect(html).toContain("Choisissez le montant");
  expect(html).toMatch(/2\u00a0000\u00a0F/);
});

it("by touch on a phone: a quantity of one price", async () => {
  await screens.open({ as: "OWNER", at: "links/new", ...phone, forAxe: true }, async (page) => {
    await page.getByLabel("Devise").selectOption("XOF");
    await page.getByLabel("Prix", { exact: true }).selectOption("quantity");
    await page.getByLabel("Prix d’une unité").fill("1500");
    await page.getByLabel("Quantité au plus").fill("0");
    await page.locator(".field.is-wrong").waitFor();
    await page.getByLabel("Quantité au plus").fill("12");
    await page.getByLabel("Titre").fill("Beignets");
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.getByRole("button", { name: /^Créer le lien à 1\s500/ }).tap();
    await page.waitForURL(/links\/plink_/);
  });
  const link = await linkOf("Beignets");
  expect(link).toMatchObject({ amount: "1500", fewest: 1, largest: 12, least: null, most: null });
  expect(await payersPage(link?.slug)).toMatch(/l’unité, de 1 à 12/);
});

it("limits that cross are said beside the field, and nothing is made", async () => {
  await screens.open({ as: "OWNER", at: "links/new", ...wide }, async (page) => {
    await page.getByLabel("Devise").selectOption("XOF");
    await page.getByLabel("Prix", { exact: true }).selectOption("open");
    await page.getByLabel("Montant au moins").fill("5000");
    await page.getByLabel("Montant au plus").fill("1000");
    await page.getByLabel("Titre").fill("Croisé");
    await page.getByText("C’est moins que le minimum choisi.").waitFor();
    expect(await page.getByRole("button", { name: "Créer le lien à montant libre" }).isDisabled()).toBe(true);
  });
  expect(await linkOf("Croisé")).toBeUndefined();
});
