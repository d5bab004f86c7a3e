import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailsTo } from "../../server/test/harness/mails.ts";
import { joinOperator } from "../../server/test/harness/operators.ts";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import {
  expectAccessible,
  phone,
  proveIfAsked,
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
  const sent = body === undefined ? {} : { body };
  const answer = await screens.test.request("POST", path, { apiKey: token, ...sent });
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
const picture = picturesOf("console");
const at = { as: "operator", at: "approvals" } as const;

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
    await dialog.getByText(/^Verser 300\s000/).waitFor();
    await dialog.getByRole("button", { name: /^Confirmer\s: Verser 300\s000/ }).press("Enter");
    await proveIfAsked(screens, page, page.locator(".notice", { hasText: "Confirmé : c’est fait." }));
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

describe("a lost second factor", () => {
  const join = (email: string) =>
    joinOperator(screens.test, { email, permissions: ["tenant.payments.read"], by: second });

  it("by keyboard: is proposed on the colleague's page, and is one's own to wait for or to take back", async () => {
    const { operatorId } = await join("ama@operators.example");
    await screens.open({ as: "operator", at: `team/${operatorId}`, ...wide, forAxe: true }, async (page) => {
      await page.getByText("Lit : paiements.").waitFor();
      await page.getByRole("button", { name: "Second facteur perdu" }).press("Enter");
      await page.getByRole("dialog").getByText("Vérifiez d’abord qui le demande").waitFor();
      await expectAccessible(page);
      await picture(page, "lost-factor");
      await page.getByRole("dialog").getByRole("button", { name: "Proposer un lien" }).press("Enter");
      await proveIfAsked(
        screens,
        page,
        page.locator(".notice", { hasText: "un autre opérateur doit confirmer" }),
      );
      await page.getByRole("link", { name: "À confirmer" }).first().press("Enter");
      await page.getByRole("link", { name: "Awa Diop, ama@operators.example" }).waitFor();
      await page.getByRole("button", { name: "Retirer ma proposition" }).press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Retirer ma proposition" }).press("Enter");
      await page.getByText("Rien n’attend une deuxième personne.").waitFor();
    });
  });

  it("by touch on a phone: what a colleague proposes is confirmed, and the link leaves", async () => {
    const email = "yao@operators.example";
    const { operatorId } = await join(email);
    const { id } = await post(second, `/tenant/operators/${operatorId}/recovery`, undefined);
    await screens.open({ as: "operator", at: `approvals/${id}`, ...phone, forAxe: true }, async (page) => {
      await page.getByRole("link", { name: `Awa Diop, ${email}` }).waitFor();
      await page.getByText("par un lien BY_LINK").waitFor();
      await expectAccessible(page);
      await picture(page, "lost-factor-phone");
      await page.getByRole("button", { name: "Confirmer" }).tap();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Confirmer/ })
        .tap();
      await proveIfAsked(screens, page, page.locator(".notice", { hasText: "Confirmé : c’est fait." }));
    });
    const kinds = (await mailsTo(screens.test, email)).map(({ kind }) => kind);
    expect(kinds).toContain("ACCOUNT_RECOVERY");
  });
});
