import type { Queryable } from "../../db/database.ts";
import { type Charge, isAlive, type PhoneAttempt, readOfSamePhone } from "../payments/index.ts";

const DAY_MS = 86_400_000;
/** Attempts that are counted; a phone with more has other problems. */
const ATTEMPTS_MAX = 500;

/** Other attempts of the payer's phone within a day before and after the last attempt. */
export interface SamePayer {
  /** Masked. */
  readonly phone: string | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly underWay: number;
  /** The newest ones. */
  readonly attempts: readonly PhoneAttempt[];
}

const SHOWN_MAX = 10;

/** Null: the payment has no attempt by phone. */
export async function readSamePayer(db: Queryable, charges: readonly Charge[]): Promise<SamePayer | null> {
  const last = charges.findLast(({ payerPhoneMac }) => payerPhoneMac !== null);
  if (last === undefined) return null;
  const [fromMs, toMs] = [last.createdAtMs - DAY_MS, last.createdAtMs + DAY_MS];
  const attempts = await readOfSamePhone(db, last, fromMs, toMs, ATTEMPTS_MAX);
  const count = (fits: (attempt: PhoneAttempt) => boolean) => attempts.filter(fits).length;
  return {
    phone: last.methodDetails.phone ?? null,
    fromMs,
    toMs,
    succeeded: count(({ status }) => status === "SUCCEEDED"),
    failed: count(({ status }) => status === "FAILED" || status === "CANCELLED"),
    underWay: count(({ status }) => isAlive(status)),
    attempts: attempts.slice(0, SHOWN_MAX),
  };
}
