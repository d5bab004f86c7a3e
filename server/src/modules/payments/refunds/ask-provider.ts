import { money } from "../../../kit/money.ts";
import type { PaymentQuestion, TransferOutcome, TransferQueryOutcome } from "../../../providers/provider.ts";
import { openPayer } from "../payer.ts";
import { readCharges } from "../read-payments.ts";
import { providerReference } from "../reference.ts";
import type { RefundWorkerDeps } from "./deps.ts";
import type { Refund, RefundRoute } from "./types.ts";

export interface AskedRefund {
  readonly outcome: TransferOutcome;
  /** The way it was sent. */
  readonly route: RefundRoute;
}

const NOT_FOUND: TransferQueryOutcome = { kind: "not_found" };

/**
 * Sends a refund, or asks what became of it. Its own id is the provider's idempotency key, so asking twice is one refund.
 * Outside any transaction.
 */
export function createAskProvider(deps: RefundWorkerDeps) {
  const { routing, providers } = deps;

  return async (refund: Refund): Promise<AskedRefund> => {
    const account = await routing.providerAccount(refund.providerAccountId);
    const calls = providers.of(account);
    const reference = providerReference(refund.merchantNo, refund.id);
    const amount = money(refund.amount, refund.currency);
    const options = refund.scenario === null ? {} : { providerOptions: { scenario: refund.scenario } };
    const canRefund = calls.provider.capabilities.refund !== "NONE";
    const route = canRefund ? refund.route : "PAYOUT_TO_PAYER";
    const { payer, payment } = await paymentOf(deps, refund);
    const question = { reference, ownId: reference, amount, startedAtMs: refund.createdAtMs, handle: null };
    // The first time there is nothing to ask about; later the provider may know it, or have never received it.
    const isNew = refund.checkCount <= 1;
    if (route === "ORIGINAL_RAIL") {
      const known = isNew ? NOT_FOUND : await calls.queryRefund({ ...question, payment });
      if (known.kind !== "not_found") return { route, outcome: agreed(refund, known) };
      const outcome = await calls.refund({
        reference,
        ownId: reference,
        amount,
        payment,
        payer,
        callbackUrl: deps.callbackUrl(account),
        ...options,
      });
      return { route, outcome: agreed(refund, outcome) };
    }
    const known = isNew ? NOT_FOUND : await calls.queryPayout(question);
    if (known.kind !== "not_found") return { route, outcome: agreed(refund, known) };
    if (payer.phone === null) return { route, outcome: NO_PHONE };
    const outcome = await calls.payout({
      reference,
      ownId: reference,
      amount,
      phone: payer.phone,
      operator: payer.operator,
      countryCode: payer.countryCode,
      iban: null,
      walletId: null,
      name: payer.payerName ?? payer.phone,
      callbackUrl: deps.callbackUrl(account),
      ...options,
    });
    return { route, outcome: agreed(refund, outcome) };
  };
}

const NO_PHONE: TransferOutcome = {
  kind: "failed",
  failureCode: "INVALID_RECIPIENT",
  providerCode: "NO_PHONE",
};

/** The payment that a refund gives back, and who paid it. */
async function paymentOf({ db, keyring }: RefundWorkerDeps, { merchantNo, chargeId }: Refund) {
  const [charge] = await readCharges(db, merchantNo, [chargeId]);
  if (charge === undefined) throw new Error("a refund has a charge");
  const reference = providerReference(merchantNo, chargeId);
  const payment: PaymentQuestion = {
    reference,
    ownId: reference,
    method: charge.paymentMethod,
    amount: money(charge.amount, charge.currency),
    startedAtMs: charge.createdAtMs,
    handle: null,
  };
  return { payment, payer: openPayer(keyring, { merchantNo, id: chargeId }, charge.payer).payer };
}

/** A success of another amount is none that may be booked: it is asked about until somebody has looked. */
function agreed({ amount, currency }: Refund, outcome: TransferOutcome): TransferOutcome {
  if (outcome.kind !== "succeeded") return outcome;
  const same = outcome.amount.minor === amount && outcome.amount.currency === currency;
  return same ? outcome : { kind: "unknown", reason: "amount_mismatch" };
}
