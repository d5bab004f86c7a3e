import { publicId } from "../../../kit/ids.ts";
import { type ProviderCapabilities, refundsOnRail } from "../../../providers/capabilities.ts";
import type { TransferOutcome } from "../../../providers/provider.ts";
import { openPayer } from "../payer.ts";
import type { Recipient } from "../provider/caller.ts";
import type { Transfer } from "../provider/questions.ts";
import { readCharges } from "../read-payments.ts";
import type { Charge } from "../types.ts";
import type { RefundWorkerDeps } from "./deps.ts";
import { openRecipient } from "./recipient.ts";
import { capturedOf } from "./rules.ts";
import type { Refund, RefundRoute } from "./types.ts";

export interface AskedRefund {
  readonly outcome: TransferOutcome;
  /** The route by which it was sent. */
  readonly route: RefundRoute;
}

/**
 * Sends a refund, or queries it; one that succeeded is only queried. Its own id is the provider's idempotency key, so sending twice makes one refund.
 * Outside any transaction.
 */
export function createSendRefund(deps: RefundWorkerDeps) {
  const { db, keyring, provider } = deps;

  return async (refund: Refund): Promise<AskedRefund> => {
    const [charge] = await readCharges(db, refund.merchantNo, [refund.chargeId]);
    if (charge === undefined || charge.provider === null)
      throw new Error("a refund has a charge that was sent");
    if (refund.status === "SUCCEEDED")
      return { route: refund.route, outcome: await askAgain(refund, charge) };
    const capabilities = await accountCapabilities(deps, charge);
    const route = refundsOnRail(capabilities, refund.amount, capturedOf(charge))
      ? refund.route
      : "PAYOUT_TO_PAYER";
    const transfer = transferOf(refund);
    const outcome =
      route === "ORIGINAL_RAIL"
        ? await provider.refund(transfer, charge, openRecipient(keyring, refund))
        : await provider.payout(transfer, () => recipientOf(charge));
    return { route, outcome: agreed(refund, outcome) };
  };

  /** What the provider says now of a refund that succeeded. It is never sent again. */
  async function askAgain(refund: Refund, charge: Charge): Promise<TransferOutcome> {
    const transfer = transferOf(refund);
    const answer =
      refund.route === "ORIGINAL_RAIL"
        ? await provider.queryRefund(transfer, charge)
        : await provider.queryPayout(transfer);
    return answer.kind === "not_found" ? { kind: "unknown", reason: "not_found" } : answer;
  }

  function recipientOf(charge: Charge): Recipient | TransferOutcome {
    const { phone, operator, countryCode, payerName } = openPayer(keyring, charge, charge.payer).payer;
    if (phone === null) return NO_PHONE;
    return { phone, operator, countryCode, iban: null, walletId: null, name: payerName ?? phone };
  }
}

/** What the account that took the money can do. Throws for a charge that was never sent. */
export async function accountCapabilities(
  { routing, providers }: Pick<RefundWorkerDeps, "routing" | "providers">,
  { providerAccountId }: Pick<Charge, "providerAccountId">,
): Promise<ProviderCapabilities> {
  if (providerAccountId === null) throw new Error("money came by an account");
  return providers.of(await routing.providerAccount(providerAccountId)).provider.capabilities;
}

const NO_PHONE: TransferOutcome = {
  kind: "failed",
  failureCode: "INVALID_RECIPIENT",
  providerCode: "NO_PHONE",
};

function transferOf(refund: Refund): Transfer {
  return {
    table: "refunds",
    row: refund,
    publicId: publicId("refund", refund.id),
    accountId: refund.providerAccountId,
    amount: refund.amount,
    currency: refund.currency,
    startedAtMs: refund.createdAtMs,
    // The first claim is for sending it; later the provider may know it, or may never have received it.
    isNew: refund.checkCount <= 1,
    scenario: refund.scenario,
  };
}

/** A success with another amount may not be booked: the refund is queried until an operator has looked at it. */
function agreed({ amount, currency }: Refund, outcome: TransferOutcome): TransferOutcome {
  if (outcome.kind !== "succeeded") return outcome;
  const { minor, currency: came } = outcome.amount;
  if (minor === amount && came === currency) return outcome;
  return {
    kind: "unknown",
    reason: "amount_mismatch",
    ...(outcome.handle === undefined ? {} : { handle: outcome.handle }),
  };
}
