import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ContextOptions, launchBrowser, type TestBrowser } from "../harness/browser.ts";
import { data, mobile, openPayoutSetup, type PayoutSetup } from "../harness/payout-setup.ts";
import { addOne, openLogIn, type TestPerson } from "../harness/people.ts";
import { picturesOf } from "../harness/pictures.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/**
 * Links, refunds, payouts, beneficiaries, balance and exports as people use them: by keyboard on a desktop, by touch on a
 * phone in French. `PICTURES=docs/images` takes the pictures of the documents.
 */
let setup: PayoutSetup;
let browser: TestBrowser;
let owner: TestPerson;
let root: string;
let beneficiaryId: string;

beforeAll(async () => {
  setup = await openPayoutSetup();
  const { test } = setup;
  root = `/dashboard/${test.merchantId}/sandbox`;
  owner = await addOne(test, "OWNER");
  browser = await launchBrowser();
  const payer = createPayer(test);
  for (const [index, amount] of ["45000", "12500", "8000"].entries()) {
    const session = data(
      await test.request("POST", "/checkout/sessions", {
        headers: { "idempotency-key": `money ${index}` },
        body: { amount, currency: "XOF", title: "Commande", reference: `CMD-${index}` },
      }),
    );
    await payer.complete(session.id, mtn("789"));
    await test.advance(30_000, 5_000);
  }
  beneficiaryId = data(
    await setup.addBeneficiary({ ...mobile("+2250500000789"), name: "Awa Koné", reference: "E-1" }),
  ).id;
  await test.drain();
  // Past the cool-off of a new beneficiary.
  await test.advance(2 * 86_400_000, 86_400_000);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await setup?.test.stop();
});

const takePicture = picturesOf("dashboard");

const desktop: ContextOptions = { viewport: { width: 1280, height: 800 } };
const phone: ContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** A page of the owner in a fresh profile; every error of the browser fails the test. */
async function withPage<T>(options: ContextOptions, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  try {
    const [name = "", value = ""] = (await openLogIn(setup.test, owner)).split("=");
    await context.addCookies([{ name, value, url: setup.test.origin }]);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) errors.push(message.text());
    });
    page.on("dialog", (dialog) => {
      errors.push(`a script of a name ran: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const result = await use(page);
    expect(errors).toEqual([]);
    return result;
  } finally {
    await context.close();
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${setup.test.origin}${root}/${path}`);
  await page.locator("h1").waitFor();
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
}

it("a payout is made by keyboard: the button says amount and receiver, and one form pays once", async () => {
  await withPage(desktop, async (page) => {
    await open(page, `payouts/new?to=${beneficiaryId}`);
    await page.getByLabel("Montant").focus();
    await page.keyboard.type("1 500");
    const submit = page.getByRole("button", { name: /^Verser 1.500.F.CFA à Awa Koné$/ });
    await submit.waitFor();
    const before = data(await setup.test.request("GET", "/payments/payouts")).length;
    await submit.dblclick();
    await page.waitForURL(/payouts\/po_/);
    await page.getByText("Le versement part dans un instant").waitFor();
    expect(data(await setup.test.request("GET", "/payments/payouts"))).toHaveLength(before + 1);
    await page.getByRole("button", { name: "Annuler ce versement" }).press("Enter");
    const dialog = page.getByRole("dialog");
    expect(await dialog.textContent()).toMatch(/1.500.F.CFA restent chez vous/);
    await dialog.getByRole("button", { name: "Annuler ce versement" }).press("Enter");
    await page.locator(".payment-head").getByText("Annulé").waitFor();
  });
}, 60_000);

it("an amount above the balance is not sent", async () => {
  await withPage(phone, async (page) => {
    await open(page, `payouts/new?to=${beneficiaryId}`);
    await page.getByLabel("Montant").fill("999999999");
    await page.getByText(/au plus/).waitFor();
    expect(await page.getByRole("button", { name: "Verser", exact: true }).isDisabled()).toBe(true);
  });
}, 60_000);

it("a file of payouts shows its errors by row and column before anything is sent, and then pays", async () => {
  // More than a page of the list, all newer than the two that the file names.
  for (let number = 100; number <= 200; number += 1)
    data(await setup.addBeneficiary({ ...mobile(`+22505000${number}11`), name: `Personne ${number}` }));
  await setup.test.drain();
  await withPage(phone, async (page) => {
    const before = data(await setup.test.request("GET", "/payments/payouts/batches")).length;
    await open(page, "payouts/batches/new");
    const give = (text: string) =>
      page
        .getByLabel("Fichier CSV")
        .setInputFiles({ name: "payouts.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await give("beneficiary;amount\nAwa Koné;abc\nInconnu;500\n");
    await page.getByText("2 erreurs : rien n’est envoyé").first().waitFor();
    const rows = await page.locator(".problem tbody tr").allTextContents();
    expect(rows).toEqual([
      expect.stringMatching(/Ligne 2amount/),
      expect.stringMatching(/Ligne 3beneficiary/),
    ]);
    await takePicture(page, "batch-errors-phone");
    expect(data(await setup.test.request("GET", "/payments/payouts/batches"))).toHaveLength(before);
    await give("beneficiary;amount;reference\nAwa Koné;500;=1+1\nE-1;1 000;B\n");
    await page.getByRole("button", { name: /Verser 1.500.F.CFA en 2 versements/ }).tap();
    await page.waitForURL(/batches\/pob_/);
    await setup.test.drain();
    await page.getByText("2 lignes sur 2").waitFor();
    await takePicture(page, "batch-phone");
  });
}, 60_000);

it("a link is made by touch, and shows its code", async () => {
  await withPage(phone, async (page) => {
    await open(page, "links/new");
    await page.getByLabel("Montant").fill("2500");
    await page.getByLabel("Titre").fill("Inscription");
    await page.getByRole("button", { name: /Créer le lien de 2.500.F.CFA/ }).tap();
    await page.waitForURL(/links\/plink_/);
    const code = page.getByRole("img", { name: "Code QR de Inscription" });
    await code.waitFor();
    expect(await page.evaluate("document.querySelector('.qr img').decode().then(() => true)")).toBe(true);
  });
}, 60_000);

it("a beneficiary is added, with what protects it said beforehand", async () => {
  await withPage(desktop, async (page) => {
    await open(page, "beneficiaries");
    await page.getByRole("button", { name: "Nouveau bénéficiaire" }).press("Enter");
    // What was chosen stays, whatever is typed after it.
    await page.getByLabel("Opérateur").selectOption("ORANGE");
    await page.getByLabel("Nom", { exact: true }).fill("Jean Kouassi");
    await page.getByLabel("Téléphone, avec l’indicatif").fill("+225 07 00 00 01 11");
    await takePicture(page, "beneficiary-new");
    await page.getByRole("button", { name: "Ajouter Jean Kouassi" }).press("Enter");
    await page.getByRole("cell", { name: "Jean Kouassi" }).waitFor();
    await page.getByRole("row", { name: /Jean Kouassi.*Orange Money/ }).waitFor();
  });
}, 60_000);

it("a beneficiary's form waits for the wallets, whose currency it sends", async () => {
  await withPage(desktop, async (page) => {
    let read = () => {};
    const isRead = new Promise<void>((resolve) => {
      read = resolve;
    });
    await page.route(/\/payments\/wallets/, async (route) => {
      await isRead;
      await route.continue();
    });
    await open(page, "beneficiaries");
    await page.getByRole("button", { name: "Nouveau bénéficiaire" }).press("Enter");
    await page.getByRole("dialog", { name: "Nouveau bénéficiaire" }).waitFor();
    expect(await page.getByRole("button", { name: "Ajouter", exact: false }).count()).toBe(0);
    read();
    await page.getByLabel("Devise").waitFor();
    expect(await page.getByLabel("Devise").inputValue()).toBe("XOF");
  });
}, 60_000);

it("a second person vouches for a name that the operator does not know, by touch", async () => {
  const { id } = data(await setup.addBeneficiary({ ...mobile("+2250500000449"), name: "Fatou Sow" }));
  await setup.test.drain();
  await withPage(phone, async (page) => {
    await open(page, `beneficiaries/${id}`);
    await page.getByRole("button", { name: "Garantir ce nom" }).tap();
    const dialog = page.getByRole("dialog");
    expect(await dialog.textContent()).toContain("ce compte est à Fatou Sow");
    await dialog.getByRole("button", { name: "Garantir ce nom" }).tap();
    await page.getByText("Garanti par").waitFor();
  });
  const after = data(await setup.test.request("GET", `/payments/beneficiaries/${id}`));
  expect([after.status, after.approvedBy]).toEqual(["ACTIVE", owner.id]);
}, 60_000);

it("on paper a list is a table without what only a screen needs", async () => {
  await withPage({ viewport: { width: 700, height: 900 } }, async (page) => {
    await open(page, "balance/entries");
    await page.locator("table.rows").waitFor();
    await page.emulateMedia({ media: "print" });
    for (const hidden of [".head", ".band", ".filters", ".pager"])
      expect([hidden, await page.locator(hidden).first().isVisible()]).toEqual([hidden, false]);
    expect(await page.getByRole("columnheader", { name: "Solde après" }).isVisible()).toBe(true);
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('table.rows tbody tr')).display"),
    ).toBe("table-row");
    await takePicture(page, "entries-print");
  });
}, 60_000);
