import { parsePublicId } from "../../src/kit/ids.ts";
import { money } from "../../src/kit/money.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { newTransferReference } from "../../src/kit/transfer-reference.ts";
import { createTransferOrders } from "../../src/modules/payout-files/index.ts";
import type { Estate } from "./estate-shape.ts";
import type { Maker } from "./maker.ts";

/** One line that no payment has: it waits for an operator. */
const statementText = (unique: string) =>
  `bookingDate;amount;currency;reference;bankReference\n2026-11-20;5000;XOF;${unique};${unique.slice(0, 30)}\n`;

export function bankAccountOf({ more }: Estate): string {
  return more.bankAccountId ?? "";
}

/** Fields of a file of this account that nobody has handed in before. */
export function bankFileOf({ unique }: Pick<Maker, "unique">, estate: Estate) {
  return {
    providerAccountId: bankAccountOf(estate),
    content: Buffer.from(statementText(unique)).toString("base64"),
  };
}

/** A new entry that waits for an operator. */
export async function queuedEntry(make: Maker, estate: Estate): Promise<string> {
  const fileId = await takenFile(make, estate);
  const [entry] = await make.call("listBankEntries", { query: { fileId } });
  return entry.id;
}

/** A debit that nobody expected, of no payout: it waits for an operator. */
export async function unexpectedDebit(make: Maker, estate: Estate): Promise<string> {
  const id = await queuedEntry(make, estate);
  await make.test.owner.query({
    text: "update bank_entries set direction = 'DEBIT', cause = 'NOT_EXPECTED' where id = $1",
    values: [parsePublicId("bankEntry", id)],
  });
  return id;
}

let references = 0;
/** The reference of a payment that waits for its transfer: of one at another rail, brought to the estate's account. */
export async function awaitedReference(make: Maker, estate: Estate): Promise<string> {
  references += 1;
  const reference = newTransferReference(createSeededRandom(references));
  const session = await make.call("createCheckoutSession", {
    body: { amount: "5000", currency: "XOF", title: make.unique },
  });
  const { chargeId } = await make.call("completeCheckoutSession", {
    params: { sessionId: session.id },
    body: { paymentMethod: "BANK_TRANSFER", paymentDetails: { countryCode: "CI" } },
  });
  const stored = [chargeId, bankAccountOf(estate)].map((id, at) =>
    parsePublicId(at === 0 ? "charge" : "providerAccount", id),
  );
  await make.test.owner.query({
    text: "update charges set provider_account_id = $2, provider_reference = $3 where id = $1",
    values: [...stored, reference],
  });
  return reference;
}

/** A transfer that waits for a file: of a payout at another rail, brought to the estate's account. */
export async function queuedOrder(make: Maker, estate: Estate): Promise<string> {
  const { test } = make;
  references += 1;
  const ownId = newTransferReference(createSeededRandom(1_000 + references));
  const { walletId, beneficiaryId } = estate;
  const body = { walletId, beneficiaryId, amount: "1" };
  const payout = await make.call("createPayout", { body });
  const accountId = parsePublicId("providerAccount", bankAccountOf(estate));
  if (accountId === null) throw new Error("an account has an id");
  await test.owner.query({
    text: `update payouts set status = 'PROCESSING', approval_required = false, provider_account_id = $2,
        provider = 'bank_transfer', provider_reference = $3, next_check_at = null where id = $1`,
    values: [parsePublicId("payout", payout.id), accountId, ownId],
  });
  const { db, clock, keyring, app } = test;
  await createTransferOrders({ db, clock, keyring, ids: app.ids }).place(accountId, {
    kind: "PAYOUT",
    ownId,
    amount: money(1n, "XOF"),
    recipient: { name: make.unique, account: "SN08SN0100152000048500003035" },
    purpose: ownId,
  });
  const [order] = await make.call("listTransferOrders", { query: { status: "QUEUED" } });
  return order.id;
}

/** A refund that waits for an account, as one of a transfer whose payer the bank did not tell. */
export async function refundWithoutAccount(make: Maker, chargeId: string): Promise<string> {
  const { id } = await make.call("createRefund", { params: { id: chargeId }, body: { amount: "1" } });
  await make.test.owner.query({
    text: "update refunds set status = 'PROCESSING', account_needed = true, next_check_at = null where id = $1",
    values: [parsePublicId("refund", id)],
  });
  return id;
}

export async function preparedFile(make: Maker, estate: Estate): Promise<string> {
  await queuedOrder(make, estate);
  const body = { providerAccountId: bankAccountOf(estate) };
  return (await make.call("preparePayoutFile", { body })).id;
}

/** A released file that goes into no folder. */
export async function releasedFile(make: Maker, estate: Estate): Promise<string> {
  const id = await preparedFile(make, estate);
  await make.call("releasePayoutFile", { params: { id } });
  return id;
}

async function takenFile(make: Maker, estate: Estate): Promise<string> {
  const body = { ...bankFileOf(make, estate), fileName: make.unique, contentType: "text/csv" };
  return (await make.call("takeBankFile", { body })).id;
}

/** Objects of an estate at its bank. */
export const bankObjects: Readonly<Record<string, (make: Maker, estate: Estate) => Promise<string | null>>> =
  {
    bankAccountId: async (make, { more }) => {
      const settings = {
        bankName: "Banque du Golfe",
        accountHolder: make.unique.slice(0, 70),
        iban: "CI93CI0080111301134291200589",
        bic: "BGOLCIAB",
        currency: "XOF",
      };
      const account = { mode: "SANDBOX", subTenantId: more.subTenantId, provider: "bank_transfer" };
      const body = { ...account, name: make.unique, methods: ["BANK_TRANSFER"], settings };
      return (await make.call("createProviderAccount", { body })).id;
    },
    bankFileId: takenFile,
    bankEntryId: queuedEntry,
    payoutFileId: async (make, estate) => (estate.mode === "LIVE" ? null : releasedFile(make, estate)),
    transferOrderId: async (make, estate) => (estate.mode === "LIVE" ? null : queuedOrder(make, estate)),
  };
