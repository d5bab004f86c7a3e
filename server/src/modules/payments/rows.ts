import { readRow } from "../../db/columns.ts";
import type { Charge, PaymentIntent } from "./types.ts";

export const intentFields = [
  "merchantNo",
  "id",
  "sessionId",
  "paymentLinkId",
  "status",
  "amount",
  "amountReceived",
  "amountRefunded",
  "currency",
  "allowedMethods",
  "chargeIds",
  "latestChargeId",
  "failureCode",
  "customer",
  "reference",
  "description",
  "metadata",
  "version",
  "expiresAtMs",
  "succeededAtMs",
  "cancelledAtMs",
  "createdAtMs",
  "updatedAtMs",
] as const satisfies readonly (keyof PaymentIntent)[];

export const chargeFields = [
  "merchantNo",
  "id",
  "paymentIntentId",
  "sessionId",
  "paymentLinkId",
  "attemptNumber",
  "status",
  "amount",
  "amountConfirmed",
  "fee",
  "amountRefunded",
  "currency",
  "walletId",
  "paymentMethod",
  "methodDetails",
  "payer",
  "payerPhoneMac",
  "requestFingerprint",
  "providerAccountId",
  "provider",
  "providerReference",
  "providerHandle",
  "providerTransactionId",
  "providerCode",
  "nextStep",
  "failureCode",
  "late",
  "duplicate",
  "pays",
  "reviewReason",
  "reference",
  "description",
  "metadata",
  "unknownSinceMs",
  "supersededAtMs",
  "version",
  "succeededAtMs",
  "failedAtMs",
  "createdAtMs",
  "updatedAtMs",
] as const satisfies readonly (keyof Charge)[];

const intentJson: ReadonlySet<string> = new Set(["metadata"]);
const chargeJson: ReadonlySet<string> = new Set(["metadata", "methodDetails", "nextStep"]);

type Row = Readonly<Record<string, unknown>>;

export function readIntent(row: Row, prefix = ""): PaymentIntent {
  return readRow<PaymentIntent>(row, intentFields, intentJson, prefix);
}

export function readCharge(row: Row, prefix = ""): Charge {
  return readRow<Charge>(row, chargeFields, chargeJson, prefix);
}

/** Some fields of a charge. */
export function readFields<T>(row: Row, fields: readonly string[]): T {
  return readRow<T>(row, fields, chargeJson);
}
