import type { Database, Transaction } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import { assert } from "../../kit/errors.ts";
import { encodeBase32, type IdSource } from "../../kit/ids.ts";
import type { Random } from "../../kit/random.ts";
import { type Change, dueChange, type Operation, type OperationKind, statusAfter } from "./operation.ts";
import type { CallbackBody } from "./protocol.ts";
import { amountTaken, scenarioNamed } from "./rules.ts";
import { addRefunded, findOperation, lockDueOperations, type Settled, writeChange } from "./store.ts";
import { insertCallbacks } from "./store-callbacks.ts";
import { creditWallet } from "./store-parties.ts";

/** Due operations per round. */
const DUE_PER_ROUND = 100;
/** Interval between the copies of a doubled callback. */
const CALLBACK_GAP_MS = 1_000;
const TRANSACTION_ID_BYTES = 6;
const transactionPrefix: Readonly<Record<OperationKind, string>> = {
  PAYMENT: "SP",
  REFUND: "SR",
  PAYOUT: "SO",
};
const subjects: Readonly<Record<OperationKind, CallbackBody["subject"]>> = {
  PAYMENT: "payment",
  REFUND: "refund",
  PAYOUT: "payout",
};

/** Moves operations: the only place where money is booked and callbacks are queued, in one transaction. */
export interface Engine {
  /** Applies a change to an operation locked by the transaction. `taken` (minor units) overrides the scenario. */
  apply(
    tx: Transaction,
    operation: Operation,
    change: Change,
    nowMs: number,
    taken?: bigint,
  ): Promise<Operation>;
  /** Applies every change that is due to a locked operation. */
  advance(tx: Transaction, operation: Operation, nowMs: number): Promise<Operation>;
  /** Queues the callbacks about the operation's present status. */
  announce(tx: Transaction, operation: Operation, nowMs: number): Promise<void>;
  newTransactionId(kind: OperationKind, nowMs: number): string;
  /** One round over everything due; returns how many operations moved. */
  runDue(nowMs: number): Promise<number>;
}

export function createEngine(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  /** Called after a round or a request has queued callbacks. */
  readonly onCallbacks: () => void;
}): Engine {
  const { db, random, ids } = deps;

  const newTransactionId = (kind: OperationKind, nowMs: number): string => {
    const [day = "", hour = ""] = new Date(nowMs).toISOString().split("T");
    const tail = encodeBase32(random.bytes(TRANSACTION_ID_BYTES)).toUpperCase();
    return `${transactionPrefix[kind]}${day.slice(2).replaceAll("-", "")}.${hour.slice(0, 5).replace(":", "")}.${tail}`;
  };

  const announce = async (tx: Transaction, operation: Operation, nowMs: number): Promise<void> => {
    const { accountId, callbackUrl: url, scenario, kind, reference } = operation;
    const { callbacks } = scenarioNamed(scenario);
    if (url === null || callbacks === "LOST") return;
    const body = (id: string, status: CallbackBody["status"], occurredAtMs: number): string =>
      JSON.stringify({
        id,
        subject: subjects[kind],
        reference,
        status,
        occurredAt: new Date(occurredAtMs).toISOString(),
      } satisfies CallbackBody);
    const status =
      operation.status === "SUCCEEDED" || operation.status === "FAILED" ? operation.status : "PENDING";
    const news = { accountId, url, body: body(ids.uuid(), status, nowMs) };
    const stale = { accountId, url, body: body(ids.uuid(), "PENDING", operation.begunAtMs) };
    const queue = callbacks === "TWICE" ? [news, stale, news] : [news];
    await insertCallbacks(
      tx,
      queue.map((one, index) => ({ ...one, id: ids.uuid(), dueAtMs: nowMs + index * CALLBACK_GAP_MS })),
      nowMs,
    );
    deps.onCallbacks();
  };

  const settleRefund = async (
    tx: Transaction,
    refund: Operation,
    status: Settled["status"],
    nowMs: number,
  ): Promise<void> => {
    const { accountId, parentReference } = refund;
    if (parentReference === null) return;
    if (status === "FAILED") {
      await addRefunded(tx, accountId, parentReference, -refund.amount);
      return;
    }
    const payment = await findOperation(tx, { accountId, kind: "PAYMENT", reference: parentReference });
    if (payment?.walletId) await creditWallet(tx, payment.walletId, refund.amount, nowMs);
  };

  const apply: Engine["apply"] = async (tx, operation, change, nowMs, taken) => {
    const status = statusAfter(operation, change);
    assert(status !== null, `operation ${operation.id} cannot ${change.event} from ${operation.status}`);
    const { take } = scenarioNamed(operation.scenario);
    const settled: Settled =
      status === "SUCCEEDED"
        ? {
            status,
            amountTaken: taken ?? amountTaken(take, operation.amount),
            transactionId: newTransactionId(operation.kind, nowMs),
          }
        : { status, amountTaken: null, transactionId: null };
    await writeChange(tx, operation, change, settled, nowMs);
    if (operation.kind === "REFUND") await settleRefund(tx, operation, status, nowMs);
    if (operation.kind === "PAYOUT" && status === "SUCCEEDED" && operation.walletId !== null) {
      await creditWallet(tx, operation.walletId, operation.amount, nowMs);
    }
    const changed: Operation = {
      ...operation,
      ...settled,
      code: change.code,
      step: change.step,
      nextStepAtMs: change.nextStepAtMs,
    };
    await announce(tx, changed, nowMs);
    return changed;
  };

  const advance: Engine["advance"] = async (tx, operation, nowMs) => {
    let current = operation;
    for (let change = dueChange(current, nowMs); change !== null; change = dueChange(current, nowMs)) {
      current = await apply(tx, current, change, nowMs);
    }
    return current;
  };

  return {
    apply,
    advance,
    announce,
    newTransactionId,
    runDue: (nowMs) =>
      db.transaction(async (tx) => {
        const due = await lockDueOperations(tx, nowMs, DUE_PER_ROUND);
        for (const operation of due) await advance(tx, operation, nowMs);
        return due.length;
      }),
  };
}
