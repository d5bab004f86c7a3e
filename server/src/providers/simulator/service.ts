import type { Database, Transaction } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import { encodeBase32, type IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Random } from "../../kit/random.ts";
import { creditorReference } from "../../kit/transfer-reference.ts";
import { returnUrlContext } from "./callbacks.ts";
import type { Engine } from "./engine.ts";
import { type NameResult, nameResultOf } from "./names.ts";
import { finalChange, type Operation, stepTimeMs } from "./operation.ts";
import { type Plan, planPayment, planPayout, planRefund, type WalletFound } from "./plan.ts";
import type { NameCheck, PaymentRequest, PayoutOrder, RefundOrder } from "./protocol.ts";
import { qrPayload } from "./qr.ts";
import { amountTaken, type StartBehaviour, scenarioNamed } from "./rules.ts";
import {
  addRefunded,
  countBusyAnswer,
  deleteLostOperation,
  findOperation,
  insertBookLine,
  insertOperation,
  lockOperation,
  type OperationKey,
} from "./store.ts";
import { creditWallet, findWallet, findWalletsByPhone } from "./store-parties.ts";

/** How to answer a call: with the operation's state, or with one of a provider's faults. */
export type Handled =
  | { readonly kind: "answer"; readonly operation: Operation; readonly behaviour: StartBehaviour }
  | { readonly kind: "busy" }
  | { readonly kind: "not_found" }
  /** The reference was used before, for another request. */
  | { readonly kind: "reused" };

export interface SimulatorService {
  startPayment(accountId: string, request: PaymentRequest): Promise<Handled>;
  startRefund(accountId: string, request: RefundOrder): Promise<Handled>;
  startPayout(accountId: string, request: PayoutOrder): Promise<Handled>;
  checkName(accountId: string, check: NameCheck): Promise<NameResult>;
  /** The present state: a due step is taken first, so that an answer never lags behind the clock. */
  query(key: OperationKey): Promise<Handled>;
  /** Cancels a payment that has not succeeded: the payer can no longer pay it. */
  cancel(accountId: string, reference: string): Promise<Handled>;
}

type AnyRequest = PaymentRequest | RefundOrder | PayoutOrder;
type Loose = Partial<PaymentRequest & RefundOrder & PayoutOrder>;
type Made = { readonly plan: Plan; readonly operation: Operation };

const BUSY_ANSWERS = 2;
const REFERENCE_BYTES = 10;

export function createSimulatorService(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly engine: Engine;
}): SimulatorService {
  const { db, clock, random, ids, keyring, engine } = deps;

  /**
   * Identifies equal requests. Keyed, because it covers a phone number, and a plain hash can be reversed by trying all
   * numbers.
   */
  const macOf = (request: AnyRequest): Buffer => {
    const { amount, currency, method, phone, walletId, cardToken, paymentReference, iban }: Loose = request;
    const identity = [amount, currency, method, phone, walletId, cardToken, paymentReference, iban];
    return keyring.mac("phone", JSON.stringify(identity));
  };

  const walletOf = async (accountId: string, request: PaymentRequest): Promise<WalletFound | null> => {
    if (request.method !== "WALLET") return null;
    const wallets =
      request.walletId !== null
        ? [await findWalletById(request.walletId)].filter((one) => one?.accountId === accountId)
        : request.phone !== null
          ? await findWalletsByPhone(db, accountId, keyring.mac("phone", request.phone))
          : [];
    if (wallets.length === 0) return { kind: "UNKNOWN" };
    const found = wallets.find((one) => one?.currency === request.currency);
    return found ? { kind: "FOUND", id: found.id, frozen: found.frozen } : { kind: "OTHER_CURRENCY" };
  };

  /** A wallet of this account by its public id, in the wanted currency. */
  const ownWallet = async (accountId: string, walletId: string, currency: string): Promise<WalletFound> => {
    const found = await findWalletById(walletId);
    if (found === null || found.accountId !== accountId) return { kind: "UNKNOWN" };
    return found.currency === currency
      ? { kind: "FOUND", id: found.id, frozen: found.frozen }
      : { kind: "OTHER_CURRENCY" };
  };

  const findWalletById = async (text: string) => {
    const id = parseWalletId(text);
    return id === null ? null : await findWallet(db, id);
  };

  /** The row of a new operation, without the parts specific to its kind. */
  const draft = (
    key: OperationKey,
    request: AnyRequest,
    plan: Plan,
    nowMs: number,
    expiresAtMs: number | null,
  ): Operation => {
    const { scenario, status } = plan;
    const amount = BigInt(request.amount);
    const waits = plan.waitMs === null ? expiresAtMs : nowMs + plan.waitMs;
    const runs = status === "PENDING" ? stepTimeMs(scenario, 0, nowMs, expiresAtMs) : null;
    return {
      ...key,
      id: ids.uuid(),
      requestMac: macOf(request),
      status,
      code: plan.code,
      method: null,
      operator: null,
      country: null,
      phoneMasked: null,
      phoneLast3: null,
      amount,
      currency: request.currency,
      amountTaken: status === "SUCCEEDED" ? amountTaken(scenario.take, amount) : null,
      amountRefunded: 0n,
      transactionId: status === "SUCCEEDED" ? engine.newTransactionId(key.kind, nowMs) : null,
      parentReference: null,
      scenario: scenario.name,
      step: 0,
      begunAtMs: nowMs,
      nextStepAtMs: status === "WAITING" ? waits : runs,
      busyAnswersLeft: scenario.start === "BUSY_TWICE" && status === "PENDING" ? BUSY_ANSWERS : 0,
      page: plan.page,
      qrPayload: null,
      transferReference: null,
      walletId: plan.walletId,
      pinFailures: 0,
      cardBrand: plan.cardBrand,
      cardLast4: plan.cardLast4,
      cardCode: null,
      title: "",
      merchantName: "",
      locale: "fr",
      returnUrl: null,
      callbackUrl: null,
      expiresAtMs,
    };
  };

  const newReference = (): string => encodeBase32(random.bytes(REFERENCE_BYTES)).toUpperCase();

  const paymentRow = (key: OperationKey, request: PaymentRequest, plan: Plan, nowMs: number): Operation => {
    const row = draft(key, request, plan, nowMs, Date.parse(request.expiresAt));
    return {
      ...row,
      method: request.method,
      operator: request.operator,
      country: request.country,
      phoneMasked: request.phone === null ? null : maskPhone(request.phone),
      phoneLast3: request.phone?.slice(-3) ?? null,
      qrPayload:
        plan.page === "QR"
          ? qrPayload({
              scheme: request.qrScheme ?? "EMVCO",
              amount: { minor: row.amount, currency: row.currency },
              country: request.country,
              title: request.title,
              reference: newReference(),
            })
          : null,
      transferReference: plan.page === "BANK" ? creditorReference(newReference()) : null,
      title: request.title,
      merchantName: request.merchantName ?? "",
      locale: request.locale,
      returnUrl: keyring.seal(request.returnUrl, returnUrlContext(row.id)),
      callbackUrl: request.callbackUrl,
    };
  };

  const payoutRow = (key: OperationKey, request: PayoutOrder, plan: Plan, nowMs: number): Operation => ({
    ...draft(key, request, plan, nowMs, null),
    operator: request.operator,
    country: request.country,
    phoneMasked: request.phone === null ? null : maskPhone(request.phone),
    phoneLast3: request.phone?.slice(-3) ?? null,
    callbackUrl: request.callbackUrl,
  });

  /** The answer to a known reference: never a second operation. */
  const replay = async (key: OperationKey, requestMac: Buffer): Promise<Handled> => {
    const found = await look(key);
    if (found.kind === "answer" && !found.operation.requestMac.equals(requestMac)) return { kind: "reused" };
    if (found.kind !== "answer") return found;
    const { start } = scenarioNamed(found.operation.scenario);
    return { ...found, behaviour: start === "GIVE_UP" ? start : "ACCEPT" };
  };

  /** Writes a new operation with its immediate effects; false when the reference was taken meanwhile. */
  const insert = async (tx: Transaction, operation: Operation, nowMs: number): Promise<boolean> => {
    if (!(await insertOperation(tx, operation, nowMs))) return false;
    if (operation.status === "SUCCEEDED") {
      await insertBookLine(tx, operation, nowMs);
      if (operation.kind === "PAYOUT" && operation.walletId !== null) {
        await creditWallet(tx, operation.walletId, operation.amount, nowMs);
      }
      await engine.announce(tx, operation, nowMs);
    }
    if (operation.busyAnswersLeft > 0) await countBusyAnswer(tx, operation.id);
    return true;
  };

  const firstAnswer = (operation: Operation, plan: Plan): Handled => {
    const { start } = plan.scenario;
    if (operation.busyAnswersLeft > 0) return { kind: "busy" };
    if (plan.status === "FAILED" && start !== "GIVE_UP")
      return { kind: "answer", operation, behaviour: "REFUSE" };
    // The page comes first: the number's scenario begins when the payer approves.
    if (plan.status === "WAITING") return { kind: "answer", operation, behaviour: "ACCEPT" };
    return { kind: "answer", operation, behaviour: start };
  };

  const start = async (
    key: OperationKey,
    request: AnyRequest,
    create: (tx: Transaction, nowMs: number, accepted: (plan: Plan) => Plan) => Promise<Made | null>,
  ): Promise<Handled> => {
    const known = await findOperation(db, key);
    if (known !== null && known.status !== "LOST") return await replay(key, macOf(request));
    const nowMs = clock.nowMs();
    const created = await db.transaction(async (tx) => {
      if (known !== null) await deleteLostOperation(tx, key);
      const made = await create(tx, nowMs, (plan) => (known === null ? plan : takenAtLast(plan)));
      return made !== null && (await insert(tx, made.operation, nowMs)) ? made : null;
    });
    return created === null
      ? await replay(key, macOf(request))
      : firstAnswer(created.operation, created.plan);
  };

  const look = async (key: OperationKey): Promise<Handled> => {
    const nowMs = clock.nowMs();
    const found = await findOperation(db, key);
    if (found === null || found.status === "LOST") return { kind: "not_found" };
    if (scenarioNamed(found.scenario).start === "DOWN" && found.status === "PENDING") return { kind: "busy" };
    if (found.busyAnswersLeft > 0) {
      await db.transaction((tx) => countBusyAnswer(tx, found.id));
      return { kind: "busy" };
    }
    const due = found.nextStepAtMs !== null && found.nextStepAtMs <= nowMs;
    const operation = due ? await advanceOne(key, nowMs) : found;
    return operation === null ? { kind: "not_found" } : { kind: "answer", operation, behaviour: "ACCEPT" };
  };

  const advanceOne = (key: OperationKey, nowMs: number): Promise<Operation | null> =>
    db.transaction(async (tx) => {
      const locked = await lockOperation(tx, key);
      return locked === null ? null : await engine.advance(tx, locked, nowMs);
    });

  return {
    startPayment: async (accountId, request) => {
      const key: OperationKey = { accountId, kind: "PAYMENT", reference: request.reference };
      const wallet = await walletOf(accountId, request);
      return await start(key, request, async (_tx, nowMs, accepted) => {
        const plan = accepted(planPayment(request, wallet));
        return { plan, operation: paymentRow(key, request, plan, nowMs) };
      });
    },
    startPayout: async (accountId, request) => {
      const key: OperationKey = { accountId, kind: "PAYOUT", reference: request.reference };
      const { walletId = null, currency } = request;
      const wallet = walletId === null ? null : await ownWallet(accountId, walletId, currency);
      return await start(key, request, async (_tx, nowMs, accepted) => {
        const plan = accepted(planPayout(request, wallet));
        return { plan, operation: payoutRow(key, request, plan, nowMs) };
      });
    },
    startRefund: async (accountId, request) => {
      const key: OperationKey = { accountId, kind: "REFUND", reference: request.reference };
      const paymentKey: OperationKey = { accountId, kind: "PAYMENT", reference: request.paymentReference };
      return await start(key, request, async (tx, nowMs, accepted) => {
        // The payment's row serializes its refunds: two at once cannot refund more than was taken.
        const locked = await lockOperation(tx, paymentKey);
        const payment = locked === null ? null : await engine.advance(tx, locked, nowMs);
        // Checked again under that lock: the same refund may have arrived twice at once.
        if ((await findOperation(tx, key)) !== null) return null;
        const refundable = payment && {
          succeeded: payment.status === "SUCCEEDED",
          left: (payment.amountTaken ?? 0n) - payment.amountRefunded,
          currency: payment.currency,
        };
        const plan = accepted(planRefund(request, refundable));
        const operation: Operation = {
          ...draft(key, request, plan, nowMs, null),
          parentReference: request.paymentReference,
          callbackUrl: payment?.callbackUrl ?? null,
        };
        if (plan.status !== "FAILED" && plan.status !== "LOST") {
          await addRefunded(tx, accountId, request.paymentReference, operation.amount);
        }
        return { plan, operation };
      });
    },
    checkName: async (accountId, { phone, iban, walletId, currency }) => {
      if (walletId === null) return nameResultOf(phone ?? iban ?? "");
      return (await ownWallet(accountId, walletId, currency)).kind === "FOUND" ? "MATCH" : "NO_ACCOUNT";
    },
    query: look,
    cancel: async (accountId, reference) => {
      const key: OperationKey = { accountId, kind: "PAYMENT", reference };
      const seen = await look(key);
      if (seen.kind !== "answer") return seen;
      const nowMs = clock.nowMs();
      return await db.transaction(async (tx): Promise<Handled> => {
        const locked = await lockOperation(tx, key);
        if (locked === null) return { kind: "not_found" };
        const current = await engine.advance(tx, locked, nowMs);
        const open = current.status === "WAITING" || current.status === "PENDING";
        const operation = open
          ? await engine.apply(tx, current, finalChange(current, "WITHDRAWN"), nowMs)
          : current;
        return { kind: "answer", operation, behaviour: "ACCEPT" };
      });
    },
  };
}

/** Sent again after it was forgotten: this time it is accepted. */
function takenAtLast(plan: Plan): Plan {
  return plan.status === "LOST"
    ? { ...plan, status: "PENDING", scenario: { ...plan.scenario, start: "ACCEPT" } }
    : plan;
}

/** The country code, and the three digits that choose the scenario. */
export function maskPhone(e164: string): string {
  return `${e164.slice(0, 4)} *** ${e164.slice(-3)}`;
}

const WALLET_PREFIX = "pw_";

/** A payer wallet's public id. */
export function walletPublicId(id: string): string {
  return `${WALLET_PREFIX}${id.replaceAll("-", "")}`;
}

function parseWalletId(text: string): string | null {
  const hex = /^pw_([0-9a-f]{32})$/.exec(text)?.[1];
  if (hex === undefined) return null;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
