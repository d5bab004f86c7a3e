import type { Database } from "../../../db/database.ts";
import { assert } from "../../../kit/errors.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import type { AccountCalls } from "../../../providers/calls.ts";
import type { PaymentQuestion, QueryOutcome, TransferQueryOutcome } from "../../../providers/provider.ts";
import { paymentQuestion, transferQuestion } from "../../payments/index.ts";
import { keyOf } from "../compare.ts";
import {
  type Answer,
  type AskableOperation,
  insertAnswers,
  readRefundedCharges,
  readUnasked,
} from "./answers-store.ts";
import type { ClaimedDay } from "./days-store.ts";

/** Operations asked about before their answers are stored: a process that stops loses no more. */
const OPERATIONS_PER_BATCH = 50;
/** Questions on their way to one provider at a time. */
const QUESTIONS_AT_ONCE = 4;

export interface AskDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly calls: AccountCalls;
  /** Called before each batch: keeps the claim. */
  readonly keepLease: () => Promise<void>;
}

/**
 * Asks the provider about each of the day's operations that it was not asked about yet, and stores the answers. Nothing
 * is recorded of the operations themselves: what differs is shown as a difference. Returns the operations without an
 * answer, by `keyOf`.
 */
export async function askOperations(deps: AskDeps, day: ClaimedDay): Promise<ReadonlySet<string>> {
  const silent = new Set<string>();
  for (;;) {
    await deps.keepLease();
    const unasked = await readUnasked(deps.db, day, OPERATIONS_PER_BATCH + silent.size);
    const batch = unasked.filter((operation) => !silent.has(keyOf(operation))).slice(0, OPERATIONS_PER_BATCH);
    if (batch.length === 0) return silent;
    const charges = await readRefundedCharges(
      deps.db,
      batch.filter(({ chargeId }) => chargeId !== null),
    );
    const answers: Answer[] = [];
    for (let at = 0; at < batch.length; at += QUESTIONS_AT_ONCE) {
      const some = batch.slice(at, at + QUESTIONS_AT_ONCE);
      const told = await Promise.all(some.map((operation) => ask(deps, operation, charges)));
      for (const [index, operation] of some.entries()) {
        const outcome = told[index];
        const answer = outcome === undefined ? null : answerOf(operation, outcome, day);
        if (answer === null) silent.add(keyOf(operation));
        else answers.push(answer);
      }
    }
    await insertAnswers(deps.db, day, answers);
  }
}

function ask(
  { keyring, calls }: AskDeps,
  operation: AskableOperation,
  charges: ReadonlyMap<string, AskableOperation>,
): Promise<QueryOutcome | TransferQueryOutcome> {
  const { type, table, amount, currency, createdAtMs } = operation;
  if (type === "PAYMENT") return calls.query(questionOf(keyring, operation));
  const row = operation;
  const question = transferQuestion(keyring, {
    table: table === "payouts" ? "payouts" : "refunds",
    row,
    amount,
    currency,
    startedAtMs: createdAtMs,
  });
  if (type === "PAYOUT") return calls.queryPayout(question);
  const charge = operation.chargeId === null ? undefined : charges.get(operation.chargeId);
  assert(charge !== undefined, "a refund has its payment");
  return calls.queryRefund({ ...question, payment: questionOf(keyring, charge) });
}

function questionOf(keyring: Keyring, charge: AskableOperation): PaymentQuestion {
  const { paymentMethod } = charge;
  assert(paymentMethod !== null, "a payment has its method");
  return paymentQuestion(keyring, { ...charge, paymentMethod });
}

/**
 * What an outcome says as a line of the day; null: nothing is known. A status query tells no time, so the line has that of
 * our booking, within the day. Pure.
 */
function answerOf(
  operation: AskableOperation,
  outcome: QueryOutcome | TransferQueryOutcome,
  { fromMs, toMs }: ClaimedDay,
): Answer | null {
  const { amount, currency, createdAtMs, bookedAtMs } = operation;
  const occurredAtMs = Math.min(Math.max(bookedAtMs ?? createdAtMs, fromMs), toMs - 1);
  const untouched = { operation, amount, currency, transactionId: null, occurredAtMs };
  switch (outcome.kind) {
    case "unknown":
      return null;
    case "not_found":
      return { ...untouched, status: null };
    case "failed":
      return { ...untouched, status: "FAILED" };
    case "pending":
      // It has moved no money yet. Whether we still wait for it or not, our books have none either.
      return { ...untouched, status: bookedAtMs === null ? null : "PENDING" };
    case "succeeded":
      return {
        operation,
        status: "SUCCEEDED",
        transactionId: outcome.transactionId,
        amount: outcome.amount.minor,
        currency: outcome.amount.currency,
        occurredAtMs,
      };
  }
}
