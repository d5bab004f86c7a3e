import { money } from "../../../kit/money.ts";
import type { TransferOutcome, TransferQueryOutcome } from "../../../providers/provider.ts";
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
    const provider = providers.get(account.provider);
    const reference = providerReference(refund.merchantNo, refund.id);
    const amount = money(refund.amount, refund.currency);
    const scenario = refund.scenario === null ? {} : { scenario: refund.scenario };
    const route = provider.canRefund ? refund.route : "PAYOUT_TO_PAYER";
    const query = route === "ORIGINAL_RAIL" ? provider.queryRefund : provider.queryPayout;
    // The first time there is nothing to ask about; later the provider may know it, or have never received it.
    const known = refund.checkCount > 1 ? await query(account, reference) : NOT_FOUND;
    if (known.kind !== "not_found") return { route, outcome: agreed(refund, known) };
    if (route === "ORIGINAL_RAIL") {
      const chargeReference = providerReference(refund.merchantNo, refund.chargeId);
      const outcome = await provider.refund(account, {
        ...{ refundReference: reference, chargeReference, amount },
        ...scenario,
      });
      return { route, outcome: agreed(refund, outcome) };
    }
    const payer = await payerOf(deps, refund);
    if (payer.phone === null) return { route, outcome: NO_PHONE };
    const outcome = await provider.payout(account, {
      reference,
      amount,
      phone: payer.phone,
      operator: payer.operator,
      countryCode: payer.countryCode,
      iban: null,
      walletId: null,
      name: payer.payerName ?? payer.phone,
      callbackUrl: deps.callbackUrl(account),
      ...scenario,
    });
    return { route, outcome: agreed(refund, outcome) };
  };
}

const NO_PHONE: TransferOutcome = {
  kind: "failed",
  failureCode: "INVALID_RECIPIENT",
  providerCode: "NO_PHONE",
};

async function payerOf({ db, keyring }: RefundWorkerDeps, { merchantNo, chargeId }: Refund) {
  const [charge] = await readCharges(db, merchantNo, [chargeId]);
  if (charge === undefined) throw new Error("a refund has a charge");
  return openPayer(keyring, { merchantNo, id: chargeId }, charge.payer).payer;
}

/** A success of another amount is none that may be booked: it is asked about until somebody has looked. */
function agreed({ amount, currency }: Refund, outcome: TransferOutcome): TransferOutcome {
  if (outcome.kind !== "succeeded") return outcome;
  const same = outcome.amount.minor === amount && outcome.amount.currency === currency;
  return same ? outcome : { kind: "unknown", reason: "amount_mismatch" };
}
