import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeViolations, launchBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { picturesOf } from "../../../test/harness/pictures.ts";
import { money } from "../../kit/money.ts";
import type { Payer, ProviderReference, StartRequest } from "../provider.ts";
import { nobody } from "../testing/questions.ts";
import { mtn, openTestWorld, type TestWorld } from "./test-world.ts";

let world: TestWorld;
let browser: TestBrowser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openTestWorld(), launchBrowser()]);
  world.answerCallbacksWith(200);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** On another origin than the pages, like a merchant's. */
const returnUrl = () => world.callbackUrl.replace("/callbacks", "/back");

const open = async (payer: Payer, change: Partial<StartRequest> = {}) => {
  const reference: ProviderReference = world.newReference();
  const outcome = await world.start({ reference, payer, returnUrl: returnUrl(), ...change });
  const step = outcome.kind === "pending" ? outcome.nextStep : null;
  const remittance = step?.kind === "POLL" ? (step.instructions?.reference ?? "") : "";
  const url = step === null || step.kind === "POLL" ? "" : (step.actionUrl ?? "");
  return { reference, url, remittance };
};

const withPage = async (forAxe: boolean, work: (page: Page) => Promise<void>): Promise<void> => {
  // Without script, which the pages do not need, except where axe has to run.
  const context = await browser.newContext({ forAxe, javaScriptEnabled: forAxe });
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
};

const pages: readonly [name: string, address: () => Promise<string>][] = [
  ["guide", async () => world.publicUrl],
  ["card", async () => (await open(nobody, { method: "CARD" })).url],
  ["approval", async () => (await open({ ...mtn("789"), operator: "WAVE" })).url],
  [
    "wallet",
    async () =>
      (await open({ ...nobody, phone: world.payerWallets[0]?.phone ?? "" }, { method: "WALLET" })).url,
  ],
  ["qr", async () => (await open(nobody, { method: "QR" })).url],
  [
    "bank",
    async () =>
      `${world.publicUrl}/bank?reference=${(await open(nobody, { method: "BANK_TRANSFER" })).remittance}`,
  ],
];

describe("the simulator's pages in a browser", () => {
  it.each(pages)(
    "%s: nothing for axe to find, and no sideways scrolling at 360 px",
    async (name, address) => {
      await withPage(true, async (page) => {
        await page.goto(await address());
        await picturesOf("simulator")(page, name);
        expect(await axeViolations(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
      });
    },
  );

  it("a card with 3-D Secure is paid without script, and the payer lands at the merchant's", async () => {
    await withPage(false, async (page) => {
      const { url, reference } = await open(nobody, { method: "CARD" });
      await page.goto(url);
      await page.getByLabel("Numéro de carte", { exact: true }).fill("4000 0025 0000 3155");
      await page.getByLabel("Expiration (MM/AA)").fill("12/30");
      await page.getByLabel("Cryptogramme").fill("123");
      await page.getByRole("button", { name: "Payer" }).click();
      await page.getByRole("button", { name: "Confirmer" }).click();
      await page.waitForURL(returnUrl());
      expect(await world.query(reference)).toMatchObject({ kind: "succeeded", method: { last4: "3155" } });
    });
  });

  it("a wallet is paid with its PIN, after a wrong one", async () => {
    await withPage(false, async (page) => {
      const phone = world.payerWallets[0]?.phone ?? "";
      const request = { method: "WALLET", amount: money(2_500n, "EUR") } as const;
      const { url, reference } = await open({ ...nobody, phone }, request);
      await page.goto(`${url}?lang=en`);
      await page.getByLabel("PIN").fill("9999");
      await page.getByRole("button", { name: "Pay" }).click();
      expect(await page.getByRole("alert").innerText()).toContain("Wrong PIN");
      await page.getByLabel("PIN").fill("1234");
      await page.getByRole("button", { name: "Pay" }).click();
      await page.waitForURL(returnUrl());
      expect((await world.query(reference)).kind).toBe("succeeded");
    });
  });

  it("Enter in the card form pays and does not cancel", async () => {
    await withPage(false, async (page) => {
      const { url, reference } = await open(nobody, { method: "CARD" });
      await page.goto(url);
      await page.getByLabel("Numéro de carte", { exact: true }).fill("4242424242424242");
      await page.getByLabel("Expiration (MM/AA)").fill("12/30");
      await page.getByLabel("Cryptogramme").fill("123");
      await page.getByLabel("Cryptogramme").press("Enter");
      await page.waitForURL(returnUrl());
      expect((await world.query(reference)).kind).toBe("succeeded");
    });
  });

  it("cancelling needs no field to be filled in", async () => {
    await withPage(false, async (page) => {
      const { url, reference } = await open(nobody, { method: "CARD" });
      await page.goto(url);
      await page.getByRole("button", { name: "Annuler" }).click();
      await page.waitForURL(returnUrl());
      expect(await world.query(reference)).toMatchObject({ failureCode: "PAYMENT_CANCELLED" });
    });
  });
});
