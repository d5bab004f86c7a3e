import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BankScreens, openBankScreens, said } from "../../server/test/harness/bank-screens.ts";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import { expectAccessible, looks, phone, proveIfAsked, wide } from "../../server/test/harness/screens.ts";
import { statusReport } from "../../server/test/harness/status-report.ts";
import { BUTTONS, lookIntoDialog } from "../../server/test/screens/dialogs.ts";
import { prepare as watch } from "../../server/test/screens/page-checks.ts";
import { sizes } from "../../server/test/screens/walk.ts";

/** Files of transfers: made, looked at, let go by two, taken to the bank, and answered. */
let bank: BankScreens;
/** The file of two payouts that the harness released. */
let releasedId: string;

beforeAll(async () => {
  bank = await openBankScreens();
  const { messageId, references } = bank.payoutFile;
  const files = await bank.operate("GET", "/tenant/payout-files?mode=SANDBOX");
  releasedId = files.find((one: { messageId: string }) => one.messageId === messageId).id;
  const [rejected = "", paid = ""] = references;
  const report = statusReport("PSR-9", messageId, "PART", [
    [paid, "ACSC"],
    [rejected, "RJCT", "AC04"],
  ]);
  await bank.operate("POST", "/tenant/bank-files", {
    providerAccountId: bank.bankId,
    fileName: "reponse-9.xml",
    contentType: "application/xml",
    content: Buffer.from(report).toString("base64"),
  });
}, 120_000);
afterAll(() => bank?.screens.stop());

const picture = picturesOf("console");
const at = (path: string) => ({ as: "operator", at: path }) as const;
const fileOf = (id: string) => bank.operate("GET", `/tenant/payout-files/${id}`);

/** Payouts of these amounts wait for a file. */
async function payOut(...amounts: readonly string[]): Promise<void> {
  const { test } = bank.screens;
  const wallets = (await test.request("GET", "/payments/wallets")).body.data;
  const walletId = wallets.find(({ currency }: { currency: string }) => currency === "XOF").id;
  const [{ id: beneficiaryId }] = (await test.request("GET", "/payments/beneficiaries")).body.data;
  for (const amount of amounts) {
    const headers = { "idempotency-key": `payout ${amount}` };
    const body = { walletId, beneficiaryId, amount };
    expect((await test.request("POST", "/payments/payouts", { headers, body })).status).toBe(201);
  }
  await test.advance(10_000, 10_000);
}

async function prepare(): Promise<string> {
  return (await bank.operate("POST", "/tenant/payout-files", { providerAccountId: bank.bankId })).id;
}

describe.each(looks)("at $title", ({ title: _title, ...look }) => {
  it("the files and one of them are in nobody's way", async () => {
    for (const path of ["bank/payout-files?mode=SANDBOX", `bank/payout-files/${releasedId}`])
      await bank.screens.open({ ...at(path), ...look, forAxe: true }, (page) => expectAccessible(page));
  });
});

it("by keyboard: what waits is made a file, one transfer is refused, and the rest goes to the bank and is downloaded", () =>
  bank.withRole("FINANCE", async () => {
    await payOut("1010", "1020", "1030");
    await bank.screens.open({ ...at("bank?mode=SANDBOX"), ...wide, forAxe: true }, async (page) => {
      await page.getByRole("link", { name: "Fichiers de virements" }).press("Enter");
      await page.getByRole("cell", { name: /1\s030/ }).waitFor();
      await page.getByRole("button", { name: "Faire un fichier" }).press("Enter");
      const dialog = page.getByRole("dialog");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Faire un fichier" }).press("Enter");
      await said(page, "Le fichier est fait.");
      await page.getByText("Aucun virement n’attend.").waitFor();
      await page.getByRole("link", { name: /3\s060/ }).press("Enter");
      await page.getByRole("button", { name: /^Refuser.*1\s020/ }).press("Enter");
      await dialog.getByLabel("Pourquoi").fill("Le compte est fermé");
      await expectAccessible(page);
      await dialog.getByLabel("Pourquoi").press("Enter");
      await said(page, "Le virement est refusé.");
      await page.getByRole("button", { name: /^Libérer 2\s040/ }).waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: /^Libérer 2\s040/ }).press("Enter");
      await dialog.getByText(/2 virements de 2\s040.* vont à la banque/).waitFor();
      await dialog.getByRole("button", { name: /^Libérer 2\s040/ }).press("Enter");
      await said(page, "Le fichier est libéré.");
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Télécharger" }).press("Enter");
      const saved = await download;
      const text = await readFile(await saved.path(), "utf8");
      expect(text).toMatch(/^<\?xml.*pain\.001/s);
      expect(text).toContain(saved.suggestedFilename().replace(".xml", ""));
      await page.getByText("Téléchargé", { exact: true }).waitFor();
    });
  }));

it("by touch on a phone: a file that the bank answered shows its answer and what came of each transfer, by state", async () => {
  await bank.screens.open(
    { ...at(`bank/payout-files/${releasedId}`), ...phone, forAxe: true },
    async (page) => {
      await page.getByText("RJCT · AC04").waitFor();
      await page.getByText("Virements du fichier : 2. Terminés par cette réponse : 2.").waitFor();
      await expectAccessible(page);
      await picture(page, "bank-payout-file-answered-phone");
      await page.getByText("Filtres", { exact: true }).tap();
      await page.getByLabel("État").selectOption("PAID");
      await page
        .getByRole("button", { name: "Appliquer" })
        .or(page.getByRole("button", { name: "Filtrer" }))
        .tap();
      await page.waitForURL(/status=PAID/);
      await expect.poll(() => page.getByText("RJCT · AC04").count()).toBe(0);
      await page.getByRole("link", { name: "reponse-9.xml" }).tap();
      await page.waitForURL(/\/bank\/files\/bfile_/);
    },
  );
});

it("by touch on a phone: a file is refused with its reason, and its transfers wait again", async () => {
  await payOut("1100", "1110");
  const id = await prepare();
  await bank.screens.open({ ...at(`bank/payout-files/${id}`), ...phone, forAxe: true }, async (page) => {
    await page.getByRole("button", { name: "Refuser le fichier" }).tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Pourquoi").fill("Trop tard pour aujourd’hui");
    await dialog.getByRole("button", { name: "Refuser le fichier" }).tap();
    await said(page, "Le fichier est refusé.");
    await page.getByText("Trop tard pour aujourd’hui").waitFor();
    await expectAccessible(page);
  });
  expect(await fileOf(id)).toMatchObject({ status: "REFUSED", note: "Trop tard pour aujourd’hui" });
  expect(await bank.operate("GET", "/tenant/transfer-orders?status=QUEUED")).toHaveLength(2);
});

it("in live mode one colleague proposes the release, and the sum goes to the bank when another confirms it", async () => {
  const id = await prepare();
  // Money of the live mode takes days to come here, so the file of the sandbox is made one of it.
  for (const table of ["payout_files", "transfer_orders"])
    await bank.screens.test.owner.query({ text: `update ${table} set mode = 'LIVE'`, values: [] });
  const release = (page: Page) => page.getByRole("button", { name: /^Libérer 2\s210/ });
  await bank.screens.open({ ...at(`bank/payout-files/${id}`), ...wide, forAxe: true }, async (page) => {
    await release(page).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("un autre opérateur doit confirmer").waitFor();
    await release(dialog.page()).last().press("Enter");
    await proveIfAsked(bank.screens, page, page.locator(".notice", { hasText: "Proposé" }));
    await page.getByText("Proposé par vous : quelqu’un d’autre décide.").waitFor();
    await expectAccessible(page);
  });
  expect((await fileOf(id)).status).toBe("PREPARED");
  await bank.screens.open(
    { as: "colleague", at: `bank/payout-files/${id}`, ...phone, forAxe: true },
    async (page) => {
      await page.getByRole("button", { name: "Confirmer" }).tap();
      const dialog = page.getByRole("dialog", { name: "Confirmer" });
      await dialog
        .getByText(/2\s210/)
        .first()
        .waitFor();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: /^Confirmer/ }).tap();
      const proof = page.getByRole("dialog", { name: "Confirmez que c’est vous" });
      const isDone = page.locator(".notice", { hasText: "Confirmé : c’est fait." });
      await proof.or(isDone).first().waitFor();
      if (await proof.isVisible()) {
        await proof.getByLabel("Mot de passe").fill((await bank.screens.test.operator("second")).password);
        await page.keyboard.press("Enter");
      }
      await isDone.waitFor();
      await page.getByText("Libéré", { exact: true }).waitFor();
    },
  );
  expect(await fileOf(id)).toMatchObject({ status: "RELEASED", total: "2210" });
});

it("the dialogs of what waits and of a file, in three languages and at three widths", async () => {
  await payOut("1200", "1210");
  const prepared = await prepare();
  await payOut("1220");
  const pages = [
    ["bank/payout-files?mode=SANDBOX", 1],
    [`bank/payout-files/${prepared}`, 4],
  ] as const;
  for (const locale of ["fr", "en", "pt"] as const)
    for (const [path, count] of pages)
      await bank.screens.open({ ...at(path), locale, viewport: sizes.desk }, async (page) => {
        await watch(page.context());
        await page.goto(page.url());
        await page
          .locator(BUTTONS)
          .nth(count - 1)
          .waitFor();
        expect(await page.locator(BUTTONS).count()).toBe(count);
        for (const opener of await page.locator(BUTTONS).all()) {
          await opener.click();
          await page.locator("dialog[open]").waitFor();
          expect(await lookIntoDialog(page, locale)).toEqual([]);
          await page.keyboard.press("Escape");
          await page.locator("dialog[open]").waitFor({ state: "detached" });
        }
      });
});
