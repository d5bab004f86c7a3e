import { afterAll, beforeAll, expect, it } from "vitest";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import {
  expectAccessible,
  phone,
  type Screens,
  startScreens,
  wide,
} from "../../server/test/harness/screens.ts";

/** The list of payments of all merchants: every filter that it offers finds something, or says that it hides everything. */
let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  for (const [amount, operator, number] of [
    ["5000", "MTN", "+2250500000789"],
    ["7000", "ORANGE", "+2250700000789"],
  ] as const) {
    const body = { amount, currency: "XOF", title: "Commande", reference: `CMD-${amount}` };
    const session = (await test.request("POST", "/checkout/sessions", { body })).body.data;
    const paying = {
      paymentMethod: "MOBILE_MONEY",
      paymentDetails: { phone: number, operator, countryCode: "CI" },
    };
    await test.request("POST", `/checkout/pay/${session.id}/complete`, { apiKey: null, body: paying });
    await test.advance(6_000);
  }
}, 120_000);
afterAll(() => screens?.stop());

const at = { as: "operator", at: "payments?mode=SANDBOX" } as const;
const picture = picturesOf("console");

it("by keyboard: operator, amounts and reference narrow the list, and its address holds them all", async () => {
  await screens.open({ ...at, ...wide, forAxe: true }, async (page) => {
    await page.getByRole("link", { name: /7\s000/ }).waitFor();
    await page.getByText("Filtres", { exact: true }).click();
    await page.getByLabel("Opérateur").selectOption("MTN");
    await page.getByLabel("Opérateur").press("Tab");
    await page.getByRole("button", { name: "Filtrer" }).press("Enter");
    await page.waitForURL(/operator=MTN/);
    await page.getByRole("link", { name: /5\s000/ }).waitFor();
    await expect.poll(() => page.getByRole("link", { name: /7\s000/ }).count()).toBe(0);
    await page.getByText("Filtres (1)").click();
    await page.locator('[name="amountMin"]').fill("4000");
    await page.locator('[name="amountMax"]').fill("5000");
    await page.locator('[name="reference"]').fill("CMD-5000");
    await page.getByRole("button", { name: "Filtrer" }).press("Enter");
    await page.waitForURL(/amountMax=5000/);
    await page.reload();
    await page.getByRole("link", { name: /5\s000/ }).waitFor();
    expect(await page.locator('[name="reference"]').inputValue()).toBe("CMD-5000");
    expect(await page.getByRole("alert").count()).toBe(0);
    await expectAccessible(page);
    await picture(page, "payments-filtered");
    await page.getByRole("link", { name: "Retirer le filtre Référence : CMD-5000" }).press("Enter");
    await page.waitForURL(
      (url) => !url.search.includes("reference") && url.search.includes("amountMax=5000"),
    );
  });
});

it("by touch on a phone: late and doubled payments, a phone, and why payments failed are asked for without a refusal", async () => {
  await screens.open({ ...at, ...phone, forAxe: true }, async (page) => {
    await page.getByRole("link", { name: /7\s000/ }).waitFor();
    for (const address of [
      "special=late",
      "special=duplicate",
      "special=refunded",
      "special=partly",
      "failureCode=INSUFFICIENT_FUNDS",
      "phone=%2B2250100000000",
    ]) {
      await page.goto(`${page.url().split("?")[0]}?mode=SANDBOX&${address}`);
      await page.getByText("Filtres (1)").waitFor();
      await page.locator(".empty").waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
    }
    await expectAccessible(page);
    await page.goto(`${page.url().split("?")[0]}?mode=SANDBOX&phone=%2B2250500000789`);
    await page.getByRole("link", { name: /5\s000/ }).waitFor();
  });
});

it("the list is live unless its address says otherwise, and a payment of the sandbox says that it is one", async () => {
  await screens.open({ as: "operator", at: "payments", ...phone }, async (page) => {
    await page.locator(".empty").waitFor();
    expect(await page.getByText("argent fictif").count()).toBe(0);
    await page.getByRole("link", { name: "Bac à sable" }).tap();
    await page.getByText("argent fictif").waitFor();
    await page.getByRole("link", { name: /7\s000/ }).tap();
    expect(await page.locator(".payment-head .facts").innerText()).toMatch(/Mode\s+Bac à sable/);
    await page.getByRole("link", { name: "Tous les paiements" }).tap();
    await page.getByRole("link", { name: /7\s000/ }).waitFor();
  });
});

it("one payment says in words what its provider was asked, why its route was taken, and which key made it", async () => {
  const { data } = (await screens.test.request("GET", "/payments/charges?reference=CMD-5000")).body;
  const path = `payments/${data[0].paymentIntentId}`;
  for (const size of [wide, phone]) {
    await screens.open({ ...size, as: "operator", at: path, forAxe: true }, async (page) => {
      const calls = page.locator("ol.calls > li");
      await calls.filter({ hasText: /Demande de paiement\s: / }).waitFor();
      expect(await calls.first().locator("code").first().innerText()).toMatch(/^start /);
      const rule = page.locator("ol.verdicts > li").first();
      expect(await rule.innerText()).toMatch(/^Règle vers «\s.+\s»\s: prend le paiement rule_\w+ TAKES/);
      expect(await rule.locator("li").first().innerText()).toMatch(
        /^(?!acct_).+\s: prend le paiement acct_\w+ TAKES$/,
      );
      const made = page.locator("ol.timeline > li").first();
      expect(await made.innerText()).toMatch(/par (?!key_).+ \(key_\w+\)/);
      expect(await page.locator("main").innerText()).not.toMatch(/votre serveur/);
      await expectAccessible(page);
      const { width } = page.viewportSize() ?? {};
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width ?? 0);
      await picture(page, size === wide ? "payment-trace" : "payment-trace-phone");
    });
  }
});

it.each([
  ["fr", "Référence courte"],
  ["en", "Short reference"],
  ["pt", "Referência curta"],
] as const)(
  "one payment has the short reference that its payer reads out, to copy (%s)",
  async (locale, label) => {
    const { data } = (await screens.test.request("GET", "/payments/charges?reference=CMD-7000")).body;
    const { sessionId, paymentIntentId } = data[0];
    const { shortReference } = await screens.test.app.checkout.page.page(sessionId, true);
    expect(shortReference).toMatch(/^.{4}-.{4}$/);
    const to = `payments/${paymentIntentId}`;
    await screens.open({ ...phone, as: "operator", at: to, locale, forAxe: true }, async (page) => {
      const fact = page.locator(".payment-head .facts > *", { hasText: label });
      await fact.getByText(shortReference ?? "", { exact: true }).waitFor();
      expect(await fact.getByRole("button").count()).toBe(1);
      await expectAccessible(page);
    });
  },
);
