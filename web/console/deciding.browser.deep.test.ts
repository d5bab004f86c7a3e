import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import { createPayer, mtn } from "../../server/test/simulation/payer.ts";

/** Held money and payments without an outcome: seen, asked about, and decided, alone and by two. */
const HOUR_S = 3_600;
let screens: Screens;
let payer: ReturnType<typeof createPayer>;
let second: string;

beforeAll(async () => {
  screens = await startScreens();
  payer = createPayer(screens.test);
  second = (await screens.test.operator("second")).token;
  await screens.test.owner.query({
    text: "update merchants set display_name = $1 where id = $2",
    values: ["<b>Maison</b> “Akwaba” & fils", screens.test.merchantId],
  });
}, 120_000);
afterAll(() => screens?.stop());

/** A payment whose payer's number has this ending. */
async function pay(suffix: string, amount: string): Promise<string> {
  const { id } = await payer.newSession({ amount });
  const { data } = (await payer.complete(id, mtn(suffix))).body;
  await screens.test.advance(4_000);
  return data.chargeId;
}
const picture = picturesOf("console");
const said = (page: Page, text: string) => page.locator(".notice", { hasText: text }).waitFor();
const at = (path: string) => ({ as: "operator", at: path }) as const;

describe("held money", () => {
  it("by keyboard: a small amount is taken from the queue, seen beside what was asked for, and released alone", async () => {
    const chargeId = await pay("219", "6000");
    await screens.open({ ...at("work"), ...wide }, async (page) => {
      await page.getByRole("row").filter({ hasText: "Argent retenu" }).getByRole("link").press("Enter");
      await page.getByText("L’opérateur a pris un autre montant que le montant demandé.").waitFor();
      await page.getByText("<b>Maison</b> “Akwaba” & fils").waitFor();
      await page.getByRole("button", { name: "Prendre" }).press("Enter");
      await said(page, "Vous vous en occupez.");
      await picture(page, "held");
      await page.getByRole("button", { name: /^Verser 3\s000/ }).waitFor();
      await page.keyboard.press("r");
      const dialog = page.getByRole("dialog", { name: /^Verser 3\s000/ });
      await dialog.getByLabel("Raison").fill("Le marchand accepte la moitié : ticket 4711");
      await dialog.getByLabel("Raison").press("Enter");
      await said(page, "Décidé : c’est fait.");
      await page.getByText("Cet argent n’est plus retenu.").waitFor();
      await page.getByText("Le marchand accepte la moitié : ticket 4711").waitFor();
      await page.getByText("Faite", { exact: true }).waitFor();
    });
    expect((await payer.wallet()).held).toBe(0);
    const { data } = await decisionsOn(chargeId);
    expect(data).toMatchObject([{ kind: "RELEASE", status: "DONE" }]);
  });

  it("by touch: a large amount is proposed to go back, and waits for a colleague who confirms", async () => {
    const chargeId = await pay("219", "600000");
    await screens.open({ ...at(`held/${chargeId}`), ...phone }, async (page) => {
      await page.getByText("Vous proposez ; rien n’a lieu avant qu’un collègue confirme.").first().waitFor();
      await picture(page, "held-phone");
      await page.getByRole("button", { name: /^Rendre 300\s000/ }).tap();
      const dialog = page.getByRole("dialog", { name: /^Rendre 300\s000/ });
      await dialog.getByLabel("Raison").fill("Le payeur le demande");
      await picture(page, "held-give-back-phone");
      await dialog.getByRole("button", { name: /^Rendre 300\s000/ }).tap();
      await said(page, "Proposé : un collègue doit confirmer.");
      await page.getByText("Proposé par vous : quelqu’un d’autre décide.").waitFor();
      expect(await page.getByRole("button", { name: /^Verser/ }).count()).toBe(0);
      const [{ id }] = (await decisionsOn(chargeId)).data;
      const path = `/tenant/money-decisions/${id}/confirm`;
      const confirmed = await screens.test.request("POST", path, { apiKey: second, body: {} });
      expect(confirmed.status, JSON.stringify(confirmed.body.error)).toBe(200);
      await page.reload();
      await page.getByText("Cet argent n’est plus retenu.").waitFor();
      await page.getByText("Faite", { exact: true }).waitFor();
    });
  });
});

const decisionsOn = async (subjectId: string) =>
  (await screens.test.request("GET", `/tenant/money-decisions?subjectId=${subjectId}`, { apiKey: second }))
    .body;

describe("a payment without an outcome", () => {
  it("by touch: the provider is asked again, and the page says when a decision is possible", async () => {
    const chargeId = await pay("329", "5000");
    await screens.open({ ...at(`unknown/${chargeId}`), ...phone }, async (page) => {
      await page.getByText(/Une décision est possible à partir du .* dans 3\sj/).waitFor();
      await page.getByRole("button", { name: "Demander au prestataire" }).tap();
      await said(page, "le prestataire ne sait toujours pas");
      await picture(page, "unknown-phone");
    });
  });

  it("by keyboard: after 72 hours it is settled by its paper, by two", async () => {
    const chargeId = await pay("329", "7000");
    const moved = await screens.test.request("POST", "/sandbox/clock/advance", {
      body: { seconds: 72 * HOUR_S },
    });
    expect(moved.status).toBe(200);
    await screens.open({ ...at(`unknown/${chargeId}`), ...wide }, async (page) => {
      await page
        .getByRole("button", { name: /^Déclarer 7\s000.* payés$/ })
        .first()
        .press("Enter");
      const dialog = page.getByRole("dialog", { name: /^Déclarer 7\s000/ });
      await dialog.getByLabel("Numéro du paiement chez l’opérateur").fill("MP261121.A1");
      await dialog.getByLabel("Raison").fill("Confirmé par écrit");
      await dialog.getByLabel("Preuve").fill("Lettre <i>17</i> de l’opérateur");
      await dialog.getByLabel("Preuve").press("Enter");
      await proveIfAsked(
        screens,
        page,
        page.locator(".notice", { hasText: "Proposé : un collègue doit confirmer." }),
      );
      await page.getByText("Lettre <i>17</i> de l’opérateur").waitFor();
      await picture(page, "unknown-proposed");
    });
    const { data } = await decisionsOn(chargeId);
    expect(data).toMatchObject([
      { kind: "SETTLE_SUCCEEDED", status: "PROPOSED", transactionId: "MP261121.A1" },
    ]);
  });
});

describe.each(looks)("at $title", ({ title: _title, ...look }) => {
  it("nothing is in the way of anybody: held, unknown, the form, and what is over", async () => {
    const heldId = await pay("219", `${look.viewport?.width}00`);
    const unknownId = await pay("329", "5000");
    for (const path of [`unknown/${unknownId}`, `held/${unknownId}`, `held/${heldId}`])
      await screens.open({ ...at(path), ...look, forAxe: true }, async (page) => {
        await page.locator(".card").first().waitFor();
        await expectAccessible(page);
        await picture(page, `${path.split("/")[0]}-${look.viewport?.width}`);
        if (path !== `held/${heldId}`) return;
        await page.locator(".choices button").first().click();
        await page.locator("dialog").waitFor();
        await expectAccessible(page);
      });
  });
});
