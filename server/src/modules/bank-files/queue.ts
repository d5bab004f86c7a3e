import { writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { once } from "../../http/idempotency.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import { publicId } from "../../kit/ids.ts";
import { findTransferReferences, readTransferReference } from "../../kit/transfer-reference.ts";
import type { ActingOperator, ChangeDefiner } from "../change-requests/index.ts";
import { ledgerErrors } from "../ledger/index.ts";
import { refundErrors, type TakeBack } from "../payments/refunds/index.ts";
import { decisionOf, lockQueued } from "./decisions.ts";
import { bankFileErrors } from "./errors.ts";
import type { IntakeDeps } from "./intake.ts";
import * as queueStore from "./queue-store.ts";
import * as store from "./store.ts";
import { type Candidate, type Suggestion, suggestPayments, suggestTakenBack } from "./suggestions.ts";
import type { BankEntry } from "./types.ts";
import { type BankEntryAnswer, bankEntryView, openDetails } from "./view.ts";

/** What assigning an entry can be refused with, beside RESOURCE_NOT_FOUND. */
export const assignRefusals = [
  bankFileErrors.BANK_ENTRY_DECIDED,
  bankFileErrors.BANK_ENTRY_NOT_ASSIGNABLE,
  refundErrors.CHARGE_NOT_REFUNDABLE,
  refundErrors.REFUND_AMOUNT_EXCEEDS_REMAINING,
  ledgerErrors.INSUFFICIENT_WALLET_BALANCE,
];

export interface BankQueueDeps extends IntakeDeps {
  readonly changes: ChangeDefiner;
  /** Books a payment of which the bank has taken money back; the answer is the id by which its debit is found. */
  readonly takeBack: TakeBack;
  /** Called after a commit that gave an entry to a payment. */
  readonly wakeNotifier: () => void;
}

export type BankQueue = ReturnType<typeof createBankQueue>;

/** Entries that name no payment: an operator gives each to one, or says that it is none of ours. */
export function createBankQueue(deps: BankQueueDeps) {
  const { db, clock, ids, keyring, changes } = deps;

  const assign = changes.define<Assignment, BankEntryAnswer>({
    kind: "ASSIGN_BANK_ENTRY",
    refusals: assignRefusals,
    plan: async (tx, { tenantId, nowMs }, input) => {
      const entry = await lockQueued(tx, tenantId, input.id);
      const target = await targetOf(tx, entry, input.reference);
      const subject = publicId("bankEntry", entry.id);
      const terms = { amount: entry.amount.toString(), currency: entry.currency, bookedOn: entry.bookedOn };
      const after = {
        ...terms,
        status: "ASSIGNED",
        reference: target.ownId,
        books: target.books,
        chargeId: target.payment === null ? null : publicId("charge", target.payment.chargeId),
        expectedAmount: target.amount.toString(),
        note: input.note,
      };
      return {
        subject,
        before: { ...terms, status: entry.status },
        after,
        input,
        takesTwo: entry.mode === "LIVE",
        write: async (author) => {
          const assigned: BankEntry = {
            ...entry,
            status: "ASSIGNED",
            matchedBy: "OPERATOR",
            ownId: await bookedUnder(tx, entry, target, input.note, nowMs),
            isTold: false,
            ...decisionOf(entry, author.id, input.note, nowMs),
          };
          await queueStore.writeDecision(tx, assigned);
          const merchantNo = target.payment?.merchantNo ?? null;
          const about = { tenantId, merchantNo, actor: author, subject };
          await writeAudit(tx, ids, nowMs, {
            ...about,
            action: "bank_entry.assigned",
            before: entry.status,
            after,
          });
          return { view: bankEntryView(keyring, assigned), subject };
        },
      };
    },
    announce: () => {
      deps.wakeNotifier();
      deps.orders.announce();
    },
  });

  /** The own id to which an entry belongs once it is assigned, with what has to be booked for that. */
  const bookedUnder = async (
    tx: Transaction,
    entry: BankEntry,
    { books, ownId, payment }: Target,
    note: string,
    nowMs: number,
  ): Promise<string> => {
    if (books === "TAKEN_BACK" && payment !== null)
      return deps.takeBack(tx, { ...payment, amount: entry.amount, note });
    if (books === "RETURN") {
      const { returnReason: reason } = openDetails(keyring, entry);
      const booking = { ...entry, ownId, reason };
      await deps.orders.takeBookings(tx, entry.providerAccountId, [booking], nowMs);
    }
    return ownId;
  };

  return {
    /**
     * Gives an entry to what has this reference; in live mode another operator confirms it. A credit to a payment, whose
     * amount is compared as always; a credit to a transfer of ours that came back, which books it back; a debit to the payment that the bank
     * has taken back, which books a refund. Refuses with RESOURCE_NOT_FOUND, BANK_ENTRY_DECIDED, BANK_ENTRY_NOT_ASSIGNABLE,
     * and what is taken back as a refund is refused.
     */
    assign: (acting: ActingOperator, claim: OperatorRequest["claim"], input: Assignment) =>
      assign({ acting, claim, status: 200 }, input),

    /** Ends an entry without booking anything. Refuses with RESOURCE_NOT_FOUND and BANK_ENTRY_DECIDED. */
    dismiss: async ({ operator, actor, claim }: OperatorRequest, text: string, note: string) => {
      const { tenantId, operatorId, scopeNo } = operator;
      const nowMs = clock.nowMs();
      const options = { claim, merchantNo: scopeNo, owner: ids.uuid(), nowMs, status: 200 } as const;
      return once(db, keyring, options, async (tx) => {
        const entry = await lockQueued(tx, tenantId, text);
        const decision = decisionOf(entry, operatorId, note, nowMs);
        const dismissed: BankEntry = { ...entry, status: "NOT_OURS", ...decision };
        await queueStore.writeDecision(tx, dismissed);
        await writeAudit(tx, ids, nowMs, {
          tenantId,
          actor,
          action: "bank_entry.dismissed",
          subject: publicId("bankEntry", entry.id),
          before: entry.status,
          after: { status: dismissed.status, note },
        });
        return bankEntryView(keyring, dismissed);
      });
    },

    /** The payments that the payer of a waiting credit probably meant, or whose money a waiting debit takes back. */
    suggest: async (entry: BankEntry): Promise<readonly Suggestion[]> => {
      if (entry.status !== "QUEUED") return [];
      const details = openDetails(keyring, entry);
      const texts = [details.text, ...details.structuredReferences, entry.endToEndId ?? ""];
      if (entry.direction === "DEBIT") {
        if (entry.cause !== "REVERSAL") return [];
        const told = [...texts, entry.bankReference ?? ""];
        const words = told
          .flatMap((text) => [text, ...text.split(/[\s/,;:]+/)])
          .filter((word) => word !== "");
        const ownIds = texts.flatMap(findTransferReferences);
        const payments = await queueStore.findCredited(db, entry, { ownIds, numbers: [...new Set(words)] });
        return suggestTakenBack({ ...entry, texts: told }, payments);
      }
      if (entry.isReversal) return [];
      const named = await queueStore.findPayments(
        db,
        entry.providerAccountId,
        texts.flatMap(findTransferReferences),
      );
      const waiting = await queueStore.findWaiting(db, entry.providerAccountId);
      const candidates = new Map([...named, ...waiting].map((one) => [one.ownId, one]));
      const paidMerchants = await queueStore.findPaidMerchants(db, entry);
      return suggestPayments({ ...entry, texts, paidMerchants }, [...candidates.values()]);
    },
  };
}

export interface Assignment {
  readonly id: string;
  readonly reference: string;
  readonly note: string;
}

/** What an entry is given to, and what that books. */
interface Target {
  readonly books: "PAYMENT" | "RETURN" | "TAKEN_BACK";
  readonly ownId: string;
  /** Minor units: what the payment or transfer is about. */
  readonly amount: bigint;
  readonly payment: Candidate | null;
}

/** What this account has under the reference, if it can take the entry. Refuses with BANK_ENTRY_NOT_ASSIGNABLE. */
async function targetOf(tx: Transaction, entry: BankEntry, text: string): Promise<Target> {
  const refuse = (reason: string) => bankFileErrors.BANK_ENTRY_NOT_ASSIGNABLE({ reason });
  const { providerAccountId: accountId, direction } = entry;
  if (direction === "DEBIT" && entry.cause !== "REVERSAL") throw refuse("NOT_A_CREDIT");
  const ownId = readTransferReference(text);
  if (ownId === null) throw refuse("NO_REFERENCE");
  const [payment] = await queueStore.findPayments(tx, accountId, [ownId]);
  if (payment !== undefined) {
    if (direction === "DEBIT") return { books: "TAKEN_BACK", ownId, amount: payment.amount, payment };
    if (entry.isReversal) throw refuse("NOT_A_CREDIT");
    if ((await store.findSettled(tx, accountId, "CREDIT", ownId)) !== null) throw refuse("ALREADY_SETTLED");
    return { books: "PAYMENT", ownId, amount: payment.amount, payment };
  }
  const transfer = (await store.findOperations(tx, accountId, [ownId])).transfers.get(ownId);
  if (transfer === undefined || direction === "DEBIT") throw refuse("NO_PAYMENT");
  if (transfer.isOver) throw refuse("ALREADY_SETTLED");
  if (transfer.amount !== entry.amount || transfer.currency !== entry.currency)
    throw refuse("ANOTHER_AMOUNT");
  if ((await store.findSettled(tx, accountId, "CREDIT", ownId)) !== null) throw refuse("ALREADY_SETTLED");
  return { books: "RETURN", ownId, amount: transfer.amount, payment: null };
}
