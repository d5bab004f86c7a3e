import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hands } from "../harness/hands.ts";
import { data, mobile } from "../harness/payout-setup.ts";
import { payByPhone } from "../harness/phone-payment.ts";
import { picturesOf } from "../harness/pictures.ts";
import { plantSums } from "../harness/planted-sums.ts";
import { type Screens, startScreens } from "../harness/screens.ts";
import { setSettlementDelay } from "../harness/settlement-delay.ts";

/**
 * The day and the month of an accountant, each job by keyboard and by touch. A file of payouts that has errors is in
 * `server/test/e2e/dashboard-money.deep.test.ts`. `PICTURES=docs/images` takes the pictures of the documents.
 */
let screens: Screens;
const DAY_MS = 86_400_000;
/** Entries are sealed by then. */
const SEALED_AFTER_MS = 310_000;
const takePicture = picturesOf("dashboard");

beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  let posted = 0;
  const post = async (path: string, body: object) => {
    posted += 1;
    const headers = { "idempotency-key": `accountant ${posted}` };
    return data(await test.request("POST", path, { body, headers }));
  };
  const phone = "+2250501020346";
  await setSettlementDelay(test, 0);
  await payByPhone(test, { amount: "90000", phone, reference: "FACT-1" });
  await payByPhone(test, { amount: "12500", phone, reference: "FACT-2" });
  const [charge] = data(await test.request("GET", "/payments/charges?reference=FACT-2"));
  await post(`/payments/charges/${charge.id}/refunds`, { amount: "2000", reason: "DUPLICATE" });
  const beneficiary = await post("/payments/beneficiaries", {
    ...mobile("+2250500000789"),
    name: "Awa Koné",
  });
  await test.drain();
  // Past the cool-off of a new beneficiary.
  await test.advance(2 * DAY_MS, DAY_MS);
  const wallets: readonly { id: string; currency: string }[] = data(
    await test.request("GET", "/payments/wallets"),
  );
  const walletId = wallets.find(({ currency }) => currency === "XOF")?.id;
  await post("/payments/payouts", {
    ...{ walletId, beneficiaryId: beneficiary.id, amount: "3000", reference: "LOYER" },
  });
  await setSettlementDelay(test, 3);
  await payByPhone(test, { amount: "20000", phone, reference: "FACT-3" });
  // Another amount than asked for is held.
  await payByPhone(test, { amount: "600000", phone: "+2250501020219", reference: "FACT-4" });
  await test.advance(SEALED_AFTER_MS, SEALED_AFTER_MS / 5);
  await plantSums(test, test.merchantNo, 60);
}, 120_000);
afterAll(() => screens?.stop());

/** The file that `press` makes the browser save. */
async function saved(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  const path = await file.path();
  return { name: file.suggestedFilename(), path, text: () => readFile(path, "utf8") };
}

describe.each(hands)("$title", ({ title, look, of }) => {
  const as = "ACCOUNTANT";

  it("exports the payments of a month, as a French spreadsheet opens them", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Paiements");
      await hand.press(page.locator(".filters summary"));
      await page.getByLabel("Du", { exact: true }).fill("2026-11-01");
      await page.getByLabel("Au", { exact: true }).fill("2026-11-30");
      await hand.press(page.getByRole("button", { name: "Filtrer" }));
      await page.waitForURL(/until=2026-11-30/);
      await expect.poll(() => page.locator("tbody tr").count()).toBe(4);
      await hand.press(page.getByRole("button", { name: "Exporter" }));
      await hand.press(page.getByRole("button", { name: "Préparer le fichier" }));
      const save = page.getByRole("button", { name: "Télécharger le fichier" });
      await save.waitFor();
      if (title === "by keyboard") await takePicture(page, "export", false);
      const file = await saved(page, () => hand.press(save));
      expect(file.name).toMatch(/^payments-sandbox-.*\.csv$/);
      const [heads = "", ...rows] = (await file.text()).trimEnd().split("\r\n");
      expect(heads.startsWith("\ufeffCréé le (")).toBe(true);
      expect(rows).toHaveLength(4);
      expect(rows.filter((row) => /;12500;.*;FACT-2;/.test(row))).toHaveLength(1);

      await page.keyboard.press("Escape");
      await hand.press(page.getByRole("button", { name: "Exporter" }));
      await page.getByLabel("Pour", { exact: true }).selectOption("Excel et autres tableurs (XLSX)");
      await hand.press(page.getByRole("button", { name: "Préparer le fichier" }));
      await save.waitFor();
      const workbook = await saved(page, () => hand.press(save));
      expect(workbook.name).toMatch(/^payments-sandbox-.*\.xlsx$/);
      const [words = [], ...payments] = await readSheet(workbook.path);
      expect(payments).toHaveLength(4);
      const invoice = payments.find((row) => row.includes("FACT-2")) ?? [];
      expect([invoice[words.indexOf("Montant")], invoice[0]]).toEqual([12_500, expect.any(Date)]);
    });
  });

  it("finds the payment of an invoice by its reference", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      await of(page).search("FACT-2");
      await page.getByRole("heading", { level: 1, name: /12\s500/ }).waitFor();
      await page.locator(".payment-head").getByText("FACT-2").waitFor();
    });
  });

  it("reads fees and net by method, takes the month's statement and books home, and checks the sealed ledger", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Rapports");
      await page.getByRole("cell", { name: "Mobile money" }).waitFor();
      await page.getByText("Débits et crédits sont égaux").waitFor();
      const statement = page.getByRole("region", { name: "Relevé du mois" });
      const pdf = statement.getByRole("button", { name: "Télécharger (PDF)" });
      expect((await saved(page, () => hand.press(pdf))).name).toBe("releve-2026-11.pdf");
      const csv = statement.getByRole("button", { name: "Télécharger (CSV)" });
      expect((await saved(page, () => hand.press(csv))).name).toBe("releve-2026-11.csv");
      const ledger = await saved(page, () =>
        hand.press(page.getByRole("button", { name: "Télécharger le livre" })),
      );
      expect(ledger.name).toBe("livre-2026-11.jsonl");
      const checked = spawnSync(process.execPath, ["tools/verify-ledger.mjs", ledger.path], {
        encoding: "utf8",
      });
      expect([checked.status, checked.stderr]).toEqual([0, ""]);
      await page.getByLabel("Mois", { exact: true }).fill("2026-10");
      await page.waitForURL(/month=2026-10/);
      await page.getByText("Débits et crédits sont égaux").waitFor();
      expect((await saved(page, () => hand.press(pdf))).name).toBe("releve-2026-10.pdf");
    });
  });

  it("reads why a payment was given back", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Remboursements");
      await page.locator("tbody").getByText("Payé deux fois").waitFor();
      await hand.press(page.getByRole("link", { name: /2\s000/ }));
      await page.locator(".payment-head").getByText("Payé deux fois").waitFor();
    });
  });

  it("reads the operator's number of a payout", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Versements");
      await hand.press(page.getByRole("link", { name: /^3\s000/ }));
      const head = page.locator(".payment-head");
      await head.getByText("LOYER").waitFor();
      await head.getByText("Numéro chez l’opérateur").waitFor();
    });
  });

  it("reads what is on its way, held and reserved, and why", async () => {
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Solde");
      await page.getByText("Payé et confirmé, mais pas encore réglé par l’opérateur.").first().waitFor();
      const held = page.getByRole("table", { name: "Argent retenu" });
      await held.getByText("Un autre montant que demandé").waitFor();
      await held.getByText("La plateforme décide").waitFor();
    });
  });

  it("pays salaries from a file, and sees what became of each row", async () => {
    const { test } = screens;
    await screens.open({ ...look, as, at: "" }, async (page) => {
      const hand = of(page);
      await hand.goTo("Versements");
      await hand.press(page.getByRole("link", { name: "Versements par fichier" }));
      await hand.press(page.getByRole("link", { name: "Déposer un fichier" }).first());
      const text = `beneficiary;amount;reference\nAwa Koné;500;${title} A\nAwa Koné;600;${title} B\n`;
      await page
        .getByLabel("Fichier CSV")
        .setInputFiles({ name: "salaires.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
      await hand.press(page.getByRole("button", { name: /^Verser 1\s100\sF\sCFA en 2 versements$/ }));
      await page.waitForURL(/batches\/pob_/);
      await test.drain();
      await page.getByText("2 lignes sur 2").waitFor();
      await page.getByText("Versement créé").first().waitFor();
    });
  });

  it("hands the way to an auditor's log-in on to the owner", async () => {
    await screens.open({ ...look, as, at: "reports" }, async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await of(page).press(page.getByRole("button", { name: "Copier le lien" }));
      await page.getByRole("button", { name: "Copié" }).waitFor();
      const link = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(new URL(link).pathname).toBe(`${screens.rootOf(as)}/settings/team`);
    });
    const email = `${title.replace(" ", "-")}@auditors.example`;
    await screens.open({ ...look, as: "OWNER", at: "settings/team?invite=1" }, async (page) => {
      const hand = of(page);
      const dialog = page.getByRole("dialog");
      await hand.write(dialog.getByLabel("Adresse e-mail"), email);
      await hand.press(dialog.getByRole("button", { name: `Inviter ${email}` }));
      await page.getByRole("cell", { name: email, exact: true }).waitFor();
    });
    const path = `/merchant/merchants/${screens.test.merchantId}/invitations`;
    const sent: readonly { email: string; sandbox: { role: string } | null }[] = data(
      await screens.test.request("GET", path),
    );
    const own = sent.find((one) => one.email === email);
    expect(own?.sandbox?.role).toBe("VIEWER");
  });
});
