import type { FailureCode } from "../../kit/payment-terms.ts";

/** What a request was for: the payer's fault in one is the account's in the other. */
export type Purpose = "COLLECT" | "CASH_IN";

/** `alarm`: a setting, a key or a PIN of the account is the cause. */
interface Meaning {
  readonly failureCode: FailureCode;
  readonly alarm?: true;
}

export interface Failure extends Meaning {
  readonly kind: "failed";
  readonly providerCode: string;
}

const always = new Map<string, Meaning>([
  ["2001", { failureCode: "INVALID_RECIPIENT" }],
  ["2020", { failureCode: "INSUFFICIENT_FUNDS" }],
  ["2021", { failureCode: "INSUFFICIENT_FUNDS" }],
  ["2031", { failureCode: "INSUFFICIENT_FUNDS" }],
  ["2023", { failureCode: "LIMIT_EXCEEDED" }],
  ["2024", { failureCode: "LIMIT_EXCEEDED" }],
  ["2025", { failureCode: "LIMIT_EXCEEDED" }],
  ["2030", { failureCode: "LIMIT_EXCEEDED" }],
  ["2041", { failureCode: "RISK_BLOCKED" }],
  ["2042", { failureCode: "RISK_BLOCKED" }],
  ["2043", { failureCode: "RISK_BLOCKED" }],
  ["2050", { failureCode: "PAYMENT_NOT_CONFIRMED" }],
  ["2051", { failureCode: "PAYMENT_NOT_CONFIRMED" }],
  ["2052", { failureCode: "PAYMENT_NOT_CONFIRMED" }],
  ["4003", { failureCode: "PROVIDER_UNAVAILABLE", alarm: true }],
  ["4004", { failureCode: "PAYMENT_CANCELLED" }],
  ["4099", { failureCode: "UNKNOWN", alarm: true }],
  ["1", { failureCode: "PROVIDER_UNAVAILABLE" }],
  ["2", { failureCode: "PROVIDER_UNAVAILABLE" }],
  ["5", { failureCode: "PROVIDER_UNAVAILABLE" }],
  ["9", { failureCode: "PROVIDER_UNAVAILABLE" }],
  ["50", { failureCode: "PROVIDER_UNAVAILABLE" }],
  ["10", { failureCode: "PROVIDER_UNAVAILABLE", alarm: true }],
  ["11", { failureCode: "PROVIDER_UNAVAILABLE", alarm: true }],
]);

const byPurpose: Readonly<Record<Purpose, ReadonlyMap<string, Meaning>>> = {
  COLLECT: new Map<string, Meaning>([
    ["2000", { failureCode: "PAYER_NOT_FOUND" }],
    ["2010", { failureCode: "RISK_BLOCKED" }],
    ["2011", { failureCode: "PAYMENT_NOT_CONFIRMED" }],
    ["2012", { failureCode: "PAYMENT_NOT_CONFIRMED" }],
    ["2013", { failureCode: "RISK_BLOCKED" }],
  ]),
  CASH_IN: new Map<string, Meaning>([
    ["2000", { failureCode: "INVALID_RECIPIENT" }],
    // The PIN is the account's own.
    ["2010", { failureCode: "RISK_BLOCKED", alarm: true }],
    ["2011", { failureCode: "PAYMENT_NOT_CONFIRMED", alarm: true }],
    ["2012", { failureCode: "PAYMENT_NOT_CONFIRMED", alarm: true }],
    ["2013", { failureCode: "RISK_BLOCKED", alarm: true }],
    ["2022", { failureCode: "INSUFFICIENT_FUNDS" }],
    ["2040", { failureCode: "INSUFFICIENT_FUNDS" }],
  ]),
};

const neverSeen: Meaning = { failureCode: "UNKNOWN", alarm: true };

/** A refused request. `text`: its whole answer, searched for the amount where the code only says that a field is wrong. */
export function refusal(purpose: Purpose, code: string, text: string): Failure {
  const isField = /^2[0-8]$/.test(code);
  const meaning =
    isField && /amount/i.test(text)
      ? ({ failureCode: "INVALID_AMOUNT" } as const)
      : (byPurpose[purpose].get(code) ?? always.get(code) ?? neverSeen);
  return { kind: "failed", ...meaning, providerCode: code };
}

/** Codes about the PIN of the account: after one, another attempt may block the number. */
export function isPinRefusal(code: string): boolean {
  return /^201[0-3]$/.test(code);
}

const progress: ReadonlySet<unknown> = new Set(["PRE_INITIATED", "INITIATED", "ACCEPTED", "PENDING"]);

/** What a transaction's status says; `unreadable` for one that Orange has not described. */
export function readStatus(status: unknown): "succeeded" | "pending" | "unreadable" | Failure {
  if (status === "SUCCESS") return "succeeded";
  if (progress.has(status)) return "pending";
  if (status === "CANCELLED") {
    return { kind: "failed", failureCode: "PAYMENT_CANCELLED", providerCode: status };
  }
  // Orange does not say why.
  if (status === "FAILED" || status === "REJECTED") {
    return { kind: "failed", failureCode: "UNKNOWN", providerCode: status };
  }
  return "unreadable";
}

/** Refusals of ours, before anything is sent. */
export const notSent = {
  belowMinimum: { kind: "failed", failureCode: "AMOUNT_OUT_OF_BOUNDS", providerCode: "BELOW_10_XOF" },
  foreignPayer: { kind: "failed", failureCode: "PAYER_NOT_FOUND", providerCode: "NOT_A_NUMBER_OF_SENEGAL" },
  foreignRecipient: {
    kind: "failed",
    failureCode: "INVALID_RECIPIENT",
    providerCode: "NOT_A_NUMBER_OF_SENEGAL",
  },
  noOtp: { kind: "failed", failureCode: "PAYMENT_NOT_CONFIRMED", providerCode: "NO_OTP" },
  noRetailer: {
    kind: "failed",
    failureCode: "PROVIDER_UNAVAILABLE",
    providerCode: "NO_RETAILER",
    alarm: true,
  },
  refusedPin: {
    kind: "failed",
    failureCode: "PROVIDER_UNAVAILABLE",
    providerCode: "PIN_WAS_REFUSED",
    alarm: true,
  },
  notPaid: { kind: "failed", failureCode: "UNKNOWN", providerCode: "PAYMENT_NOT_SUCCESSFUL" },
  /** The token or the public key could not be had. */
  noAccess: { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", providerCode: "NO_ACCESS" },
} as const satisfies Readonly<Record<string, Failure>>;

export const failureCodes: readonly FailureCode[] = [
  ...new Set<FailureCode>(
    [
      ...always.values(),
      ...byPurpose.COLLECT.values(),
      ...byPurpose.CASH_IN.values(),
      ...Object.values(notSent),
    ]
      .map(({ failureCode }): FailureCode => failureCode)
      .concat("INVALID_AMOUNT"),
  ),
];
