import { readRow, selectList } from "../../../db/columns.ts";
import { chargeFields, intentFields, readCharge, readIntent } from "../rows.ts";
import type { CheckoutSession, LoadedSession } from "../session/types.ts";

export const sessionFields = [
  "merchantNo",
  "id",
  "status",
  "amount",
  "currency",
  "title",
  "allowedMethods",
  "detail",
  "customer",
  "reference",
  "paymentLinkId",
  "maxAttempts",
  "attemptCount",
  "latePaymentPolicy",
  "paymentIntentId",
  "chargeId",
  "failureCode",
  "retryable",
  "paidLate",
  "eventSequence",
  "version",
  "expiresAtMs",
  "completedAtMs",
  "createdAtMs",
  "updatedAtMs",
] as const satisfies readonly (keyof CheckoutSession)[];

const sessionJson: ReadonlySet<string> = new Set(["detail"]);
const SESSION = "session.";
const INTENT = "intent.";
const CHARGE = "charge.";

/** Session `s`, intent `i` and charge `c`, for `readLoaded`. */
export const loadedColumns = [
  selectList("s", sessionFields, SESSION),
  selectList("i", intentFields, INTENT),
  selectList("c", chargeFields, CHARGE),
].join(", ");

type Row = Readonly<Record<string, unknown>>;

export function readSession(row: Row, prefix = ""): CheckoutSession {
  return readRow<CheckoutSession>(row, sessionFields, sessionJson, prefix);
}

export function readLoaded(row: Row): LoadedSession {
  return {
    session: readSession(row, SESSION),
    intent: row[`${INTENT}id`] === null ? null : readIntent(row, INTENT),
    charge: row[`${CHARGE}id`] === null ? null : readCharge(row, CHARGE),
  };
}
