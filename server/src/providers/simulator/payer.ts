import type { Database, Transaction } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { IdSource } from "../../kit/ids.ts";
import { isFutureExpiry, type TestCard } from "./cards.ts";
import type { SimulatorCode } from "./codes.ts";
import type { Engine } from "./engine.ts";
import { finalChange, type Operation, type PageKind, stepTimeMs } from "./operation.ts";
import { isRightPin } from "./pins.ts";
import { isExpiringQr } from "./plan.ts";
import {
  amountTaken,
  PIN_FAILURES_MAX,
  scenarioNamed,
  WALLET_PIN_FAILURES_MAX,
  WALLET_PIN_LOCK_MS,
} from "./rules.ts";
import { countPinFailure, findOperationById, lockOperation, writeBegun, writeCard } from "./store.ts";
import { debitWallet, insertBankEntry, lockWallet, writePinFailures } from "./store-parties.ts";

/** A payer's acts on a page. Each act locks the payment, so a double click or two tabs act once. */
export type PayerAction =
  | { readonly kind: "approve" }
  | { readonly kind: "cancel" }
  | { readonly kind: "enterPin"; readonly pin: string }
  | { readonly kind: "enterCard"; readonly card: TestCard; readonly expiry: string }
  | { readonly kind: "authenticate"; readonly answer: "confirm" | "refuse" | "timeout" }
  | { readonly kind: "scanAndPay" }
  | { readonly kind: "transfer"; readonly entry: TransferKind };

export const transferKinds = ["EXACT", "SHORT", "OVER", "DUPLICATE", "WRONG_REFERENCE", "REVERSED"] as const;
export type TransferKind = (typeof transferKinds)[number];

/** The page's answer to an act: it is over, or the payer must act again. */
export type PayerActionResult =
  | { readonly kind: "done"; readonly operation: Operation }
  | { readonly kind: "again"; readonly operation: Operation; readonly problem: Problem | null };
export type Problem = "WRONG_PIN" | "CARD_EXPIRY" | "ENTRY_NOT_MATCHED";

export interface PayerActions {
  /** The present payment, or null when there is none with this id. */
  look(id: string): Promise<Operation | null>;
  act(id: string, act: PayerAction): Promise<PayerActionResult | null>;
}

/** The pages on which an act is possible; elsewhere it changes nothing. */
const pagesOf: Readonly<Record<PayerAction["kind"], readonly PageKind[]>> = {
  approve: ["APPROVAL"],
  cancel: ["APPROVAL", "CARD", "THREE_D_SECURE", "WALLET", "QR"],
  enterPin: ["WALLET"],
  enterCard: ["CARD"],
  authenticate: ["THREE_D_SECURE"],
  scanAndPay: ["QR"],
  transfer: ["BANK"],
};

export function createPayerActions(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly engine: Engine;
}): PayerActions {
  const { db, clock, ids, engine } = deps;

  const end = async (tx: Transaction, operation: Operation, code: SimulatorCode | null, nowMs: number) => ({
    kind: "done" as const,
    operation: await engine.apply(tx, operation, finalChange(operation, code), nowMs),
  });

  const approve = async (
    tx: Transaction,
    operation: Operation,
    nowMs: number,
  ): Promise<PayerActionResult> => {
    const scenario = scenarioNamed(operation.scenario);
    if (scenario.start === "SUCCEED" || scenario.start === "CALLBACK_FIRST") {
      return await end(tx, operation, null, nowMs);
    }
    const nextStepAtMs = stepTimeMs(scenario, 0, nowMs, operation.expiresAtMs);
    await writeBegun(tx, operation, nextStepAtMs, nowMs);
    return { kind: "done", operation: { ...operation, status: "PENDING", begunAtMs: nowMs, nextStepAtMs } };
  };

  const enterPin = async (
    tx: Transaction,
    operation: Operation,
    pin: string,
    nowMs: number,
  ): Promise<PayerActionResult> => {
    const wallet = operation.walletId === null ? null : await lockWallet(tx, operation.walletId);
    if (wallet === null) return await end(tx, operation, "WALLET_UNKNOWN", nowMs);
    const lockedUntilMs = wallet.pinLockedUntilMs ?? 0;
    if (nowMs < lockedUntilMs) return await end(tx, operation, "PIN_LOCKED", nowMs);
    if (!(await isRightPin(pin, wallet.pinSalt, wallet.pinHash))) {
      const inARow = wallet.pinFailures + 1;
      if (inARow >= WALLET_PIN_FAILURES_MAX) {
        await writePinFailures(tx, wallet.id, 0, nowMs + WALLET_PIN_LOCK_MS);
        return await end(tx, operation, "PIN_LOCKED", nowMs);
      }
      await writePinFailures(tx, wallet.id, inARow, null);
      const failures = await countPinFailure(tx, operation.id, nowMs);
      if (failures >= PIN_FAILURES_MAX) return await end(tx, operation, "PIN_REFUSED", nowMs);
      return { kind: "again", operation: { ...operation, pinFailures: failures }, problem: "WRONG_PIN" };
    }
    if (wallet.pinFailures > 0) await writePinFailures(tx, wallet.id, 0, null);
    // The debit and the success are one transaction: no money leaves the wallet without a payment.
    const paid = await debitWallet(tx, wallet.id, operation.amount, nowMs);
    return await end(tx, operation, paid ? null : "WALLET_BALANCE_TOO_LOW", nowMs);
  };

  const enterCard = async (
    tx: Transaction,
    operation: Operation,
    card: TestCard,
    expiry: string,
    nowMs: number,
  ): Promise<PayerActionResult> => {
    if (!isFutureExpiry(expiry, nowMs)) return { kind: "again", operation, problem: "CARD_EXPIRY" };
    const shown = { brand: card.brand, last4: card.number.slice(-4), code: card.code };
    if (card.threeDSecure) {
      await writeCard(tx, operation, { page: "THREE_D_SECURE", ...shown }, nowMs);
      return { kind: "again", operation: { ...operation, page: "THREE_D_SECURE" }, problem: null };
    }
    await writeCard(tx, operation, { page: "CARD", ...shown }, nowMs);
    return await end(tx, { ...operation, cardBrand: shown.brand, cardLast4: shown.last4 }, card.code, nowMs);
  };

  /** A transfer that reaches the bank after the payment was given up still counts: it is late money. */
  const transfer = async (
    tx: Transaction,
    operation: Operation,
    kind: TransferKind,
    nowMs: number,
  ): Promise<PayerActionResult> => {
    const { accountId, amount, currency, reference, transferReference } = operation;
    const taken =
      kind === "SHORT" ? amountTaken("LESS", amount) : kind === "OVER" ? amount + overpaid(amount) : amount;
    const matched = kind !== "WRONG_REFERENCE";
    const servicerReference = ids.uuid();
    const book = (reversal: boolean) =>
      insertBankEntry(
        tx,
        {
          accountId,
          servicerReference,
          remittance: matched ? (transferReference ?? "") : `X${(transferReference ?? "").slice(3)}`,
          amount: taken,
          currency,
          reversal,
          paymentReference: matched ? reference : null,
        },
        nowMs,
      );
    await book(false);
    // The bank reports the same entry twice, like camt.054 and camt.053: its number identifies it.
    if (kind === "DUPLICATE") await book(false);
    if (!matched) return { kind: "again", operation, problem: "ENTRY_NOT_MATCHED" };
    if (kind === "REVERSED") {
      await book(true);
      return operation.status === "FAILED"
        ? { kind: "done", operation }
        : await end(tx, operation, "TRANSFER_REVERSED", nowMs);
    }
    return {
      kind: "done",
      operation: await engine.apply(tx, operation, finalChange(operation, null), nowMs, taken),
    };
  };

  const perform = async (
    tx: Transaction,
    operation: Operation,
    act: PayerAction,
    nowMs: number,
  ): Promise<PayerActionResult> => {
    const page = operation.page;
    const transferable = operation.page === "BANK" && operation.status === "FAILED";
    if (page === null || !pagesOf[act.kind].includes(page)) return { kind: "done", operation };
    if (operation.status !== "WAITING" && !(act.kind === "transfer" && transferable)) {
      return { kind: "done", operation };
    }
    switch (act.kind) {
      case "approve":
        return await approve(tx, operation, nowMs);
      case "cancel":
        return await end(tx, operation, "PAYER_CANCELLED", nowMs);
      case "enterPin":
        return await enterPin(tx, operation, act.pin, nowMs);
      case "enterCard":
        return await enterCard(tx, operation, act.card, act.expiry, nowMs);
      case "authenticate": {
        const refusal = act.answer === "refuse" ? "AUTHENTICATION_REFUSED" : "AUTHENTICATION_TIMED_OUT";
        return await end(tx, operation, act.answer === "confirm" ? operation.cardCode : refusal, nowMs);
      }
      case "scanAndPay":
        return await end(tx, operation, isExpiringQr(String(operation.amount)) ? "EXPIRED" : null, nowMs);
      case "transfer":
        return await transfer(tx, operation, act.entry, nowMs);
    }
  };

  const locked = async <T>(id: string, work: (tx: Transaction, operation: Operation) => Promise<T>) => {
    const found = await findOperationById(db, id);
    if (found === null) return null;
    const nowMs = clock.nowMs();
    return await db.transaction(async (tx) => {
      const row = await lockOperation(tx, found);
      return row === null ? null : await work(tx, await engine.advance(tx, row, nowMs));
    });
  };

  return {
    look: (id) => locked(id, async (_tx, operation) => operation),
    act: (id, act) => locked(id, (tx, operation) => perform(tx, operation, act, clock.nowMs())),
  };
}

/** A tenth too much, at least one unit. */
function overpaid(amount: bigint): bigint {
  return amount < 10n ? 1n : amount / 10n;
}
