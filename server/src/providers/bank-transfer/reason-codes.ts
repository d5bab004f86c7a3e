import type { FailureCode } from "../../kit/payment-terms.ts";

/** What an operator's refusal before the release gives as its reason. */
export const REFUSED_BY_OPERATOR = "REFUSED_BY_OPERATOR";

const codes: Readonly<Partial<Record<FailureCode, readonly string[]>>> = {
  INVALID_RECIPIENT: ["AC01", "AC03", "AC04", "AC06", "RC01", "BE01", "BE04", "CNOR"],
  AMOUNT_OUT_OF_BOUNDS: ["AM02", "AM13", "AM14"],
  INVALID_AMOUNT: ["AM09", "AM12"],
  INVALID_CURRENCY: ["AM03"],
  // AM04: it is the account of the platform that has too little money, not the merchant's wallet.
  PROVIDER_UNAVAILABLE: ["AM04", "AB05", "AB06", "AB07", "AB08", "AB09"],
  PAYMENT_CANCELLED: ["CUST", "DS02", REFUSED_BY_OPERATOR],
  RISK_BLOCKED: ["AG01", "FRAD", "RR04"],
};
const byReason = new Map(
  Object.entries(codes).flatMap(([code, reasons]) => reasons.map((reason) => [reason, code as FailureCode])),
);
/** Reasons that lie with our account or our file: operators are told. */
const ours: ReadonlySet<string> = new Set(["AM04", "AM03", "FF01", "DNOR"]);

/** The failure of a transfer that a bank rejected or sent back, by the code of its reason (ISO 20022). Pure. */
export function failureOfReason(reason: string): {
  readonly failureCode: FailureCode;
  readonly alarm: boolean;
} {
  return { failureCode: byReason.get(reason) ?? "UNKNOWN", alarm: ours.has(reason) };
}

/** Every failure code that a transfer of ours can have. */
export const transferFailureCodes: readonly FailureCode[] = [
  ...(Object.keys(codes) as FailureCode[]),
  "UNKNOWN",
];

/**
 * Reasons by which a bank refuses a repetition: the first message of the same number may have been executed. So they do
 * not mean that the money has stayed.
 */
const duplicates: ReadonlySet<string> = new Set(["AM05", "DUPL", "DU01", "DU02", "DU03", "DU04", "DU05"]);

/** Whether a rejection with this reason leaves open what became of the transfer. Pure. */
export function meansRepetition(reason: string | null): boolean {
  return reason !== null && duplicates.has(reason);
}
