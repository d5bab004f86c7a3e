import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  expectAccessible,
  looks,
  phone,
  type Screens,
  startScreens,
  wide,
} from "../../server/test/harness/screens.ts";
import { createPayer, mtn } from "../../server/test/simulation/payer.ts";

/** What one operator proposed, and another confirms or refuses; and one's own, which wait. */
let screens: Screens;
let first: string;
let second: string;
let heldId: string;
let walletId: string;

beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  first = (await test.operator()).token;
  second = (await test.operator("second")).token;
  const payer = createPayer(test);
  const { id } = await payer.newSession({ amount: "600000" });
  heldId = (await payer.complete(id, mtn("219"))).body.data.chargeId;
  await test.advance(4_000);
  const wallets: readonly { id: string; currency: string }[] = (
    await test.request("GET", "/payments/wallets")
  ).body.data;
  walletId = wallets.find(({ currency }) => currency === "XOF")?.id ?? "";
}, 120_000);
afterAll(() => screens?.stop());

async function post(token: string, path: string, body: unknown) {
  const answer = await screens.test.request("POST", path, { apiKey: token, body });
  expect(answer.status, JSON.stringify(answer.body.error)).toBeLessThan(300);
  return answer.body.data;
}
const correct = (token: string, amount: string, reason: string) =>
  post(token, "/tenant/ledger/corrections", {
    merchantId: screens.test.merchantId,
    mode: "SANDBOX",
    walletId,
    direction: "CREDIT",
    amount,
    reason,
  });
const picture = (page: Page, name: string) =>
  process.env.SCREENSHOTS === undefined
    ? undefined
    : page.screenshot({ path: `${process.env.SCREENSHOTS}/console-${name}.png`, fullPage: true });
const at = { as: "operator", at: "approvals" } as const;

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

it("says that nothing waits", async () => {
  await screens.open({ ...at, ...wide }, async (page) => {
    await page.getByText("Rien n’attend une deuxième personne.").waitFor();
  });
});

it("by keyboard: what a colleague proposes about held money is confirmed, and the money is released", async () => {
  const body = { reason: "Le client accepte le montant", evidence: "Lettre <b>4711</b>" };
  const decision = await post(second, `/tenant/held-money/${heldId}/release`, body);
  await screens.open({ as: "operator", at: `approvals/${decision.id}`, ...wide }, async (page) => {
    await page.getByText("Lettre <b>4711</b>").waitFor();
    await page.getByRole("button", { name: "Confirmer" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Confirmer" });
    await dialog.getByText(/Verser 300\s000/).waitFor();
    await dialog.getByRole("button", { name: "Confirmer" }).press("Enter");
    await prove(page);
    await page.locator(".notice", { hasText: "Confirmé : c’est fait." }).waitFor();
    await page.getByText("Faite", { exact: true }).waitFor();
  });
  const { body: answer } = await screens.test.request("GET", `/tenant/money-decisions/${decision.id}`, {
    apiKey: first,
  });
  expect(answer.data.status).toBe("DONE");
});

it("by touch on a phone: a colleague's correction is refused, one's own waits and is taken back", async () => {
  const theirs = await correct(second, "7000", "Écart du 20 novembre");
  await correct(first, "9000", "Écart du 21 novembre");
  await screens.open({ ...at, ...phone }, async (page) => {
    const card = (amount: RegExp) => page.getByRole("region", { name: amount });
    const own = card(/9\s000/);
    await own.getByText("Proposé par vous : quelqu’un d’autre décide.").waitFor();
    expect(await own.getByRole("button", { name: "Confirmer" }).count()).toBe(0);
    await picture(page, "approvals-phone");
    await card(/7\s000/)
      .getByRole("button", { name: "Refuser" })
      .tap();
    await page.getByRole("dialog").getByRole("button", { name: "Refuser" }).tap();
    await page.locator(".notice", { hasText: "Refusé : rien n’a changé." }).waitFor();
    await own.getByRole("button", { name: "Retirer ma proposition" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Retirer ma proposition" }).tap();
    await page.getByText("Rien n’attend une deuxième personne.").waitFor();
  });
  const { body } = await screens.test.request("GET", `/tenant/ledger/corrections/${theirs.id}`, {
    apiKey: first,
  });
  expect(body.data.status).toBe("REJECTED");
});

describe.each(looks)("at $title", ({ title: _title, ...look }) => {
  it("nothing is in the way of anybody, also in the form", async () => {
    await correct(second, `${look.viewport?.width}00`, "Écart <script>alert(1)</script>");
    await screens.open({ ...at, ...look, forAxe: true }, async (page) => {
      await page.locator(".card").first().waitFor();
      await expectAccessible(page);
      await picture(page, `approvals-${look.viewport?.width}`);
      await page.locator(".card .actions button").first().click();
      await page.locator("dialog").waitFor();
      await expectAccessible(page);
    });
  });
});
