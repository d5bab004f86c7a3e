import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";

/** Why a payment may be the one that a payer meant. */
export const suggestionReasons = [
  "REFERENCE",
  "NEAR_REFERENCE",
  "BANK_NUMBER",
  "AMOUNT",
  "PAYER_ACCOUNT",
] as const;
export type SuggestionReason = (typeof suggestionReasons)[number];

/** A payment of the account that still waits for its transfer, or that the entry names. */
export interface Candidate {
  readonly merchantNo: MerchantNo;
  readonly chargeId: Id<"charge">;
  /** Its reference. */
  readonly ownId: string;
  readonly status: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
}

export interface Suggestion extends Candidate {
  readonly reasons: readonly SuggestionReason[];
}

/** What is known of an entry that names no payment. */
export interface UnmatchedEntry {
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  /** Everything that the payer wrote. */
  readonly texts: readonly string[];
  /** The merchants that the same account has paid before. */
  readonly paidMerchants: ReadonlySet<MerchantNo>;
}

const SUGGESTIONS_MAX = 5;
/** A reference of twelve characters in which more are wrong resembles any other. */
const WRONG_CHARACTERS_MAX = 2;
const weight: Readonly<Record<SuggestionReason, number>> = {
  REFERENCE: 8,
  NEAR_REFERENCE: 4,
  BANK_NUMBER: 4,
  AMOUNT: 2,
  PAYER_ACCOUNT: 1,
};

/** A payment with the credit that it has, by which a line that takes money back may mean it. */
export interface CreditedPayment extends Candidate {
  /** The bank's own numbers of the credit. */
  readonly numbers: readonly string[];
  /** Minor units: what was credited. */
  readonly credited: bigint;
  /** Whether the account that the line names has paid it. */
  readonly isSamePayer: boolean;
}

/**
 * The payments whose money a line takes back, the best first: by their reference, by the bank's number of their credit in
 * the line, by the account that paid them, and by the amount that was credited. The amount alone is a reason, and a
 * weak one. Pure.
 */
export function suggestTakenBack(
  entry: Omit<UnmatchedEntry, "paidMerchants">,
  payments: readonly CreditedPayment[],
): readonly Suggestion[] {
  const typed = typedOf(entry.texts);
  const reasonsOf = ({ ownId, currency, numbers, credited, isSamePayer }: CreditedPayment) => {
    const isNumber = typedOf(numbers).some(
      (number) => number.length >= NUMBER_LENGTH_MIN && typed.some((text) => text.includes(number)),
    );
    return [
      ...referenceReasons(typed, ownId),
      ...(isNumber ? (["BANK_NUMBER"] as const) : []),
      ...(credited === entry.amount && currency === entry.currency ? (["AMOUNT"] as const) : []),
      ...(isSamePayer ? (["PAYER_ACCOUNT"] as const) : []),
    ];
  };
  return best(
    payments.map(({ merchantNo, chargeId, ownId, status, amount, currency, ...credit }) => {
      const candidate = { merchantNo, chargeId, ownId, status, amount, currency };
      return { ...candidate, reasons: reasonsOf({ ...candidate, ...credit }) };
    }),
  );
}
/** A shorter number of a bank is found in any text. */
const NUMBER_LENGTH_MIN = 6;

/** The payments that were probably meant, the best first. Each has at least one reason. Pure. */
export function suggestPayments(
  entry: UnmatchedEntry,
  candidates: readonly Candidate[],
): readonly Suggestion[] {
  const typed = typedOf(entry.texts);
  return best(
    candidates.map((candidate) => ({ ...candidate, reasons: reasonsFor(entry, typed, candidate) })),
  );
}

/** Letters and digits only: people and banks put spaces and hyphens anywhere. */
const typedOf = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""));

function best(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  return suggestions
    .filter(({ reasons }) => reasons.length > 0)
    .sort((left, right) => scoreOf(right) - scoreOf(left) || (left.chargeId < right.chargeId ? 1 : -1))
    .slice(0, SUGGESTIONS_MAX);
}

/** Whether the reference stands in what was typed, or nearly. */
function referenceReasons(typed: readonly string[], ownId: string): readonly SuggestionReason[] {
  const wrong = Math.min(...typed.map((text) => fewestWrong(text, ownId)), Number.POSITIVE_INFINITY);
  if (wrong > WRONG_CHARACTERS_MAX) return [];
  return [wrong === 0 ? "REFERENCE" : "NEAR_REFERENCE"];
}

function reasonsFor(
  entry: UnmatchedEntry,
  typed: readonly string[],
  { ownId, amount, currency, merchantNo }: Candidate,
): readonly SuggestionReason[] {
  const isSame = amount === entry.amount && currency === entry.currency;
  return [
    ...referenceReasons(typed, ownId),
    ...(isSame ? (["AMOUNT"] as const) : []),
    ...(entry.paidMerchants.has(merchantNo) ? (["PAYER_ACCOUNT"] as const) : []),
  ];
}

/** The fewest characters of `reference` that differ at any place of `text`. */
function fewestWrong(text: string, reference: string): number {
  let fewest = Number.POSITIVE_INFINITY;
  for (let at = 0; at + reference.length <= text.length; at += 1) {
    let wrong = 0;
    for (let offset = 0; offset < reference.length && wrong < fewest; offset += 1)
      if (text[at + offset] !== reference[offset]) wrong += 1;
    fewest = Math.min(fewest, wrong);
  }
  return fewest;
}

const scoreOf = ({ reasons }: Suggestion): number => reasons.reduce((sum, reason) => sum + weight[reason], 0);
