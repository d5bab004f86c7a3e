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
    lines: ["a", "b", "c"].map((reference, index) => ({
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

const picture = (page: Page, name: string) =>
  process.env.SCREENSHOTS === undefined
    ? undefined
    : page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });
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
        await picture(page, `console-${name}-${look.viewport?.width}`);
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
      const down = page.getByRole("button", { name: "Descendre la règle 1", exact: true });
      await down.focus();
      await page.keyboard.press("ArrowDown");
      await said(page, "Maintenant à la place 2");
      // The focus goes along with the rule.
      await page.keyboard.press("ArrowDown");
      await said(page, "Maintenant à la place 3");
      await page.getByLabel("Montant", { exact: true }).press("Enter");
      await page.getByText("Ce paiement irait").waitFor();
      await picture(page, "console-routing-dry-run");
      await page.getByRole("button", { name: "Enregistrer cet ordre" }).press("Enter");
      await said(page, "Ordre enregistré.");
    });
    const [first, second, third, ...others] = before;
    expect(await order()).toEqual([second, third, first, ...others]);
  });

  it("by touch: a rule is added and disabled", async () => {
    await screens.open({ ...at("routing?mode=SANDBOX"), ...phone }, async (page) => {
      await page.getByRole("button", { name: "Ajouter une règle" }).tap();
      await page.getByLabel("Pays").last().fill("sn");
      await page.locator("dialog").getByRole("button", { name: "Ajouter une règle" }).tap();
      await said(page, "Règle ajoutée");
      await page.getByText("Mobile money · SN").or(page.getByText("Argent mobile · SN")).first().waitFor();
      await page.locator(".rules > li").last().getByRole("button", { name: "Désactiver" }).tap();
      await said(page, "Règle désactivée.");
    });
    const rules = await operate("GET", "/tenant/routing/rules?mode=SANDBOX&pageSize=100");
    expect(rules.at(-1)).toMatchObject({ country: "SN", enabled: false });
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
      await picture(page, "console-provider-replace");
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
    expect(open).toHaveLength(2);
  });

  it("by keyboard: all that is left is resolved together, and a statement is fetched from the provider", async () => {
    await screens.open({ ...at("reconciliation?mode=SANDBOX"), ...wide }, async (page) => {
      await page.getByRole("button", { name: "Choisir les 2" }).press("Enter");
      await page.getByLabel("Ce qui a été trouvé et fait").fill("Hors de nos livres.");
      await page.getByLabel("Ce qui a été trouvé et fait").press("Enter");
      await said(page, "Réglées : 2.");
      await page.getByRole("button", { name: "Déposer un relevé" }).press("Enter");
      await page.getByLabel("Le demander au prestataire").check();
      const today = new Date(screens.test.clock.nowMs()).toISOString().slice(0, 10);
      await page.getByLabel("Du jour").fill(today);
      await page.getByLabel("Au jour inclus").fill(today);
      await picture(page, "console-reconciliation-hand-in");
      await page.getByRole("button", { name: "Déposer et comparer" }).press("Enter");
      await page.waitForURL(/reconciliation\/stmt_/);
      await page.getByText("Tout concorde").first().waitFor();
    });
    expect(await operate("GET", "/tenant/reconciliation/differences?status=OPEN&mode=SANDBOX")).toEqual([]);
  });
});

describe("the ledger", () => {
  it("by keyboard: a correction is proposed, refused to its own proposer, and rejected by touch", async () => {
    await screens.open({ ...at("ledger?mode=SANDBOX"), ...wide }, async (page) => {
      await page.getByRole("button", { name: "Proposer une correction" }).press("Enter");
      const merchant = page.locator("dialog").getByLabel("Marchand", { exact: true });
      await merchant.selectOption({ index: 1 });
      const wallet = page.getByLabel("Portefeuille");
      await wallet.selectOption(await wallet.locator("option", { hasText: "XOF" }).getAttribute("value"));
      await page.locator("dialog").getByLabel("Montant").fill("1 500");
      await page.locator("dialog").getByLabel("Raison").fill("Frais pris deux fois");
      await picture(page, "console-ledger-propose");
      await page.locator("dialog").getByLabel("Raison").press("Enter");
      await said(page, "Proposé");
      await page.getByRole("button", { name: /^Comptabiliser 1.500/ }).press("Enter");
      await page.getByText("une autre personne doit la confirmer").waitFor();
    });
    await screens.open({ ...at("ledger?mode=SANDBOX"), ...phone }, async (page) => {
      await page.getByRole("button", { name: /^Rejeter 1.500/ }).tap();
      await said(page, "rejetée");
    });
    expect(await operate("GET", "/tenant/ledger/corrections?mode=SANDBOX")).toMatchObject([
      { status: "REJECTED", amount: "1500" },
    ]);
  });
});
