import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hands } from "../harness/hands.ts";
import { data, mobile } from "../harness/payout-setup.ts";
import { picturesOf } from "../harness/pictures.ts";
import { plantSums } from "../harness/planted-sums.ts";
import { type Screens, startScreens } from "../harness/screens.ts";
import { createPayer, mtn } from "../simulation/payer.ts";
import { journeyPictures } from "./journey-pictures.ts";
import { deskOf, operatorCalls, workAs } from "./operator-desk.ts";

/** The day of the platform's finance, with no more rights than that role has: each job by keyboard and by touch. */
const HOUR_S = 3_600;
const DAY_MS = 86_400_000;
const takePicture = picturesOf("console");
let screens: Screens;
let walletId: string;
/** A statement of the provider that has none of our payments. */
let emptyStatementId: string;
const call = operatorCalls(() => screens);
/** What each hand works on, so that neither finds the other's work done. */
const own = {
  "by keyboard": {
    paid: "5000",
    unknown: "7100",
    late: "5100",
    twice: "5300",
    correction: "9100",
    day: "2026-11-19",
  },
  "by touch": {
    paid: "5600",
    unknown: "7200",
    late: "5200",
    twice: "5400",
    correction: "9200",
    day: "2026-11-20",
  },
} as const;
const ids = new Map<string, string>();

beforeAll(async () => {
  screens = await startScreens();
  const { test } = screens;
  const payer = createPayer(test);
  const pay = async (amount: string, ending: string, who: number, more: object = {}) => {
    const { id } = await payer.newSession({ amount, ...more });
    ids.set(amount, (await payer.complete(id, mtn(ending, who))).body.data.chargeId);
    return id as string;
  };
  const sessions: string[] = [];
  for (const [index, { paid }] of Object.values(own).entries()) await pay(paid, "789", 1 + index);
  for (const [index, { unknown, late, twice }] of Object.values(own).entries()) {
    await pay(unknown, "329", 10 + index);
    // Fails, and is paid a minute later, which a person decides about.
    await pay(late, "229", 20 + index, { latePaymentPolicy: "REVIEW", maxAttempts: 1 });
    sessions.push(await pay(twice, "229", 30 + index, { latePaymentPolicy: "REVIEW" }));
  }
  await test.advance(90_000, 5_000);
  // Their payers have tried again meanwhile: now there is money of both attempts.
  for (const [index, session] of sessions.entries()) await payer.complete(session, mtn("789", 40 + index));
  await test.advance(4_000);
  const advanced = await test.request("POST", "/sandbox/clock/advance", { body: { seconds: 72 * HOUR_S } });
  if (advanced.status !== 200) throw new Error("the clock of the sandbox stands still");
  const wallets: readonly { id: string; currency: string }[] = (
    await test.request("GET", "/payments/wallets")
  ).body.data;
  walletId = wallets.find(({ currency }) => currency === "XOF")?.id ?? "";
  await returnPayout();
  const [account] = await call("first", "GET", "/tenant/reconciliation/accounts?mode=SANDBOX");
  const line = { type: "PAYMENT", reference: "autre", status: "SUCCEEDED", amount: "100", currency: "XOF" };
  const empty = await call("first", "POST", "/tenant/reconciliation/statements", {
    ...{ providerAccountId: account.id, mode: "SANDBOX", format: "lines" },
    ...{ from: "2026-11-21T00:00:00.000Z", to: "2026-11-21T12:00:00.000Z" },
    lines: [{ ...line, occurredAt: "2026-11-21T10:00:00.000Z" }],
  });
  emptyStatementId = empty.id;
  await plantSums(test, test.merchantNo, 30);
  await workAs(screens, "FINANCE");
}, 120_000);
afterAll(() => screens?.stop());

/** A payout of the merchant that was paid, and that an operator has declared to be back. */
async function returnPayout(): Promise<void> {
  const { test } = screens;
  const post = async (path: string, body: object) =>
    data(await test.request("POST", path, { body, headers: { "idempotency-key": path } }));
  const beneficiary = await post("/payments/beneficiaries", mobile("+2250500000789"));
  // Past the cool-off of a new beneficiary, and the pending days of what was paid.
  await test.advance(5 * DAY_MS, DAY_MS);
  const payout = await post("/payments/payouts", {
    ...{ walletId, beneficiaryId: beneficiary.id, amount: "3000", reference: "LOYER" },
  });
  await test.advance(60_000, 5_000);
  // A small amount, about which one operator decides.
  await call("first", "POST", `/tenant/payouts/${payout.id}/reverse`, {
    ...{ reason: "Le compte est fermé", evidence: "Lettre de la banque" },
  });
}

describe.each(hands)("$title", (kind) => {
  const { title } = kind;
  const mine = own[title];
  const take = journeyPictures(title);
  const open = deskOf(() => screens, kind);
  const idOf = (amount: string) => ids.get(amount) ?? "";
  const spaced = (amount: string) => `${amount[0]}\\s${amount.slice(1)}`;

  it("hands in a statement, sees the differences by kind and sum, asks, explains, corrects, and closes the day", async () => {
    const row = (reference: string, amount: string) =>
      `PAYMENT,${reference},,SUCCEEDED,${amount},XOF,,${mine.day}T10:00:00.000Z`;
    const csv = [
      "type,reference,transactionId,status,amount,currency,fee,occurredAt",
      ...[row("leur-1", "7001"), row("leur-2", "7002"), row("leur-3", "7003")],
    ].join("\n");
    await open(
      { at: "reconciliation?mode=SANDBOX" },
      async ({ page, hand, form, press, send, said, row: line }) => {
        await page.getByRole("button", { name: "Déposer un relevé", disabled: false }).waitFor();
        await press("Déposer un relevé");
        await hand.choose(form.getByLabel("Compte"), "Built-in simulator");
        await form.getByLabel("Du jour").fill(mine.day);
        await form.getByLabel("Au jour inclus").fill(mine.day);
        await form
          .locator("input[type=file]")
          .setInputFiles({ name: "releve.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
        await take(page, "statement", form);
        await send("Déposer et comparer");
        await page.waitForURL(/reconciliation\/stmt_/);
        // The list, which says the same of each statement, stands there until the statement has come.
        await line("leur-1").first().waitFor();
        await page.getByText(/Manque chez nous\s: 3 · 21\s006/).waitFor();
        await page
          .getByText(/F\sCFA · Réussi/)
          .first()
          .waitFor();
        await take(page, "differences");
        await takePicture(page, title === "by touch" ? "statement-by-kind-phone" : "statement-by-kind");

        await hand.press(line("leur-1").getByRole("button", { name: /^Corriger le livre/ }));
        await hand.write(form.getByLabel("Raison"), "Un paiement d’un autre programme");
        await send(/^Corriger de 7\s001/);
        await said("Livre corrigé.");
        await line("leur-1").getByText("Réglée", { exact: true }).waitFor();

        await hand.press(line("leur-2").getByRole("button", { name: /^Notes/ }));
        await hand.write(form.getByLabel("Note pour vos collègues"), "Question posée à MTN, ticket 17");
        await send("Ajouter la note");
        await form.locator(".notes li").waitFor();
        await page.keyboard.press("Escape");

        await hand.press(page.getByRole("button", { name: "Choisir les 2" }));
        await hand.write(page.getByLabel("Ce qui a été trouvé et fait"), "Hors de nos livres, lettre du 20");
        await hand.press(page.getByRole("button", { name: "Régler 2 différences" }));
        await said("Réglées : 2.");
        await page.getByText("Tout est réglé").first().waitFor();
        await take(page, "day-closed");
      },
    );
  });

  it("asks the provider about a payment that its statement does not have", async () => {
    await open({ at: `reconciliation/${emptyStatementId}` }, async ({ page, hand, said }) => {
      const missing = page
        .locator("tbody tr")
        .filter({ hasText: "Manque chez eux" })
        .filter({ hasText: new RegExp(spaced(mine.paid)) });
      await hand.press(missing.getByRole("button", { name: /^Demander au prestataire/ }));
      await said("Le prestataire a répondu");
    });
  });

  it("compares what the platform holds at providers with the books, and takes a sealed book and the trial balance home", async () => {
    await open({ at: "ledger?mode=SANDBOX" }, async ({ page, hand }) => {
      await page.getByText(/La plateforme détient/).waitFor();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        hand.press(page.getByRole("link", { name: /^Télécharger le livre/ }).first()),
      ]);
      const rows = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
      expect(rows.length).toBeGreaterThan(1);
      for (const row of rows) JSON.parse(row);
      const [balances] = await Promise.all([
        page.waitForEvent("download"),
        hand.press(page.getByRole("link", { name: "Balance générale à ce jour (CSV)" })),
      ]);
      expect(await readFile(await balances.path(), "utf8")).toMatch(/^TOTAL;;\d+;\d+;XOF;/m);
    });
  });

  it("reads the fees that a month earned, by method and by merchant", async () => {
    await open({ at: "fees?mode=SANDBOX" }, async ({ page, hand }) => {
      const earned = page.getByRole("table", { name: "Frais perçus" });
      expect(await earned.locator("tbody tr").first().innerText()).toMatch(/Mobile money/);
      await takePicture(page, title === "by touch" ? "fees-earned-phone" : "fees-earned");
      await hand.choose(page.getByLabel("Par", { exact: true }), "Marchand");
      await page.waitForURL(/by=merchant/);
      await earned.getByText("Maison Akwaba").waitFor();
      await page.getByLabel("Mois").fill("2026-01");
      await page.waitForURL(/month=2026-01/);
      await page
        .locator(".card", { hasText: "Frais perçus" })
        .getByRole("table")
        .waitFor({ state: "detached" });
    });
  });

  it("sees a payout that came back, and opens it", async () => {
    await open({ at: "work?kind=RETURNED_PAYOUT" }, async ({ page, hand }) => {
      const returned = page.locator("tbody tr", { hasText: "Virement revenu" });
      expect(await returned.innerText()).toMatch(/3\s000/);
      await hand.press(returned.getByRole("link").first());
      await page.waitForURL(/\/payments\/po_/);
      await page.locator("ol.timeline > li").first().waitFor();
      await page.getByText("payout.reversed").first().waitFor();
    });
  });

  it("confirms a correction that a colleague proposes", async () => {
    const correction = await call("second", "POST", "/tenant/ledger/corrections", {
      ...{ merchantId: screens.test.merchantId, mode: "SANDBOX", walletId, direction: "CREDIT" },
      ...{ amount: mine.correction, reason: "Frais pris deux fois", evidence: "Relevé du 12" },
    });
    await open({ at: "ledger?mode=SANDBOX" }, async ({ page, hand, send, said }) => {
      await hand.goTo("À confirmer");
      const proposal = page.getByRole("region", { name: new RegExp(spaced(mine.correction)) });
      await proposal.getByText("Relevé du 12").waitFor();
      await hand.press(proposal.getByRole("button", { name: "Confirmer" }));
      await send(/^Confirmer/);
      await said("Confirmé : c’est fait.");
    });
    expect((await call("second", "GET", `/tenant/ledger/corrections/${correction.id}`)).status).toBe(
      "POSTED",
    );
  });

  it("tries a fee on the average payment of the month, and sets it; the page says from when", async () => {
    const percent = title === "by touch" ? "2,6" : "2,5";
    await open({ at: "fees?mode=SANDBOX" }, async ({ page, hand, form, press, send, said }) => {
      await press("Changer Mobile money XOF");
      await hand.write(form.getByLabel("Pour cent"), percent);
      await send("Essayer");
      await form.getByText(/C’est la moyenne des .* paiements/).waitFor();
      await send("Mettre en vigueur");
      await said("Le tarif est en vigueur.");
      await page.getByRole("cell", { name: new RegExp(`^${percent}`) }).waitFor();
      await press("Toutes les versions");
      await page
        .getByText(/, version [2-9]/)
        .first()
        .waitFor();
    });
  });

  it("settles a payment without an outcome by its paper, with a colleague", async () => {
    await open({ at: `unknown/${idOf(mine.unknown)}` }, async ({ page, hand, form, send, said }) => {
      await hand.press(
        page.getByRole("button", { name: new RegExp(`^Déclarer ${spaced(mine.unknown)}.* payés$`) }).first(),
      );
      await hand.write(form.getByLabel("Numéro du paiement chez l’opérateur"), `MP261121.${mine.unknown}`);
      await hand.write(form.getByLabel("Raison"), "Confirmé par écrit");
      await hand.write(form.getByLabel("Preuve"), "Lettre 17 de l’opérateur");
      await send(/^Déclarer/);
      await said("Proposé : un collègue doit confirmer.");
    });
    await open(
      { as: "colleague", at: `unknown/${idOf(mine.unknown)}` },
      async ({ page, press, send, said }) => {
        await page.getByText("Lettre 17 de l’opérateur").waitFor();
        await press("Confirmer");
        await send(/^Confirmer/);
        await said("Confirmé : c’est fait.");
      },
    );
    const charge = await call("first", "GET", `/tenant/payments/${idOf(mine.unknown)}`);
    expect(charge.status).toBe("SUCCEEDED");
  });

  it("gives back money that came late, and money that came twice", async () => {
    for (const amount of [mine.late, mine.twice])
      await open({ at: "work?kind=HELD_MONEY" }, async ({ page, hand, form, send, said, row }) => {
        await hand.press(
          row(new RegExp(spaced(amount)))
            .getByRole("link")
            .first(),
        );
        await page.getByText("L’argent est arrivé après la fin de l’essai.").waitFor();
        await hand.press(page.getByRole("button", { name: /^Rendre/ }));
        await hand.write(form.getByLabel("Raison"), "Arrivé trop tard");
        await send(/^Rendre/);
        await said("Décidé : c’est fait.");
        await page.getByText("Cet argent n’est plus retenu.").waitFor();
      });
  });
});
