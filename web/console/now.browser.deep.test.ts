import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import { plantAges } from "../../server/test/harness/planted-ages.ts";
import { plantSums } from "../../server/test/harness/planted-sums.ts";
import { allRead, phone, type Screens, startScreens, wide } from "../../server/test/harness/screens.ts";
import { createPayer, mtn } from "../../server/test/simulation/payer.ts";

/** What is wrong now, for an operator on call. */
let screens: Screens;
beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  const payer = createPayer(test);
  // The first fails and is paid a minute later; of the second another amount comes than asked for.
  for (const [amount, ending] of [
    ["5000", "229"],
    ["600000", "219"],
  ] as const) {
    const { id } = await payer.newSession({ amount, maxAttempts: 1, latePaymentPolicy: "ACCEPT" });
    expect((await payer.complete(id, mtn(ending))).status).toBe(200);
  }
  await test.advance(90_000, 5_000);
  await plantSums(test, test.merchantNo, 30);
  const outage = {
    mode: "SANDBOX",
    method: "MOBILE_MONEY",
    operator: "WAVE",
    country: "CI",
    status: "DEGRADED",
  };
  const { token: apiKey } = await test.operator();
  const body = { ...outage, reason: "Wave répond lentement depuis 09:40" };
  expect((await test.request("POST", "/tenant/outages", { apiKey, body })).status).toBe(201);
  await test.owner.query({
    text: `insert into webhook_endpoints
             (merchant_no, id, url, events, status, secret, proved_at, failing_since, created_at, updated_at)
           values ($1, $2, 'https://shop.example', '{*}', 'ACTIVE', '\\x00', $3, $3, $3, $3)`,
    values: [test.merchantNo, test.app.ids.uuid(), new Date(test.clock.nowMs() - 20 * 60_000)],
  });
  await plantAges(test);
}, 120_000);
afterAll(() => screens?.stop());

const now = { as: "operator", at: "now?mode=SANDBOX" } as const;
const picture = picturesOf("console");

const seen = async (page: Page) => {
  await page.getByText("Wave répond lentement").waitFor();
  expect(await page.locator(".numbers").innerText()).toMatch(/Issue inconnue\s+0\s+aucune somme en suspens/);
  await page.getByRole("cell", { name: /^Orange Money XOF/ }).waitFor();
  await page
    .locator(`.now-list a[href="/console/merchants/${screens.test.merchantId}?mode=SANDBOX"]`)
    .waitFor();
  await page.getByText("1 en échec").waitFor();
  await page.getByText("Questions aux prestataires").waitFor();
  const waiting = page.locator(".now-list li").filter({ hasText: "Argent retenu" });
  expect(await waiting.innerText()).toMatch(/Argent retenu 1 300\s000\sF\sCFA/);
  const late = page.locator(".now-list li").filter({ hasText: "En retard" });
  expect(await late.innerText()).toMatch(/En retard 1 5\s000\sF\sCFA/);
  await page.getByText(/En échec par jour, sur 30 jours\s: au plus 1/).waitFor();
  await page.getByText("1 en 30 jours, jour par jour").waitFor();
  await page
    .getByText(/En 48 heures, l’attente la plus longue\s: /)
    .nth(2)
    .waitFor();
};

it("by keyboard: the success of each hour against the usual, times by operator, and the other mode", async () => {
  await screens.open({ ...now, ...wide }, async (page) => {
    await seen(page);
    const chart = page.getByRole("slider").first();
    await chart.focus();
    await picture(page, "now-wide");
    await page.keyboard.press("End");
    await expect
      .poll(() => chart.getAttribute("aria-valuetext"))
      .toMatch(/Taux de réussite .*, Tentatives décidées .*, D’habitude .* – /);
    const times = page.getByRole("slider").nth(1);
    await times.focus();
    await page.keyboard.press("Home");
    await expect
      .poll(() => times.getAttribute("aria-valuetext"))
      .toMatch(/MTN MoMo XOF: Tentatives décidées .*p50/);
    await page.getByRole("combobox", { name: "Mode" }).selectOption("LIVE");
    await page.waitForURL(/mode=LIVE/);
    await page.getByText("Aucune panne déclarée.").waitFor();
  });
});

it("an account that is switched off is not said to be in service, and leads to its page", async () => {
  const { owner } = screens.test;
  await owner.query({ text: "update provider_accounts set status = 'DISABLED'" });
  await screens.open({ ...now, ...phone }, async (page) => {
    const account = page.locator(".now-list li", { has: page.locator('a[href^="/console/providers/"]') });
    expect(await account.first().innerText()).toMatch(/Built-in simulator\s+Désactivé/);
    await account.first().getByRole("link").tap();
    await page.getByRole("heading", { name: "Built-in simulator" }).waitFor();
  });
  await owner.query({ text: "update provider_accounts set status = 'ENABLED'" });
});

it("by touch on a phone, in French", async () => {
  await screens.open({ ...now, ...phone }, async (page) => {
    await seen(page);
    await page.getByRole("slider").first().tap();
    await page.getByText("Chiffres").first().tap();
    await page.getByRole("columnheader", { name: "D’habitude" }).waitFor();
  });
});

it("by keyboard: an outage is declared from the row of the operator that fails, and the address holds the form", async () => {
  await screens.open({ ...now, ...wide }, async (page) => {
    await page.getByRole("link", { name: "Déclarer une panne", exact: true }).waitFor();
    await page.getByRole("link", { name: "Déclarer une panne : Orange Money XOF" }).press("Enter");
    await page.waitForURL(/outages\?mode=SANDBOX&declare=MOBILE_MONEY&operator=ORANGE$/);
    const form = page.getByRole("dialog");
    expect(await form.getByLabel("Opérateur").inputValue()).toBe("ORANGE");
    await page.reload();
    expect(await form.getByLabel("Opérateur").inputValue()).toBe("ORANGE");
    await form.getByLabel("Raison").fill("Orange refuse tout depuis 10:05");
    await form.getByLabel("Raison").press("Enter");
    await form.waitFor({ state: "detached" });
    expect(page.url()).toMatch(/outages\?mode=SANDBOX$/);
    await page.getByText("Orange refuse tout depuis 10:05").waitFor();
  });
  const { token: apiKey } = await screens.test.operator();
  const { body } = await screens.test.request("GET", "/tenant/outages?mode=SANDBOX", { apiKey });
  expect(body.data[0]).toMatchObject({
    method: "MOBILE_MONEY",
    operator: "ORANGE",
    country: null,
    status: "CLOSED",
  });
});

it("a role that reads merchants only sees the parts that it may read, and no refusal", async () => {
  const permissions = (text: string) =>
    screens.test.owner.query({ text: "update operators set permissions = $1", values: [text] });
  const [before] = await screens.test.owner.query<{ permissions: string }>({
    text: "select permissions::text from operators limit 1",
  });
  await permissions("{tenant.merchants.read}");
  await screens.open({ ...now, ...wide }, async (page) => {
    await page.getByText("1 en échec").waitFor();
    await page.getByRole("heading", { name: "Ce qui attend quelqu’un" }).waitFor();
    await allRead(page);
    expect(await page.locator("main").getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([
      "Webhooks",
      "Ce qui attend quelqu’un",
    ]);
  });
  await permissions(before?.permissions ?? "");
});
