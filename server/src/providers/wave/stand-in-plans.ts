import type { EntryEnd, Plan } from "../../stand-ins/book.ts";

/** What the stand-in does, by the last three digits: of the amount for a payment, of the phone for a payout. */

const success: Plan = { end: "SUCCESS", reports: 1 };
const fails = (code: string): Plan => ({ end: { code }, reports: 1 });

/** A session that ends without a payment has this code in the book; it is not one of Wave's. */
export const EXPIRED = "expired";

const payments: Readonly<Record<string, Plan>> = {
  "119": { end: { code: EXPIRED }, reports: 0 },
  "129": { end: "NEVER", reports: 0 },
  "179": { end: "SUCCESS", reports: 2 },
  "269": { end: "SUCCESS", reports: 1, isFirst: true },
  "299": { end: "SUCCESS", reports: 1, isSilent: true },
  "019": fails("kyb-limits-exceeded"),
  "029": fails("payer-mobile-mismatch"),
  "049": fails("insufficient-funds"),
  "069": fails("payment-failure"),
  "139": fails("cross-border-payment-not-allowed"),
  "149": fails("blocked-account"),
  "159": fails("customer-age-restricted"),
  "199": fails("a-code-never-seen"),
};

export function paymentPlan(francs: bigint): Plan {
  return payments[francs.toString().padStart(3, "0").slice(-3)] ?? success;
}

const payoutFailures: Readonly<Record<string, string>> = {
  "069": "a-code-never-seen",
  "079": "recipient-limit-exceeded",
  "109": "recipient-minor",
};

export function payoutEnd(phone: string): EntryEnd {
  const suffix = phone.slice(-3);
  if (suffix === "129") return "NEVER";
  const code = payoutFailures[suffix];
  return code === undefined ? "SUCCESS" : { code };
}

/** Payouts refused at once: status and code. */
const payoutRefusals: Readonly<Record<string, readonly [status: number, code: string]>> = {
  "019": [422, "recipient-limit-exceeded"],
  "039": [400, "country-mismatch"],
  "049": [422, "insufficient-funds"],
  "089": [422, "recipient-account-inactive"],
  "149": [422, "recipient-account-blocked"],
  "169": [400, "aggregated-merchant-required"],
};

export function payoutRefusal(phone: string): readonly [status: number, code: string] | null {
  return payoutRefusals[phone.slice(-3)] ?? null;
}

export function nameMatch(phone: string): "MATCH" | "NO_MATCH" | "NAME_NOT_KNOWN" {
  const matches = { "389": "NO_MATCH", "399": "NAME_NOT_KNOWN" } as const;
  return matches[phone.slice(-3) as keyof typeof matches] ?? "MATCH";
}

export const paymentCodes = [
  ...new Set(
    Object.values(payments).flatMap(({ end }) =>
      typeof end === "object" && end.code !== EXPIRED ? [end.code] : [],
    ),
  ),
];
