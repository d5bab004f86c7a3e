import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { payByPhone } from "../harness/phone-payment.ts";
import { picturesOf } from "../harness/pictures.ts";
import { phone, type Screens, startScreens, wide } from "../harness/screens.ts";
import { setSettlementDelay } from "../harness/settlement-delay.ts";

/** The page of one wallet. `PICTURES=docs/images` takes the pictures of the documents. */
let screens: Screens;
let walletId: string;

beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  const pay = (amount: string, reference: string) =>
    payByPhone(test, { amount, reference, phone: "+2250501020346" });
  await pay("45000", "CMD-1");
  for (const days of [1, 2, 3, 5, 8]) {
    await setSettlementDelay(test, days);
    await pay(`${days}0000`, `CMD-${days + 1}`);
  }
  const wallets = (await test.request("GET", "/payments/wallets")).body.data;
  walletId = wallets.find(({ currency }: { currency: string }) => currency === "XOF").id;
}, 60_000);
afterAll(() => screens?.stop());

const takePicture = picturesOf("dashboard");

describe("an accountant", () => {
  it("finds a wallet by its id, and reads when its money becomes available, by keyboard", async () => {
    await screens.open({ ...wide, as: "ACCOUNTANT", at: "payments" }, async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type(walletId);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: /^Portefeuille/ }).waitFor();
      expect(page.url()).toContain(`/balance/${walletId}`);
      const days = page.getByRole("table", { name: "Ce qui devient disponible, par jour" });
      await expect.poll(() => days.getByRole("row").count()).toBe(6);
      const bar = page.getByRole("list", { name: "En tout" });
      await expect.poll(() => bar.getByRole("listitem").count()).toBe(7);
      const later = await bar.getByText("Plus tard").locator("..").textContent();
      // Of 50 000 and 80 000, less 1.5 %.
      expect(later).toMatch(/128\s050/);
      await takePicture(page, "wallet");
    });
  });

  it("goes from a payment to its entries and on, by touch on a phone", async () => {
    await screens.open({ ...phone, as: "ACCOUNTANT", at: "payments?reference=CMD-3" }, async (page) => {
      await page.locator("tr.opens a").tap();
      await page.locator(".title").getByRole("link", { name: "Écritures" }).tap();
      await expect.poll(() => page.locator("tbody tr").count()).toBe(2);
      expect(page.url()).toMatch(/sourceId=pi_/);
      expect(await page.locator("tbody tr td.card-lead").allInnerTexts()).toEqual([
        expect.stringMatching(/^− 300\s/),
        expect.stringMatching(/^20\s000\s/),
      ]);
      await takePicture(page, "entries-of-payment-phone");
    });
    await screens.open({ ...phone, as: "ACCOUNTANT", at: `balance/${walletId}` }, (page) =>
      takePicture(page, "wallet-phone"),
    );
  });
});

it("of a wallet that does not exist the page says so", async () => {
  await screens.open({ ...wide, as: "OWNER", at: `balance/wal_${"0".repeat(26)}` }, async (page) => {
    await page.locator(".problem").waitFor();
    expect(await page.locator("tbody").count()).toBe(0);
  });
});
