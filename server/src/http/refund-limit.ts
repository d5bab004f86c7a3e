import type { Money } from "../kit/money.ts";
import { errors } from "./errors.ts";
import type { CallingPerson, RefundLimit } from "./route.ts";
import { requirePresent } from "./step-up.ts";

/** What becomes of a charge that gives back `total`: it goes on, it needs a fresh proof, or it is refused. Pure. */
export function refundVerdict({ upTo, above }: RefundLimit, total: Money): "within" | RefundLimit["above"] {
  return total.minor <= (upTo[total.currency] ?? 0n) ? "within" : above;
}

/**
 * Refuses what a person may not refund: with REFUND_ABOVE_LIMIT above a limit that is the end, with STEP_UP_REQUIRED above
 * one that asks for a proof of presence. `total`: all that the charge gives back with this refund, so that many small
 * refunds are no way around. A key, which is no person, has no such limit.
 */
export async function requireRefundWithin(
  person: CallingPerson | undefined,
  total: Money,
  nowMs: number,
): Promise<void> {
  if (person === undefined) return;
  const verdict = refundVerdict(person.refundLimit, total);
  if (verdict === "refused")
    throw errors.REFUND_ABOVE_LIMIT({
      limit: (person.refundLimit.upTo[total.currency] ?? 0n).toString(),
      currency: total.currency,
    });
  if (verdict === "presence") await requirePresent(person, nowMs);
}
