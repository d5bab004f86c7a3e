import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundledPermissions, type operatorRoles } from "../../server/src/modules/operators/roles.ts";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import {
  expectAccessible,
  looks,
  phone,
  type Screens,
  startScreens,
  wide,
} from "../../server/test/harness/screens.ts";

/** Routing, providers, reconciliation and the ledger: each job by keyboard on a wide screen and by touch on a phone. */
let screens: Screens;
let accountId: string;
let statementId: string;

beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  await pay("5000");
  await pay("12000");
  [{ id: accountId }] = await operate("GET", "/tenant/provider-accounts?mode=SANDBOX");
  for (const method of ["CARD", "QR"]) {
    const [{ id: subTenantId }] = await operate("GET", "/tenant/sub-tenants");
    const rule = { mode: "SANDBOX", method, subTenantId, currency: "XOF" };
    await operate("POST", "/tenant/routing/rules", rule);
  }
  const statement = await operate("POST", "/tenant/reconciliation/statements", {
    providerAccountId: accountId,
    mode: "SANDBOX",
    from: "2026-11-01T00:00:00.000Z",
    to: new Date(test.clock.nowMs()).toISOString(),
    format: "lines",
    lines: ["a", "b", "c", "d"].map((reference, index) => ({
      type: "PAYMENT",
      reference: `unknown-${reference}`,
      status: "SUCCEEDED",
      amount: `${7_000 + index}`,
      currency: "XOF",
      occurredAt: "2026-11-02T10:00:00.000Z",
    })),
  });
  statementId = statement.id;
}, 120_000);
afterAll(() => screens?.stop());

let unique = 0;
async function operate(method: string, path: string, body?: unknown) {
  unique += 1;
  const { token } = await screens.test.operator();
  const answer = await screens.test.request(method, path, {
    apiKey: token,
    headers: { "idempotency-key": `screens ${unique}` },
    ...(body === undefined ? {} : { body }),
  });
  expect(answer.status, JSON.stringify(answer.body.error)).toBeLessThan(300);
  return answer.body.data;
}

async function pay(amount: string): Promise<void> {
  const { test } = screens;
  const body = { amount, currency: "XOF", title: "Commande" };
  const session = (await test.request("POST", "/checkout/sessions", { body })).body.data;
  await test.request("POST", `/checkout/pay/${session.id}/complete`, {
    apiKey: null,
    body: {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: "+2250500000789", operator: "MTN", countryCode: "CI" },
    },
  });
  await test.advance(6_000);
}

/** What the person who is logged in may do, for a while: the permissions of one role. */
async function withRole(role: (typeof operatorRoles)[number], use: () => Promise<void>): Promise<void> {
  const { email } = await screens.test.operator();
  const permit = (permissions: readonly string[]) =>
    screens.test.owner.query({
      text: "update operators set permissions = $2 where email = $1",
      values: [email, permissions],
    });
  const [before] = await screens.test.owner.query<{ permissions: readonly string[] }>({
    text: "select permissions from operators where email = $1",
    values: [email],
  });
  await permit(bundledPermissions({ role }) ?? []);
  try {
    await use();
  } finally {
    await permit(before?.permissions ?? []);
  }
}

const picture = picturesOf("console");
const at = (path: string) => ({ as: "operator", at: `${path}` }) as const;
const said = (page: Page, text: string) => page.locator(".notice", { hasText: text }).waitFor();

const pagesOf = (): readonly (readonly [name: string, path: string])[] => [
  ["routing", "routing?mode=SANDBOX"],
  ["routing-live", "routing"],
  ["providers", "providers?mode=SANDBOX"],
  ["provider", `providers/${accountId}`],
  ["reconciliation", "reconciliation?mode=SANDBOX"],
  ["statement", `reconciliation/${statementId}`],
  ["ledger", "ledger?mode=SANDBOX"],
];

describe.each(looks)("at $title", ({ title: _title, ...look }) => {
  it("nothing of routing, providers, reconciliation and the ledger is in the way of anybody", async () => {
    for (const [name, path] of pagesOf()) {
      await screens.open({ ...at(path), ...look, forAxe: true }, async (page) => {
        await expect.poll(() => page.locator(".skeleton:visible").count()).toBe(0);
        await expectAccessible(page);
        await picture(page, `${name}-${look.viewport?.width}`);
      });
    }
  });
});

describe("routing", () => {
  const order = async (): Promise<readonly string[]> =>
    (await operate("GET", "/tenant/routing/rules?mode=SANDBOX&pageSize=100")).map(
      ({ id }: { readonly id: string }) => id,
    );

  it("by keyboard: a rule is moved with the arrow keys, tried without a payment, and saved", async () => {
    const before = await order();
    await screens.open({ ...at("routing?mode=SANDBOX"), ...wide }, async (page) => {
      expect(await page.getByText("Bac à sable : argent fictif, aucun paiement réel.").isVisible()).toBe(
        true,
      );
      expect(await page.title()).toMatch(/ · Bac à sable$/);
      const down = page.getByRole("button", { name: "Descendre la règle 1", exact: true });
      await down.focus();
      await page.keyboard.press("ArrowDown");
      await said(page, "Maintenant à la place 2");
      // The focus goes along with the rule.
      await page.keyboard.press("ArrowDown");
      await said(page, "Maintenant à la place 3");
      await page.getByLabel("Montant", { exact: true }).press("Enter");
      await page.getByText("Ce paiement irait").waitFor();
      await picture(page, "routing-dry-run");
      await page.getByRole("button", { name: "Enregistrer cet ordre" }).press("Enter");
      await said(page, "Ordre enregistré.");
    });
    const [first, second, third, ...others] = before;
    expect(await order()).toEqual([second, third, first, ...others]);
  });

  it("by touch: a rule is added, disabled, and deleted after it was named", async () => {
    const last = async () => (await operate("GET", "/tenant/routing/rules?mode=SANDBOX&pageSize=100")).at(-1);
    await screens.open({ ...at("routing?mode=SANDBOX"), ...phone }, async (page) => {
      await page.getByRole("button", { name: "Ajouter une règle" }).tap();
      await page.locator("dialog").getByLabel("Pays").fill("sn");
      await page.locator("dialog").getByRole("button", { name: "Essai à blanc" }).tap();
      await page.locator("dialog").getByRole("button", { name: "Ajouter une règle" }).tap();
      await said(page, "Règle ajoutée");
      await page.getByText("Mobile money · SN").or(page.getByText("Argent mobile · SN")).first().waitFor();
      await page.locator(".rules > li").last().getByRole("button", { name: "Désactiver" }).tap();
      await said(page, "Règle désactivée.");
      expect(await last()).toMatchObject({ country: "SN", enabled: false });
      const remove = page.locator(".rules > li").last().getByRole("button", { name: "Supprimer" });
      const dialog = page.getByRole("dialog");
      await remove.tap();
      await dialog.getByText(/La règle «\s.* · SN\s».*aucun paiement ne passe par elle/).waitFor();
      await dialog.getByRole("button", { name: "Annuler" }).tap();
      await dialog.waitFor({ state: "detached" });
      expect(await last()).toMatchObject({ country: "SN" });
      await remove.tap();
      await dialog.getByRole("button", { name: "Supprimer cette règle" }).tap();
      await said(page, "Règle supprimée.");
    });
    expect(await last()).not.toMatchObject({ country: "SN" });
  });

  it("by keyboard: a rule is changed after the dry run has shown what that does, and what is no amount is said beside it", async () => {
    const [first] = await operate("GET", "/tenant/routing/rules?mode=SANDBOX&pageSize=100");
    await screens.open({ ...at("routing?mode=SANDBOX"), ...wide, forAxe: true }, async (page) => {
      const opened = page.locator(".rules > li").first().getByRole("button", { name: "Modifier la règle" });
      await opened.press("Enter");
      const dialog = page.getByRole("dialog");
      expect(await dialog.getByRole("button", { name: "Modifier la règle" }).count()).toBe(0);
      await dialog.getByLabel("Devise").fill("xof");
      await dialog.getByLabel("Pays").fill("c1");
      await dialog.getByLabel("Montant jusqu’à").fill("beaucoup");
      await dialog.locator(".field.is-wrong", { hasText: "Un montant de plus de zéro." }).waitFor();
      await dialog.getByLabel("Montant jusqu’à").fill("250 000");
      await dialog.getByLabel("Pays").press("Enter");
      await dialog.locator(".field.is-wrong", { hasText: "Le service refuse cette valeur." }).waitFor();
      expect(await dialog.innerText()).not.toContain("country");
      await expectAccessible(page);
      await dialog.getByLabel("Pays").fill("ci");
      await dialog.getByLabel("Pays").press("Enter");
      await dialog.getByText("Avec cette règle").waitFor();
      await expectAccessible(page);
      await picture(page, "routing-change", false);
      await dialog.getByLabel("Pays").press("Enter");
      await said(page, "Règle modifiée.");
      await dialog.waitFor({ state: "detached" });
    });
    expect(await operate("GET", `/tenant/routing/rules/${first.id}`)).toMatchObject({
      country: "CI",
      currency: "XOF",
      amountMax: "250000",
      version: first.version + 1,
    });
  });

  it("says the three steps to a first live payment", async () => {
    await screens.open({ ...at("routing"), ...wide }, async (page) => {
      await page.getByText("Trois étapes jusqu’au premier paiement réel").waitFor();
      expect(await page.locator(".steps li").count()).toBe(3);
    });
  });
});

describe("an account at a provider", () => {
  it("by keyboard: it is tested, gets a limit, and a secret that is never shown", async () => {
    await screens.open({ ...at(`providers/${accountId}`), ...wide }, async (page) => {
      await page.getByRole("button", { name: "Tester le compte" }).press("Enter");
      await page.getByText("Le compte répond").waitFor();
      await page.getByRole("button", { name: "Ajouter un plafond" }).press("Enter");
      await page.getByLabel("Devise").fill("xof");
      await page.getByLabel("Par jour (UTC)").fill("5 000 000");
      await page.getByLabel("Par jour (UTC)").press("Enter");
      await said(page, "Plafond enregistré.");
      await page.locator("dialog").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Remplacer callbackSecret" }).press("Enter");
      await page.locator("dialog input").fill("a-new-secret-of-32-characters-7788");
      await picture(page, "provider-replace");
      await page.locator("dialog input").press("Enter");
      await said(page, "callbackSecret remplacé.");
      expect(await page.content()).not.toContain("a-new-secret");
      await page.getByText("•••• 7788").waitFor();
    });
    expect(await operate("GET", `/tenant/provider-accounts/${accountId}`)).toMatchObject({
      limits: [{ currency: "XOF", perDay: "5000000", perPayment: null, countsPayouts: false }],
    });
  });

  it("by touch: it is taken out of use and back", async () => {
    await screens.open({ ...at("providers?mode=SANDBOX"), ...phone }, async (page) => {
      await page.locator("tbody tr").first().getByRole("link").tap();
      await page.getByRole("button", { name: "Désactiver" }).tap();
      await said(page, "Compte désactivé.");
      await page.getByRole("button", { name: "Activer", exact: true }).tap();
      await said(page, "Compte activé.");
    });
    expect(await operate("GET", `/tenant/provider-accounts/${accountId}`)).toMatchObject({
      status: "ENABLED",
    });
  });
});

describe("reconciliation", () => {
  it("by touch: one difference is chosen and resolved with a note", async () => {
    await screens.open({ ...at(`reconciliation/${statementId}`), ...phone }, async (page) => {
      await page.getByLabel("Choisir unknown-a").tap();
      await page.getByLabel("Ce qui a été trouvé et fait").fill("Un paiement d’essai.");
      await page.getByRole("button", { name: "Régler 1 différence" }).tap();
      await said(page, "Réglées : 1.");
    });
    const open = await operate(
      "GET",
      `/tenant/reconciliation/differences?statementId=${statementId}&status=OPEN`,
    );
    expect(open).toHaveLength(3);
  });

  it("by touch on a phone, in French: one difference is given to a colleague, whose row of the queue it is then", async () => {
    const { token } = await screens.test.operator("second");
    await screens.open({ ...at(`reconciliation/${statementId}`), ...phone, forAxe: true }, async (page) => {
      await page.getByRole("button", { name: "Confier à un collègue unknown-b" }).tap();
      const dialog = page.getByRole("dialog");
      const colleague = dialog.getByLabel("Collègue", { exact: true });
      const { body } = await screens.test.request("GET", "/tenant/me", { apiKey: token });
      await colleague.selectOption(body.data.id);
      await expectAccessible(page);
      await picture(page, "assign-phone", false);
      await dialog.getByRole("button", { name: "Confier à un collègue" }).tap();
      await said(page, "Confié.");
      await page.getByText(`Qui s’en occupe ${body.data.name}`).waitFor();
    });
    const { body } = await screens.test.request("GET", "/tenant/work?kind=DIFFERENCE&taken=ME", {
      apiKey: token,
    });
    expect(body.data.items).toMatchObject([{ kind: "DIFFERENCE", detail: "MISSING_HERE" }]);
  });

  it("by keyboard: a row of the queue about one difference leads to it, and it is corrected there; the correction leads back", async () => {
    const { operatorId } = await screens.test.operator();
    const [given] = await operate("GET", "/tenant/work?kind=DIFFERENCE").then(({ items }) => items);
    await operate("POST", `/tenant/work/${given.id}/assign`, { operatorId, from: given.takenBy.id });
    await screens.open({ ...at("work?kind=DIFFERENCE"), ...wide, forAxe: true }, async (page) => {
      await page
        .locator("tbody")
        .getByRole("link", { name: /Écart confié à quelqu’un/ })
        .press("Enter");
      await page.waitForURL(/reconciliation\/differences\/diff_/);
      await page.getByText("unknown-b", { exact: true }).waitFor();
      await expectAccessible(page);
      await picture(page, "difference");
      await page.getByRole("button", { name: "Corriger le livre unknown-b" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "Corriger le livre" });
      await dialog.getByLabel("Raison").fill("Un paiement d’un autre programme");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: /^Corriger de 7\s001/ }).press("Enter");
      await said(page, "Livre corrigé.");
      await page.getByText("Réglée", { exact: true }).waitFor();
      await expectAccessible(page);
    });
    await screens.open({ ...at("ledger?mode=SANDBOX"), ...phone, forAxe: true }, async (page) => {
      await page.getByRole("link", { name: "Corrections de ces livres" }).tap();
      await page.getByText("Un paiement d’un autre programme").waitFor();
      await expectAccessible(page);
      await picture(page, "book-corrections-phone");
      await page.getByRole("link", { name: "Une différence" }).first().tap();
      await page.waitForURL(/reconciliation\/differences\/diff_/);
      await expectAccessible(page);
    });
  });

  it("by touch on a phone, in French: the book of an account is corrected, and the list filtered by account", async () => {
    await screens.open({ ...at("ledger?mode=SANDBOX"), ...phone, forAxe: true }, async (page) => {
      await page.getByRole("button", { name: "Corriger le livre d’un compte" }).tap();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Devise").fill("xof");
      await dialog.getByLabel("Montant").fill("rien");
      await dialog.locator(".field.is-wrong", { hasText: "Un montant de plus de zéro." }).waitFor();
      await dialog.getByLabel("Montant").fill("150");
      await dialog.getByLabel("Raison").fill("Frais de tenue de novembre");
      await expectAccessible(page);
      await picture(page, "correct-book-phone", false);
      await dialog.getByRole("button", { name: /^Corriger de 150/ }).tap();
      await said(page, "Livre corrigé.");
    });
    const list = `ledger/book-corrections?mode=SANDBOX&account=${accountId}`;
    await screens.open({ ...at(list), ...wide, forAxe: true }, async (page) => {
      await page.getByText("Frais de tenue de novembre").waitFor();
      await page.getByText("« chez le prestataire » vers « frais du prestataire »").waitFor();
      await expectAccessible(page);
      await picture(page, "book-corrections");
    });
  });

  it("by keyboard: all that is left is resolved together", async () => {
    await screens.open({ ...at("reconciliation?mode=SANDBOX"), ...wide }, async (page) => {
      await page.getByRole("button", { name: "Choisir les 2" }).press("Enter");
      await page.getByLabel("Ce qui a été trouvé et fait").fill("Hors de nos livres.");
      await page.getByLabel("Ce qui a été trouvé et fait").press("Enter");
      await said(page, "Réglées : 2.");
    });
    expect(await operate("GET", "/tenant/reconciliation/differences?status=OPEN&mode=SANDBOX")).toEqual([]);
  });

  it("by keyboard: finance hands in a statement of an account of which it sees no more than the name", () =>
    withRole("FINANCE", async () => {
      await screens.open({ ...at("reconciliation?mode=SANDBOX"), ...wide }, async (page) => {
        await page.getByRole("button", { name: "Déposer un relevé", disabled: false }).press("Enter");
        await page.getByRole("dialog").getByLabel("Compte").selectOption({ label: "Built-in simulator" });
        await page.getByLabel("Le demander au prestataire").check();
        const today = new Date(screens.test.clock.nowMs()).toISOString().slice(0, 10);
        await page.getByLabel("Du jour").fill(today);
        await page.getByLabel("Au jour inclus").fill(today);
        await picture(page, "reconciliation-hand-in");
        await page.getByRole("button", { name: "Déposer et comparer" }).press("Enter");
        await page.waitForURL(/reconciliation\/stmt_/);
        await page.getByText("Tout concorde").first().waitFor();
        await page.getByRole("heading", { name: "Built-in simulator" }).waitFor();
      });
    }));
});

describe("the ledger", () => {
  it("by keyboard: a correction is proposed, not offered to its own proposer to confirm, and taken back by touch", async () => {
    await screens.open({ ...at("ledger?mode=SANDBOX"), ...wide }, async (page) => {
      await page.getByRole("button", { name: "Proposer une correction" }).press("Enter");
      const merchant = page.locator("dialog").getByLabel("Marchand", { exact: true });
      await merchant.selectOption({ index: 1 });
      const wallet = page.getByLabel("Portefeuille");
      await wallet.selectOption(await wallet.locator("option", { hasText: "XOF" }).getAttribute("value"));
      await page.locator("dialog").getByLabel("Montant").fill("1 500");
      await page.locator("dialog").getByLabel("Raison").fill("Frais pris deux fois");
      await picture(page, "ledger-propose");
      await page.locator("dialog").getByLabel("Raison").press("Enter");
      await said(page, "Proposé");
      await page.getByText("Proposé par vous : quelqu’un d’autre décide.").waitFor();
      expect(await page.getByRole("button", { name: "Confirmer" }).count()).toBe(0);
    });
    await screens.open({ ...at("ledger?mode=SANDBOX"), ...phone }, async (page) => {
      await page.getByRole("button", { name: "Retirer ma proposition" }).tap();
      await page.getByText(/Ajouter 1\s500\sF\sCFA au portefeuille\s: cela n’aura pas lieu/).waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Retirer ma proposition" }).tap();
      await said(page, "Retirée : rien n’a changé.");
    });
    expect(await operate("GET", "/tenant/ledger/corrections?mode=SANDBOX")).toMatchObject([
      { status: "REJECTED", amount: "1500" },
    ]);
  });
});
