import { typedAmount } from "../../../ui/format/typed-amount.ts";

export const priceKinds = ["fixed", "open", "quantity"] as const;
export type PriceKind = (typeof priceKinds)[number];

const SUGGESTIONS_OFFERED = 3;
const QUANTITY_MAX = 1_000;

/** The price of a new link as somebody types it. Fields of another kind keep their text, and are not sent. */
export interface TypedPrice {
  readonly kind: PriceKind;
  readonly amount: string;
  readonly least: string;
  readonly most: string;
  readonly suggestions: readonly string[];
  readonly fewest: string;
  readonly largest: string;
}

export const noPrice: TypedPrice = {
  kind: "fixed",
  amount: "",
  least: "",
  most: "",
  suggestions: Array.from({ length: SUGGESTIONS_OFFERED }, () => ""),
  fewest: "",
  largest: "",
};

interface PriceBody {
  readonly amount: string | null;
  readonly amountMin?: string;
  readonly amountMax?: string;
  readonly amountSuggestions?: readonly string[];
  readonly quantityMin?: number;
  readonly quantityMax?: number;
}

/** Which fields of an open or multiplied price contradict another: the service would refuse them. Pure. */
export function contradictions(typed: TypedPrice, currency: string) {
  const minor = (text: string) => typedAmount(text, currency);
  const isBelow = (one: bigint | number | null, other: bigint | number | null) =>
    one !== null && other !== null && one < other;
  const [least, most] = [minor(typed.least), minor(typed.most)];
  return {
    largest: isBelow(typedQuantity(typed.largest), typedQuantity(typed.fewest)),
    most: isBelow(most, least),
    suggestions: typed.suggestions.map((text) => isBelow(minor(text), least) || isBelow(most, minor(text))),
  };
}

/** The price as the API takes it; null while something is missing, no amount, or contradicts another. Pure. */
export function priceBody(typed: TypedPrice, currency: string): PriceBody | null {
  const { kind } = typed;
  const wrong = contradictions(typed, currency);
  if (kind === "open") {
    const suggestions = typed.suggestions.filter((text) => text.trim() !== "");
    const texts = [typed.least, typed.most].filter((text) => text.trim() !== "");
    if ([...texts, ...suggestions].some((text) => typedAmount(text, currency) === null)) return null;
    if (wrong.most || wrong.suggestions.includes(true)) return null;
    const minor = (text: string) => typedAmount(text, currency)?.toString();
    const [amountMin, amountMax] = [minor(typed.least), minor(typed.most)];
    return {
      amount: null,
      ...(amountMin === undefined ? {} : { amountMin }),
      ...(amountMax === undefined ? {} : { amountMax }),
      ...(suggestions.length === 0
        ? {}
        : { amountSuggestions: suggestions.flatMap((text) => minor(text) ?? []) }),
    };
  }
  const amount = typedAmount(typed.amount, currency)?.toString();
  if (amount === undefined) return null;
  if (kind === "fixed") return { amount };
  const [fewest, largest] = [typedQuantity(typed.fewest), typedQuantity(typed.largest)];
  if (largest === null || wrong.largest || (fewest === null && typed.fewest.trim() !== "")) return null;
  return { amount, quantityMax: largest, ...(fewest === null ? {} : { quantityMin: fewest }) };
}

/** Pieces from 1 to a thousand; null for anything else. Pure. */
export function typedQuantity(text: string): number | null {
  const quantity = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return quantity >= 1 && quantity <= QUANTITY_MAX ? quantity : null;
}
