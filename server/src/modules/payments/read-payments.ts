import { selectList } from "../../db/columns.ts";
import type { Queryable } from "../../db/database.ts";
import { uuidFloor } from "../../db/list-days.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import { chargeFields, intentFields, readCharge, readIntent } from "./rows.ts";
import type { SessionStatus } from "./session/states.ts";
import type { ChargeStatus } from "./states.ts";
import type { Charge, PaymentIntent } from "./types.ts";

/** An intent with its charges, oldest first. */
export interface IntentWithCharges {
  readonly intent: PaymentIntent;
  readonly charges: readonly Charge[];
}

/** What a payment's session, or the guard of one without a session, says about its course. */
export interface SessionCourse {
  readonly id: Id<"checkoutSession">;
  readonly status: SessionStatus;
  readonly eventSequence: number;
  readonly expiresAtMs: number;
  readonly completedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Null: the merchant has no such session. */
export async function readSessionCourse(
  db: Queryable,
  merchantNo: MerchantNo,
  id: Id<"checkoutSession">,
): Promise<SessionCourse | null> {
  const [row] = await db.query<SessionCourse>({
    text: `select id, status, event_sequence as "eventSequence", expires_at as "expiresAtMs",
             completed_at as "completedAtMs", created_at as "createdAtMs", updated_at as "updatedAtMs"
             from checkout_sessions where merchant_no = $1 and id = $2`,
    values: [merchantNo, id],
  });
  return row ?? null;
}

/** Attempts by one phone. */
export interface PhoneAttempt {
  readonly id: Id<"charge">;
  readonly status: ChargeStatus;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  readonly createdAtMs: number;
}

/**
 * The charges of the phone that paid `charge`, made between two instants and not of the same payment, newest first; at most
 * `limit`. None for a charge without a phone.
 */
export function readOfSamePhone(
  db: Queryable,
  charge: Pick<Charge, "merchantNo" | "paymentIntentId" | "payerPhoneMac">,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<readonly PhoneAttempt[]> {
  return db.query<PhoneAttempt>({
    text: `select id, status, amount, currency, created_at as "createdAtMs" from charges
            where merchant_no = $1 and payer_phone_mac = $2 and id >= $3 and id < $4 and payment_intent_id <> $5
            order by id desc limit $6`,
    values: [
      charge.merchantNo,
      charge.payerPhoneMac,
      uuidFloor(fromMs),
      uuidFloor(toMs),
      charge.paymentIntentId,
      limit,
    ],
  });
}

type Row = Readonly<Record<string, unknown>>;

/** The merchant's charges of these ids, oldest first; ids of other merchants are not found. */
export async function readCharges(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly Charge[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${selectList("t", chargeFields)} from charges t
      where t.merchant_no = $1 and t.id = any($2::uuid[]) order by t.id`,
    values: [merchantNo, ids],
  });
  return rows.map((row) => readCharge(row));
}

/** The merchant's intents of these ids, oldest first, each with its charges: two statements, whatever their number. */
export async function readIntents(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly IntentWithCharges[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${selectList("t", intentFields)} from payment_intents t
      where t.merchant_no = $1 and t.id = any($2::uuid[]) order by t.id`,
    values: [merchantNo, ids],
  });
  const intents = rows.map((row) => readIntent(row));
  const charges = new Map(
    (
      await readCharges(
        db,
        merchantNo,
        intents.flatMap((intent) => intent.chargeIds),
      )
    ).map((charge) => [charge.id, charge]),
  );
  return intents.map((intent) => ({
    intent,
    charges: intent.chargeIds.flatMap((id) => charges.get(id) ?? []),
  }));
}
