import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";

/** Why a payment may be the one that a payer meant. */
export const suggestionReasons = ["REFERENCE", "NEAR_REFERENCE", "AMOUNT", "PAYER_ACCOUNT"] as const;
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
  AMOUNT: 2,
  PAYER_ACCOUNT: 1,
};

/** The payments that were probably meant, the best first. Each has at least one reason. Pure. */
export function suggestPayments(
  entry: UnmatchedEntry,
  candidates: readonly Candidate[],
): readonly Suggestion[] {
  const typed = entry.texts.map((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""));
  return candidates
    .map((candidate) => ({ ...candidate, reasons: reasonsFor(entry, typed, candidate) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((left, right) => scoreOf(right) - scoreOf(left) || (left.chargeId < right.chargeId ? 1 : -1))
    .slice(0, SUGGESTIONS_MAX);
}

function reasonsFor(
  entry: UnmatchedEntry,
  typed: readonly string[],
  { ownId, amount, currency, merchantNo }: Candidate,
): readonly SuggestionReason[] {
  const wrong = Math.min(...typed.map((text) => fewestWrong(text, ownId)), Number.POSITIVE_INFINITY);
  const near: SuggestionReason = wrong === 0 ? "REFERENCE" : "NEAR_REFERENCE";
  const isSame = amount === entry.amount && currency === entry.currency;
  return [
    ...(wrong <= WRONG_CHARACTERS_MAX ? [near] : []),
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
