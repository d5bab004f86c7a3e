import type { QueuedCredit } from "../bank-files/index.ts";
import type { OpenSettlement } from "./settlements-store.ts";

/** A shorter name stands in many texts by chance. */
const NAME_LENGTH_MIN = 6;
const SUGGESTIONS_MAX = 5;

export interface MatchedArrival {
  readonly settlement: OpenSettlement;
  readonly credit: QueuedCredit;
}

/**
 * The credits at our bank that are settlements without doubt: each names one settlement by the provider's number or
 * reference, no other credit names the same, and the amounts are equal to the minor unit. Everything else is left to an
 * operator. Pure.
 */
export function matchArrivals(
  settlements: readonly OpenSettlement[],
  credits: readonly QueuedCredit[],
): readonly MatchedArrival[] {
  const named = credits.flatMap((credit) =>
    settlements
      .filter((settlement) => isNamed(settlement, credit))
      .map((settlement) => ({ settlement, credit })),
  );
  const left = new Map<string, bigint>();
  return named.filter(({ settlement, credit }) => {
    const rivals = named.filter((other) => other.settlement === settlement || other.credit === credit);
    if (rivals.length > 1 || settlement.openAmount !== credit.amount) return false;
    // Operators may have booked arrivals without naming the settlement: those are no longer in transit.
    const book = `${settlement.providerAccountId} ${settlement.currency}`;
    const inTransit = (left.get(book) ?? settlement.inTransit) - credit.amount;
    if (inTransit < 0n) return false;
    left.set(book, inTransit);
    return true;
  });
}

export const arrivalReasons = ["REFERENCE", "AMOUNT"] as const;
export interface ArrivalSuggestion {
  readonly credit: QueuedCredit;
  readonly reasons: readonly (typeof arrivalReasons)[number][];
}

/** The credits that an operator should look at for a settlement, the best first. Each has at least one reason. Pure. */
export function suggestArrivals(
  settlement: OpenSettlement,
  credits: readonly QueuedCredit[],
): readonly ArrivalSuggestion[] {
  return credits
    .filter(({ currency }) => currency === settlement.currency)
    .map(
      (credit): ArrivalSuggestion => ({
        credit,
        reasons: [
          ...(isNamed(settlement, credit) ? (["REFERENCE"] as const) : []),
          ...(credit.amount === settlement.openAmount ? (["AMOUNT"] as const) : []),
        ],
      }),
    )
    .filter(({ reasons }) => reasons.length > 0)
    .sort(
      (left, right) =>
        weightOf(right) - weightOf(left) ||
        left.credit.bookedOn.localeCompare(right.credit.bookedOn) ||
        left.credit.id.localeCompare(right.credit.id),
    )
    .slice(0, SUGGESTIONS_MAX);
}

const weightOf = ({ reasons }: ArrivalSuggestion): number =>
  (reasons.includes("REFERENCE") ? 2 : 0) + reasons.length;

/** Whether a text of the credit contains a name of the settlement as a word of its own. */
function isNamed({ currency, reference, transactionId }: OpenSettlement, credit: QueuedCredit): boolean {
  if (credit.currency !== currency) return false;
  return [reference, transactionId ?? ""]
    .filter((name) => name.length >= NAME_LENGTH_MIN)
    .some((name) => credit.texts.some((text) => containsWord(text.toUpperCase(), name.toUpperCase())));
}

function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? " "}${text[at + word.length] ?? " "}`;
    if (!/[A-Z0-9]/.test(around)) return true;
  }
  return false;
}
