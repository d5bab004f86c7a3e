import { writeAudit } from "../../db/audit.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import { type Id, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import { findTransferReferences, readTransferReference } from "../../kit/transfer-reference.ts";
import type { ActingOperator, ChangeDefiner } from "../change-requests/index.ts";
import { bankFileErrors } from "./errors.ts";
import type { IntakeDeps } from "./intake.ts";
import * as queueStore from "./queue-store.ts";
import * as store from "./store.ts";
import { type Suggestion, suggestPayments } from "./suggestions.ts";
import type { BankEntry } from "./types.ts";
import { type BankEntryAnswer, bankEntryView, openDetails } from "./view.ts";

export interface BankQueueDeps extends IntakeDeps {
  readonly changes: ChangeDefiner;
  /** Called after a commit that gave an entry to a payment. */
  readonly wakeNotifier: () => void;
}

export type BankQueue = ReturnType<typeof createBankQueue>;

/** Entries that name no payment: an operator gives each to one, or says that it is none of ours. */
export function createBankQueue(deps: BankQueueDeps) {
  const { db, clock, ids, keyring, changes } = deps;

  /** Refuses with RESOURCE_NOT_FOUND and BANK_ENTRY_DECIDED. */
  const lockQueued = async (tx: Transaction, tenantId: TenantId, text: string): Promise<BankEntry> => {
    const id = parsePublicId("bankEntry", text);
    const entry = id === null ? null : await queueStore.lockEntry(tx, tenantId, id);
    if (entry === null) throw errors.RESOURCE_NOT_FOUND();
    if (entry.status !== "QUEUED") throw bankFileErrors.BANK_ENTRY_DECIDED({ status: entry.status });
    return entry;
  };

  const assign = changes.define<Assignment, BankEntryAnswer>({
    kind: "ASSIGN_BANK_ENTRY",
    refusals: [bankFileErrors.BANK_ENTRY_DECIDED, bankFileErrors.BANK_ENTRY_NOT_ASSIGNABLE],
    plan: async (tx, { tenantId, nowMs }, input) => {
      const entry = await lockQueued(tx, tenantId, input.id);
      const payment = await paymentFor(tx, entry, input.reference);
      const subject = publicId("bankEntry", entry.id);
      const terms = { amount: entry.amount.toString(), currency: entry.currency, bookedOn: entry.bookedOn };
      const after = {
        ...terms,
        status: "ASSIGNED",
        reference: payment.ownId,
        chargeId: publicId("charge", payment.chargeId),
        expectedAmount: payment.amount.toString(),
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
            ownId: payment.ownId,
            isTold: false,
            ...decisionOf(entry, author.id, input.note, nowMs),
          };
          await queueStore.writeDecision(tx, assigned);
          const about = { tenantId, merchantNo: payment.merchantNo, actor: author, subject };
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
    announce: deps.wakeNotifier,
  });

  return {
    /**
     * Gives a credit to the payment with this reference; in live mode another operator confirms it. Its amount is
     * compared as always. Refuses with RESOURCE_NOT_FOUND, BANK_ENTRY_DECIDED, BANK_ENTRY_NOT_ASSIGNABLE.
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

    /** The payments that the payer of a waiting credit probably meant. */
    suggest: async (entry: BankEntry): Promise<readonly Suggestion[]> => {
      if (entry.status !== "QUEUED" || entry.direction !== "CREDIT" || entry.isReversal) return [];
      const details = openDetails(keyring, entry);
      const texts = [details.text, ...details.structuredReferences, entry.endToEndId ?? ""];
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

function decisionOf(entry: BankEntry, operatorId: string | null, note: string, nowMs: number) {
  return {
    note,
    decidedBy: operatorId as Id<"operator"> | null,
    decidedAtMs: nowMs,
    version: entry.version + 1,
    updatedAtMs: nowMs,
  };
}

/** The payment of this account with the reference, if it can take the entry. Refuses with BANK_ENTRY_NOT_ASSIGNABLE. */
async function paymentFor(db: Queryable, entry: BankEntry, text: string) {
  const refuse = (reason: string) => bankFileErrors.BANK_ENTRY_NOT_ASSIGNABLE({ reason });
  if (entry.direction !== "CREDIT" || entry.isReversal) throw refuse("NOT_A_CREDIT");
  const reference = readTransferReference(text);
  if (reference === null) throw refuse("NO_REFERENCE");
  const [payment] = await queueStore.findPayments(db, entry.providerAccountId, [reference]);
  if (payment === undefined) throw refuse("NO_PAYMENT");
  const settled = await store.findSettled(db, entry.providerAccountId, "CREDIT", reference);
  if (settled !== null) throw refuse("ALREADY_SETTLED");
  return payment;
}
