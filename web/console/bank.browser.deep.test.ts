import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type BankScreens,
  bankAccount,
  openBankScreens,
  said,
} from "../../server/test/harness/bank-screens.ts";
import { picturesOf } from "../../server/test/harness/pictures.ts";
import { expectAccessible, looks, phone, wide } from "../../server/test/harness/screens.ts";
import { statusReport } from "../../server/test/harness/status-report.ts";

/** The bank: its files, its entries and what is corrected because of them, by keyboard and by touch. */
let bank: BankScreens;

beforeAll(async () => {
  bank = await openBankScreens();
  const credits = [
    ["BNK-7", "4800", "PAYOUT WAVE-71"],
    ["BNK-8", "5000", "MERCI POUR TOUT"],
    ["BNK-9", "1200", "LOYER NOVEMBRE"],
  ].map(([bankReference, amount, text]) => ({
    direction: "CREDIT",
    amount,
    bankReference,
    text,
    counterpartyName: "Awa Koné",
  }));
  await bank.tell(credits);
}, 120_000);
afterAll(() => bank?.screens.stop());

const picture = picturesOf("console");
const at = (path: string) => ({ as: "operator", at: path }) as const;
const settlements = () => bank.operate("GET", "/tenant/reconciliation/settlements?mode=SANDBOX");

describe.each(looks)("at $title", ({ title: _title, ...look }) => {
  it("the bank, its files and one of them are in nobody's way", async () => {
    const [file] = await bank.operate("GET", "/tenant/bank-files?mode=SANDBOX");
    for (const path of ["bank?mode=SANDBOX", "bank/files?mode=SANDBOX", `bank/files/${file.id}`])
      await bank.screens.open({ ...at(path), ...look, forAxe: true }, (page) => expectAccessible(page));
  });
});

describe("what providers sent, and entries without a reference", () => {
  it("by keyboard: a settlement arrives by an entry of the bank, and what is missing of it is written off", () =>
    bank.withRole("FINANCE", async () => {
      await bank.screens.open({ ...at("bank?mode=SANDBOX"), ...wide, forAxe: true }, async (page) => {
        await expectAccessible(page);
        await picture(page, "bank");
        await page.getByRole("button", { name: "C’est arrivé WAVE-71" }).press("Enter");
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Par quelle écriture de la banque").waitFor();
        await expectAccessible(page);
        await picture(page, "bank-arrive", false);
        await dialog.getByRole("button", { name: /Inscrire 4\s800/ }).press("Enter");
        await said(page, "Inscrit au livre du compte.");
        await dialog.waitFor({ state: "detached" });
        await page.getByRole("button", { name: "Passer en perte WAVE-71" }).press("Enter");
        await dialog.getByLabel("Montant", { exact: true }).fill("beaucoup");
        await dialog.locator(".field.is-wrong", { hasText: "Un montant de plus de zéro." }).waitFor();
        await dialog.getByLabel("Montant", { exact: true }).fill("900");
        await dialog.getByLabel("Raison").fill("Gardé par la banque correspondante");
        await dialog.getByLabel("Raison").press("Enter");
        await dialog.locator(".field.is-wrong", { hasText: "Il reste moins que cela" }).waitFor();
        await dialog.getByLabel("Montant", { exact: true }).fill("125");
        await expectAccessible(page);
        await picture(page, "write-off", false);
        await dialog.getByLabel("Raison").press("Enter");
        await said(page, "Livre corrigé.");
      });
      expect(await settlements()).toMatchObject([{ transactionId: "WAVE-72", openAmount: "4925" }]);
      expect(await bank.entryOf("BNK-7")).toMatchObject({ status: "ARRIVED" });
    }));

  it("by touch on a phone, in French: an arrival is typed in, once also when the answer is lost", async () => {
    await bank.screens.open({ ...at("bank?mode=SANDBOX"), ...phone, forAxe: true }, async (page) => {
      await expectAccessible(page);
      await picture(page, "bank-phone");
      await page.getByRole("button", { name: "C’est arrivé WAVE-72" }).tap();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Montant arrivé").fill("5 000");
      await dialog.locator(".field.is-wrong", { hasText: "plus que ce qui est en route" }).waitFor();
      await dialog.getByLabel("Montant arrivé").fill("4 925");
      await dialog.getByLabel("Numéro de la banque").fill("BNK-99");
      let isLost = true;
      await page.route("**/reconciliation/arrivals", async (route) => {
        if (!isLost) return route.continue();
        isLost = false;
        await route.fetch();
        return route.abort();
      });
      await dialog.getByRole("button", { name: /Inscrire 4\s925/ }).tap();
      await dialog.getByText("Réponse perdue").waitFor();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Demander encore" }).tap();
      await said(page, "Inscrit au livre du compte.");
    });
    const left = await settlements();
    expect(left.map((one: { readonly transactionId: string }) => one.transactionId)).not.toContain("WAVE-72");
  });

  it("by touch on a phone, in French: an entry is refused a wrong reference beside it, and is not ours in the end", async () => {
    await bank.screens.open(
      { ...at("bank?mode=SANDBOX&status=QUEUED"), ...phone, forAxe: true },
      async (page) => {
        await page.getByRole("link", { name: /5\s000/ }).tap();
        await page.getByRole("button", { name: "Attribuer", exact: true }).tap();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Référence").fill("CMD-9");
        await dialog.getByLabel("Pourquoi").fill("Le client l’a dit au téléphone");
        await dialog.getByRole("button", { name: /Attribuer 5\s000/ }).tap();
        await dialog.locator(".field.is-wrong", { hasText: "vérifiez-la" }).waitFor();
        await expectAccessible(page);
        await picture(page, "bank-assign-phone", false);
        await dialog.getByRole("button", { name: "Annuler" }).tap();
        await page.getByRole("button", { name: "Pas à nous" }).tap();
        await dialog.getByLabel("Pourquoi").fill("Un virement pour une autre société");
        await dialog.getByRole("button", { name: "Pas à nous" }).tap();
        await said(page, "Écriture close.");
      },
    );
    expect(await bank.entryOf("BNK-8")).toMatchObject({ status: "NOT_OURS" });
  });

  it("by keyboard: an entry is given to the payment that its payer probably meant", async () => {
    const entry = await bank.entryOf("BNK-9");
    await bank.screens.open({ ...at(`bank/${entry.id}`), ...wide, forAxe: true }, async (page) => {
      await page.getByRole("button", { name: /^Attribuer à / }).waitFor();
      await expectAccessible(page);
      await picture(page, "bank-entry");
      await page.getByRole("button", { name: /^Attribuer à / }).press("Enter");
      await page.getByLabel("Pourquoi", { exact: true }).fill("Même montant, même jour");
      await page.getByLabel("Pourquoi", { exact: true }).press("Enter");
      await said(page, "Écriture attribuée.");
      await page.getByText("Attribuée", { exact: true }).waitFor();
    });
    expect(await bank.entryOf("BNK-9")).toMatchObject({
      status: "ASSIGNED",
      note: "Même montant, même jour",
    });
  });
});

describe("a file of the bank", () => {
  const csv = (lines: readonly string[]) => ({
    name: "releve-novembre.csv",
    mimeType: "application/vnd.ms-excel",
    buffer: Buffer.from(
      ["bookingDate;amount;currency;reference;counterparty;account;bankReference", ...lines].join("\n"),
    ),
  });
  const xml = (name: string, text: string) => ({ name, mimeType: "", buffer: Buffer.from(text) });
  const statement = csv([
    "2026-11-20;800;XOF;FACTURE 12;Kofi Mensah;;CSV-1",
    "2026-11-20;-300;XOF;FRAIS DE TENUE;;;CSV-2",
  ]);
  const opened = async (page: Page): Promise<Locator> => {
    await page.getByRole("button", { name: "Déposer un fichier" }).press("Enter");
    return page.getByRole("dialog", { name: "Déposer un fichier" });
  };
  const take = (dialog: Locator) => dialog.getByRole("button", { name: "Déposer et lire" });

  it("by keyboard: is handed in, and shows what became of each line; the same file again leads to the first", () =>
    bank.withRole("FINANCE", async () => {
      await bank.screens.open({ ...at("bank?mode=SANDBOX"), ...wide, forAxe: true }, async (page) => {
        await page.getByRole("link", { name: "Déposer un fichier" }).press("Enter");
        const dialog = page.getByRole("dialog", { name: "Déposer un fichier" });
        await dialog.getByLabel("Fichier").setInputFiles(statement);
        await expectAccessible(page);
        await picture(page, "bank-hand-in", false);
        await take(dialog).press("Enter");
        await page.waitForURL(/\/bank\/files\/bfile_/);
        await page.getByText("Lignes nouvelles : 2.").waitFor();
        await page.getByRole("link", { name: /\+\s800/ }).waitFor();
        await page.getByText("Sans effet", { exact: true }).waitFor();
        await expectAccessible(page);
        await picture(page, "bank-file");
        const first = page.url();
        await page.getByRole("link", { name: "Fichiers de la banque" }).press("Enter");
        await page.getByRole("link", { name: "releve-novembre.csv" }).waitFor();
        await expectAccessible(page);
        await picture(page, "bank-files");
        const again = await opened(page);
        await again.getByLabel("Fichier").setInputFiles(statement);
        await take(again).press("Enter");
        await again.getByText("rien n’est pris deux fois").waitFor();
        await expectAccessible(page);
        await picture(page, "bank-hand-in-twice", false);
        await again.getByRole("link", { name: "Ce qu’il a donné" }).press("Enter");
        await page.waitForURL(first);
      });
    }));

  it("by touch on a phone, in French: a hostile, an empty and a lost one; the lost one is taken once", async () => {
    await bank.screens.open({ ...at("bank/files?mode=SANDBOX"), ...phone, forAxe: true }, async (page) => {
      await page.getByRole("button", { name: "Déposer un fichier" }).tap();
      const dialog = page.getByRole("dialog");
      const file = dialog.getByLabel("Fichier");
      await file.setInputFiles(xml("vide.xml", ""));
      await dialog.locator(".field.is-wrong", { hasText: "Ce fichier est vide." }).waitFor();
      const hostile = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
      await file.setInputFiles(xml("releve.xml", hostile));
      await take(dialog).tap();
      const refused = dialog.getByRole("alert");
      await refused.getByText("rien n’en est pris").waitFor();
      await refused.getByText("Ce n’est pas du XML que le service peut lire").waitFor();
      await refused.getByText("NOT_XML").waitFor();
      await refused.getByText("document type").waitFor();
      await expectAccessible(page);
      await picture(page, "bank-hand-in-refused-phone", false);
      let isLost = true;
      await page.route("**/tenant/bank-files?*", async (route) => {
        if (!isLost || route.request().method() !== "POST") return route.continue();
        isLost = false;
        await route.fetch();
        return route.abort();
      });
      await file.setInputFiles(csv(["2026-11-20;801;XOF;FACTURE 13;Kofi Mensah;;CSV-3"]));
      await take(dialog).tap();
      await dialog.getByText("Réponse perdue").waitFor();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Demander encore" }).tap();
      await page.getByText("Lignes nouvelles : 1.").waitFor();
      await expectAccessible(page);
      await picture(page, "bank-file-phone");
    });
    const taken = await bank.operate("GET", "/tenant/bank-files?mode=SANDBOX");
    expect(taken.filter(({ source }: { readonly source: string }) => source === "UPLOAD")).toHaveLength(2);
  });

  it("by keyboard: is the bank's answer to a payment file, and shows what it says of each transfer", async () => {
    const { messageId, references } = bank.payoutFile;
    const [rejected = "", paid = ""] = references;
    const report = statusReport("PSR-1", messageId, "PART", [
      [paid, "ACSC"],
      [rejected, "RJCT", "AC04"],
    ]);
    await bank.screens.open({ ...at("bank/files?mode=SANDBOX"), ...wide, forAxe: true }, async (page) => {
      const dialog = await opened(page);
      await dialog.getByLabel("Fichier").setInputFiles(xml("reponse.xml", report));
      await take(dialog).press("Enter");
      await page.getByText("Virements du fichier : 2. Terminés par cette réponse : 2.").waitFor();
      await page.getByText("RJCT · AC04").waitFor();
      await page.getByText("Exécuté", { exact: true }).waitFor();
      await expectAccessible(page);
      await picture(page, "bank-answer");
    });
  });
});

describe("an entry that takes money back, or brings it back", () => {
  const debit = (bankReference: string, amount: string) => ({
    direction: "DEBIT",
    amount,
    bankReference,
    isReversal: true,
    text: "ANNULATION",
  });

  it("by keyboard: belongs to nothing, and is booked in the book of the account", async () => {
    await bank.tell([debit("BNK-20", "640")]);
    const { id } = await bank.entryOf("BNK-20");
    await bank.screens.open({ ...at(`bank/${id}`), ...wide, forAxe: true }, async (page) => {
      await page.getByRole("button", { name: "N’appartient à rien" }).press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("En face").selectOption({ label: "La banque l’a gardé" });
      await dialog.getByLabel("Pourquoi").fill("Frais d’annulation de la banque");
      await expectAccessible(page);
      await picture(page, "bank-book", false);
      await dialog.getByRole("button", { name: /^Inscrire 640/ }).press("Enter");
      await said(page, "Inscrit au livre du compte.");
      await page.getByText("Inscrite au livre", { exact: true }).waitFor();
      await expectAccessible(page);
    });
    expect(await bank.entryOf("BNK-20")).toMatchObject({ status: "BOOKED" });
  });

  it("by touch on a phone, in French: a debit is given to the payment that the bank takes back", async () => {
    await bank.screens.test.drain();
    await bank.tell([debit("BNK-21", "1200")]);
    const { id } = await bank.entryOf("BNK-21");
    await bank.screens.open({ ...at(`bank/${id}`), ...phone, forAxe: true }, async (page) => {
      await page.getByRole("button", { name: "Attribuer", exact: true }).tap();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("remboursé de ce montant sur le portefeuille du marchand").waitFor();
      await dialog.getByLabel("Référence").fill(bank.paymentReference);
      await dialog.getByLabel("Pourquoi").fill("La banque a appelé");
      await expectAccessible(page);
      await picture(page, "bank-assign-debit-phone", false);
      await dialog.getByRole("button", { name: /^Attribuer 1\s200/ }).tap();
      await said(page, "Écriture attribuée.");
      await page.getByText("Attribuée", { exact: true }).waitFor();
      await expectAccessible(page);
    });
    await bank.screens.test.advance(70_000, 10_000);
    const refunds = (await bank.screens.test.request("GET", "/payments/refunds")).body.data;
    expect(refunds).toMatchObject([{ amount: "1200", status: "SUCCEEDED", note: "La banque a appelé" }]);
  });

  it("by keyboard: a transfer of ours that came back is given to its payout, which is reversed", async () => {
    const [, reference = ""] = bank.payoutFile.references;
    await bank.screens.test.drain();
    const back = {
      direction: "CREDIT",
      amount: "1800",
      bankReference: "BNK-22",
      text: "RETOUR",
      returnReason: "AC04",
    };
    await bank.tell([back]);
    const { id } = await bank.entryOf("BNK-22");
    await bank.screens.open({ ...at(`bank/${id}`), ...wide, forAxe: true }, async (page) => {
      await page.getByText("Notre propre virement est revenu").waitFor();
      await page.getByRole("button", { name: "Attribuer", exact: true }).press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Référence").fill(reference);
      await dialog.getByLabel("Pourquoi").fill("La banque a dit lequel");
      await dialog.getByLabel("Pourquoi").press("Enter");
      await said(page, "Écriture attribuée.");
      await expectAccessible(page);
    });
    await bank.screens.test.drain();
    const payouts = (await bank.screens.test.request("GET", "/payments/payouts")).body.data;
    const states = payouts.map(
      ({ amount, status }: { amount: string; status: string }) => `${amount} ${status}`,
    );
    expect(states.sort()).toEqual(["1100 FAILED", "1800 REVERSED"]);
  });

  it("in live mode one colleague proposes by keyboard, and another confirms by touch on a phone", async () => {
    const [{ id: subTenantId }] = await bank.operate("GET", "/tenant/sub-tenants");
    const account = bankAccount("LIVE", subTenantId, "Compte réel");
    const { id: proposal } = await bank.operate("POST", "/tenant/provider-accounts", account);
    const { token } = await bank.screens.test.operator("second");
    const confirm = `/tenant/change-requests/${proposal}/confirm`;
    await bank.screens.test.request("POST", confirm, { apiKey: token, body: {} });
    const [{ id: liveId }] = await bank.operate("GET", "/tenant/provider-accounts?mode=LIVE");
    await bank.tell([debit("BNK-30", "2500")], liveId);
    const entry = await bank.entryOf("BNK-30", "LIVE");
    const path = `bank/${entry.id}`;
    await bank.screens.open({ ...at(path), ...wide, forAxe: true }, async (page) => {
      await page.getByRole("button", { name: "N’appartient à rien" }).press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.getByText("un autre opérateur doit confirmer").waitFor();
      await dialog.getByLabel("Pourquoi").fill("Reprise expliquée par la banque");
      await dialog.getByRole("button", { name: /^Inscrire 2\s500/ }).press("Enter");
      await prove(page, "first");
      await said(page, "Proposé : un autre opérateur doit confirmer.");
      await page.getByText("Proposé par vous : quelqu’un d’autre décide.").waitFor();
      await expectAccessible(page);
      await picture(page, "bank-live-proposed");
      expect(await page.getByRole("button", { name: "Confirmer" }).count()).toBe(0);
    });
    expect((await bank.entryOf("BNK-30", "LIVE")).status).toBe("QUEUED");
    await bank.screens.open({ as: "colleague", at: path, ...phone, forAxe: true }, async (page) => {
      await page.getByRole("button", { name: "Confirmer" }).tap();
      const dialog = page.getByRole("dialog", { name: "Confirmer" });
      await dialog
        .getByText(/2\s500/)
        .first()
        .waitFor();
      await expectAccessible(page);
      await picture(page, "bank-live-confirm-phone", false);
      await dialog.getByRole("button", { name: /^Confirmer/ }).tap();
      await prove(page, "second");
      await said(page, "Confirmé : c’est fait.");
      await page.getByText("Inscrite au livre", { exact: true }).waitFor();
      await expectAccessible(page);
    });
    expect(await bank.entryOf("BNK-30", "LIVE")).toMatchObject({ status: "BOOKED" });
  });

  it("the corrections of live books are listed by what became of them", async () => {
    const [{ id: providerAccountId }] = await bank.operate("GET", "/tenant/provider-accounts?mode=LIVE");
    const move = { providerAccountId, mode: "LIVE", currency: "XOF", debit: "provider_fees", credit: "bank" };
    const propose = (amount: string, reason: string) =>
      bank.operate("POST", "/tenant/reconciliation/book-corrections", { ...move, amount, reason });
    const refused = await propose("300", "Frais de novembre, de mémoire");
    const { token } = await bank.screens.test.operator("second");
    await bank.screens.test.request("POST", `/tenant/change-requests/${refused.id}/refuse`, {
      apiKey: token,
      body: { reason: "Aucun relevé ne le dit" },
    });
    const withdrawn = await propose("310", "Frais de novembre, deux fois");
    await bank.operate("POST", `/tenant/change-requests/${withdrawn.id}/withdraw`);
    await bank.screens.open({ ...at("ledger/book-corrections"), ...wide, forAxe: true }, async (page) => {
      await page.getByRole("cell", { name: "Reprise expliquée par la banque" }).waitFor();
      await page.getByText("Filtres", { exact: true }).press("Enter");
      await page.getByLabel("État").selectOption({ label: "Refusée" });
      await page.getByRole("button", { name: "Filtrer" }).press("Enter");
      await page.getByText("Refusée : Aucun relevé ne le dit").waitFor();
      expect(await page.getByRole("row").count()).toBe(2);
      await expectAccessible(page);
      await picture(page, "ledger-book-corrections-refused");
    });
    const path = `ledger/book-corrections?state=WITHDRAWN&account=${providerAccountId}`;
    await bank.screens.open({ ...at(path), ...phone, forAxe: true }, async (page) => {
      await page.getByText("Frais de novembre, deux fois").waitFor();
      expect(await page.getByText("de mémoire").count()).toBe(0);
      await expectAccessible(page);
      await page.getByRole("link", { name: "Tout afficher" }).tap();
      await page.getByText("Reprise expliquée par la banque").waitFor();
    });
  });
});

/** The proof of presence, where the act asks for one. */
async function prove(page: Page, who: "first" | "second"): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirmez que c’est vous" });
  const isDone = page.locator(".notice:not(.is-empty)");
  await dialog.or(isDone).first().waitFor();
  if (!(await dialog.isVisible())) return;
  const { password } = await bank.screens.test.operator(who);
  await dialog.getByLabel("Mot de passe").fill(password);
  await page.keyboard.press("Enter");
}
