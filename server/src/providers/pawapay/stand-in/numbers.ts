import type { EntryKind, Plan } from "../../../stand-ins/book.ts";

/** What a phone number makes of an operation: refused at once, with status 200, or taken with a plan. */
export type Scripted =
  | { readonly kind: "rejected"; readonly code: string }
  | { readonly kind: "taken"; readonly plan: Plan };

const taken = (plan: Plan): Scripted => ({ kind: "taken", plan });
const fails = (code: string): Scripted => taken({ end: { code }, reports: 1 });
const rejected = (code: string): Scripted => ({ kind: "rejected", code });
const never = taken({ end: "NEVER", reports: 0 });
const succeeds = taken({ end: "SUCCESS", reports: 1 });

type Table = Readonly<Record<string, Scripted>>;

/** By the last three digits: the rule that pawaPay's documentation has for most operators. */
const deposits: Table = {
  "019": fails("PAYER_LIMIT_REACHED"),
  "029": fails("PAYER_NOT_FOUND"),
  "039": fails("PAYMENT_NOT_APPROVED"),
  "049": fails("INSUFFICIENT_BALANCE"),
  "069": fails("UNSPECIFIED_FAILURE"),
  "129": never,
  // The following are ours: for codes and behaviour that no documented number shows.
  "059": fails("PAYMENT_IN_PROGRESS"),
  "199": fails("MANUALLY_CANCELLED"),
  "079": rejected("AMOUNT_OUT_OF_BOUNDS"),
  "089": rejected("INVALID_PHONE_NUMBER"),
  "099": rejected("INVALID_AMOUNT"),
  "109": rejected("INVALID_CURRENCY"),
  "159": rejected("PAWAPAY_WALLET_OUT_OF_FUNDS"),
  "169": rejected("PROVIDER_TEMPORARILY_UNAVAILABLE"),
  "179": taken({ end: "SUCCESS", reports: 2 }),
  "269": taken({ end: "SUCCESS", reports: 1, isFirst: true }),
  "299": taken({ end: "SUCCESS", reports: 1, isSilent: true }),
};

const payouts: Table = {
  "089": fails("RECIPIENT_NOT_FOUND"),
  "099": fails("WALLET_LIMIT_REACHED"),
  "109": fails("RECIPIENT_LIMIT_REACHED"),
  "119": fails("UNSPECIFIED_FAILURE"),
  "129": never,
  "139": never,
  "159": rejected("PAWAPAY_WALLET_OUT_OF_FUNDS"),
};

/** Operators whose documented numbers are others. */
const depositsOf: Readonly<Record<string, Table>> = {
  MOOV_BEN: { "679": fails("PAYMENT_NOT_APPROVED"), "529": fails("UNSPECIFIED_FAILURE"), "639": never },
  MOOV_BFA: { "048": fails("INSUFFICIENT_BALANCE"), "068": fails("UNSPECIFIED_FAILURE"), "138": never },
  ORANGE_BFA: { "148": fails("UNSPECIFIED_FAILURE"), "128": never },
  ORANGE_CIV: { "030": fails("UNSPECIFIED_FAILURE"), "130": never },
  AIRTEL_GAB: { "048": fails("UNSPECIFIED_FAILURE"), "128": never },
};

export function scriptedBy(kind: EntryKind, operator: string, phoneNumber: string): Scripted {
  if (kind === "REFUND") return succeeds;
  const suffix = phoneNumber.slice(-3);
  if (kind === "PAYOUT") return payouts[suffix] ?? succeeds;
  return depositsOf[operator]?.[suffix] ?? deposits[suffix] ?? succeeds;
}
