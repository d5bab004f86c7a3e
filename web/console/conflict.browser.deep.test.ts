import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import {
  expectAccessible,
  phone,
  type Screens,
  startScreens,
  wide,
} from "../../server/test/harness/screens.ts";

/** Two people at one row: the slower one loses nothing, and sees what the faster one did before sending again. */
let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
}, 120_000);
afterAll(() => screens?.stop());

const picture = picturesOf("console");
const at = (path: string) => ({ as: "operator", at: path }) as const;
const said = (page: Page, text: string) => page.locator(".notice", { hasText: text }).waitFor();

let unique = 0;
async function operate(method: string, path: string, body?: unknown) {
  unique += 1;
  const { token: apiKey } = await screens.test.operator();
  const headers = { "idempotency-key": `conflict ${unique}` };
  const sent = body === undefined ? {} : { body };
  const answer = await screens.test.request(method, path, { apiKey, headers, ...sent });
  expect(answer.status, JSON.stringify(answer.body.error)).toBeLessThan(300);
  return answer.body.data;
}

const beside = async (dialog: Locator, ...rows: readonly RegExp[]) => {
  await dialog.getByRole("alert").getByText("Rien n’est perdu").waitFor();
  for (const name of rows) await dialog.getByRole("row", { name }).waitFor();
  expect(await dialog.getByRole("row").count()).toBe(rows.length + 1);
};

it("by keyboard: a rule that a colleague changed meanwhile shows both, and the next sending goes on from theirs", async () => {
  const [rule] = await operate("GET", "/tenant/routing/rules?mode=SANDBOX&pageSize=100");
  await screens.open({ ...at("routing?mode=SANDBOX"), ...wide, forAxe: true }, async (page) => {
    await page
      .locator(".rules > li")
      .first()
      .getByRole("button", { name: "Modifier la règle" })
      .press("Enter");
    const dialog = page.getByRole("dialog");
    const country = dialog.getByLabel("Pays");
    await country.fill("ci");
    await country.press("Enter");
    await dialog.getByText("Avec cette règle").waitFor();
    await operate("PATCH", `/tenant/routing/rules/${rule.id}`, { country: "SN", currency: "XOF" });
    await country.press("Enter");
    await beside(dialog, /Pays SN CI/, /Devise XOF vide/);
    expect(await country.inputValue()).toBe("CI");
    await expectAccessible(page);
    await picture(page, "conflict", false);
    await country.press("Enter");
    await said(page, "Règle modifiée.");
  });
  expect(await operate("GET", `/tenant/routing/rules/${rule.id}`)).toMatchObject({
    country: "CI",
    currency: null,
  });
});

it("by touch: a price that a colleague changed meanwhile", async () => {
  const price = { mode: "SANDBOX", method: "QR", currency: "XOF", basisPoints: 100 };
  await operate("PUT", "/tenant/fees", price);
  await screens.open({ ...at("fees?mode=SANDBOX"), ...phone, forAxe: true }, async (page) => {
    await page.getByRole("button", { name: /^Changer .*QR.* XOF$/ }).tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Pour cent").fill("1,5");
    await operate("PUT", "/tenant/fees", { ...price, basisPoints: 200, fixed: "25" });
    await dialog.getByRole("button", { name: "Mettre en vigueur" }).tap();
    await beside(dialog, /1,5/, /25/);
    await expectAccessible(page);
    await picture(page, "conflict-phone", false);
    await dialog.getByLabel("Part fixe").fill("25");
    await dialog.getByRole("button", { name: "Mettre en vigueur" }).tap();
    await dialog.waitFor({ state: "detached" });
  });
  const fees = await operate("GET", "/tenant/fees?mode=SANDBOX&pageSize=100");
  expect(fees.find(({ method }: { method: string }) => method === "QR")).toMatchObject({
    basisPoints: 150,
    fixed: "25",
  });
});

it("a limit of an account keeps what was typed, though the page behind it reads the account again", async () => {
  const [{ id }] = await operate("GET", "/tenant/provider-accounts?mode=SANDBOX");
  const limit = { currency: "XOF", perPayment: "1000", perDay: null, countsPayouts: false };
  await operate("PATCH", `/tenant/provider-accounts/${id}`, { limits: [limit] });
  await screens.open({ ...at(`providers/${id}`), ...wide }, async (page) => {
    await page.getByRole("button", { name: /Changer .*XOF/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Par paiement").fill("3000");
    const eur = { ...limit, currency: "EUR", perPayment: "500" };
    await operate("PATCH", `/tenant/provider-accounts/${id}`, {
      limits: [{ ...limit, perPayment: "2000" }, eur],
    });
    await dialog.getByLabel("Par paiement").press("Enter");
    await beside(dialog, /Par paiement 2000 3000/);
    await dialog.getByLabel("Par paiement").press("Enter");
    await dialog.waitFor({ state: "detached" });
  });
  const { limits } = await operate("GET", `/tenant/provider-accounts/${id}`);
  // The colleague's other limit stays: the list is sent as it stood when the conflict was shown.
  expect(limits).toHaveLength(2);
  expect(limits).toContainEqual(expect.objectContaining({ currency: "XOF", perPayment: "3000" }));
  expect(limits).toContainEqual(expect.objectContaining({ currency: "EUR", perPayment: "500" }));
});
