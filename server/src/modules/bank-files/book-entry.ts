import { writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import { type IdSource, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { findTransferReferences } from "../../kit/transfer-reference.ts";
import type { ActingOperator, ChangeDefiner } from "../change-requests/index.ts";
import type { ProposeDebit } from "../corrections/index.ts";
import { decisionOf, lockQueued } from "./decisions.ts";
import { bankFileErrors } from "./errors.ts";
import { findTransferWallets, writeDecision } from "./queue-store.ts";
import type { BankEntry, QueueCause } from "./types.ts";
import type { BookBankEntry, BookedAccount } from "./unexplained.ts";
import { type BankEntryAnswer, bankEntryView, openDetails } from "./view.ts";

/** Entries that no operation can take: their money moved, and neither a payment nor a payout is to change. */
const bookableCauses: ReadonlySet<QueueCause | null> = new Set<QueueCause>([
  "NOT_EXPECTED",
  "ALREADY_SETTLED",
  "REVERSAL",
  "RETURNED",
]);

export interface BookingInput {
  readonly id: string;
  readonly account: BookedAccount;
  /** Also proposes a correction that takes the money from the merchant of the named payout or refund. */
  readonly fromMerchant?: boolean;
  readonly note: string;
}

export interface EntryBookingDeps {
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly changes: ChangeDefiner;
  readonly bookBankEntry: BookBankEntry;
  readonly proposeDebit: ProposeDebit;
}

/** What booking an entry can be refused with, beside RESOURCE_NOT_FOUND. */
export const bookRefusals = [bankFileErrors.BANK_ENTRY_DECIDED, bankFileErrors.BANK_ENTRY_NOT_BOOKABLE];

export type EntryBooking = ReturnType<typeof createEntryBooking>;

/**
 * Books an entry that belongs to no operation in the book of the account: a debit that was not expected, or a credit that
 * gives back such a one. The entry is locked and leaves the queue in the same transaction, so it is booked once.
 */
export function createEntryBooking({ ids, keyring, changes, bookBankEntry, proposeDebit }: EntryBookingDeps) {
  /** The transfer that the entry names. Refuses with BANK_ENTRY_NOT_BOOKABLE one that names none, or several. */
  const namedTransfer = async (tx: Transaction, entry: BankEntry) => {
    const { text, structuredReferences } = openDetails(keyring, entry);
    const texts = [text, ...structuredReferences, entry.endToEndId ?? ""];
    const ownIds = [...new Set(texts.flatMap(findTransferReferences))];
    const [transfer, ...more] = await findTransferWallets(tx, entry.providerAccountId, ownIds);
    if (transfer === undefined || more.length > 0 || transfer.currency !== entry.currency)
      throw bankFileErrors.BANK_ENTRY_NOT_BOOKABLE({ reason: "NO_MERCHANT" });
    return transfer;
  };

  const book = changes.define<BookingInput, BankEntryAnswer>({
    kind: "BOOK_BANK_ENTRY",
    refusals: bookRefusals,
    plan: async (tx, { tenantId, nowMs }, input) => {
      const entry = await lockQueued(tx, tenantId, input.id);
      const { direction, amount, currency, mode } = entry;
      if (!bookableCauses.has(entry.cause))
        throw bankFileErrors.BANK_ENTRY_NOT_BOOKABLE({ reason: "OTHER_CAUSE" });
      const isFromMerchant = input.fromMerchant === true;
      if (isFromMerchant && direction === "CREDIT")
        throw bankFileErrors.BANK_ENTRY_NOT_BOOKABLE({ reason: "NOT_A_DEBIT" });
      const transfer = isFromMerchant ? await namedTransfer(tx, entry) : null;
      const subject = publicId("bankEntry", entry.id);
      const terms = { amount: amount.toString(), currency, bookedOn: entry.bookedOn, direction };
      const after = {
        ...terms,
        status: "BOOKED",
        account: input.account,
        fromMerchant: transfer === null ? null : publicId("wallet", transfer.walletId),
        note: input.note,
      };
      return {
        subject,
        before: { ...terms, status: entry.status, cause: entry.cause },
        after,
        input,
        takesTwo: mode === "LIVE",
        write: async (author) => {
          const booked: BankEntry = {
            ...entry,
            status: "BOOKED",
            ...decisionOf(entry, author.id, input.note, nowMs),
          };
          await writeDecision(tx, booked);
          const unexplained = { ...entry, account: input.account, reason: input.note };
          const correctionId = await bookBankEntry(tx, unexplained, nowMs);
          const debit = transfer === null ? null : { ...transfer, mode, amount, reason: input.note };
          const proposed = debit === null ? null : await proposeDebit(tx, debit, author, nowMs);
          await writeAudit(tx, ids, nowMs, {
            tenantId,
            merchantNo: transfer?.merchantNo ?? null,
            actor: author,
            subject,
            action: "bank_entry.booked",
            before: entry.status,
            after: { ...after, correctionId: publicId("railCorrection", correctionId), proposed },
          });
          return { view: bankEntryView(keyring, booked), subject };
        },
      };
    },
  });

  return {
    /**
     * Books an entry; in live mode another operator confirms it. Refuses with RESOURCE_NOT_FOUND, BANK_ENTRY_DECIDED, and
     * with BANK_ENTRY_NOT_BOOKABLE an entry that may still belong to a payment, or whose merchant is not named.
     */
    book: (acting: ActingOperator, claim: OperatorRequest["claim"], input: BookingInput) =>
      book({ acting, claim, status: 200 }, input),
  };
}
