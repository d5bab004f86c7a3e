import type { Queryable } from "../../../db/database.ts";
import { PROMPT_ANSWER_MS } from "../../../kit/payment-terms.ts";
import type { PaymentIntent } from "../types.ts";

/**
 * Until when a second prompt to this phone must wait, in epoch milliseconds: an attempt that the payer left may still be
 * approved there, and two prompts on one screen invite to pay both. Null: no such attempt.
 */
export async function promptOpenUntilMs(
  db: Queryable,
  { merchantNo, chargeIds }: Pick<PaymentIntent, "merchantNo" | "chargeIds">,
  phoneMac: Buffer,
  nowMs: number,
): Promise<number | null> {
  const [row] = await db.query<{ readonly startedAtMs: number | null }>({
    text: `
      select max(created_at) as "startedAtMs" from charges
      where merchant_no = $1 and id = any($2::uuid[]) and payer_phone_mac = $3 and superseded_at is not null
        and status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'IN_RECONCILIATION')`,
    values: [merchantNo, chargeIds, phoneMac],
  });
  const startedAtMs = row?.startedAtMs ?? null;
  if (startedAtMs === null) return null;
  const untilMs = startedAtMs + PROMPT_ANSWER_MS;
  return untilMs > nowMs ? untilMs : null;
}
