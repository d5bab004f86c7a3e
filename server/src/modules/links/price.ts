import { exponentOf } from "../../kit/currency.ts";
import { AMOUNT_MAX, displayMoney, type Locale, money } from "../../kit/money.ts";
import { invalid } from "./rules.ts";
import type { CreateLinkBody, OpenSessionBody } from "./schemas.ts";
import type { LinkPrice, PaymentLink } from "./types.ts";

/**
 * Without a limit of the merchant, an open amount ends below so many times the largest suggestion, in currencies
 * without decimals: there people append two zeros that they know from other currencies.
 */
const HUNDREDFOLD = 100n;

type PriceBody = Pick<
  CreateLinkBody,
  "amount" | "currency" | "amountMin" | "amountMax" | "amountSuggestions" | "quantityMin" | "quantityMax"
>;

/**
 * The price of a new link, from a body that its schema has accepted. Refuses with VALIDATION_ERROR: limits or
 * suggestions beside a fixed amount, a quantity beside an open one, limits that contradict each other or a suggestion,
 * a quantity without `quantityMax`, and one whose sum has too many digits.
 */
export function readPrice(body: PriceBody): LinkPrice {
  return body.amount === null ? openPrice(body) : fixedPrice(body, BigInt(body.amount));
}

function openPrice(body: PriceBody): LinkPrice {
  for (const field of ["quantityMin", "quantityMax"] as const)
    if (body[field] !== undefined)
      throw invalid(field, "conflict", "needs an amount, the price of one: this link leaves it open");
  const amountMin = body.amountMin === undefined ? null : BigInt(body.amountMin);
  const suggestions = (body.amountSuggestions ?? []).map(BigInt);
  const amountMax = body.amountMax === undefined ? guardOf(body, suggestions) : BigInt(body.amountMax);
  if (amountMin !== null && amountMax !== null && amountMax < amountMin)
    throw invalid("amountMax", "minimum", "must be at least amountMin");
  suggestions.forEach((suggestion, index) => {
    const path = `amountSuggestions[${index}]`;
    if (amountMin !== null && suggestion < amountMin)
      throw invalid(path, "minimum", "must be at least amountMin");
    if (amountMax !== null && suggestion > amountMax)
      throw invalid(path, "maximum", "must be at most amountMax");
    if (suggestions.indexOf(suggestion) < index) throw invalid(path, "unique", "is there already");
  });
  return {
    amount: null,
    amountMin,
    amountMax,
    amountSuggestions: suggestions.length === 0 ? null : suggestions,
    quantityMin: null,
    quantityMax: null,
  };
}

function guardOf({ currency }: PriceBody, suggestions: readonly bigint[]): bigint | null {
  if (suggestions.length === 0 || exponentOf(currency) > 0) return null;
  const largest = suggestions.reduce((most, one) => (one > most ? one : most));
  const guard = largest * HUNDREDFOLD - 1n;
  return guard > AMOUNT_MAX ? AMOUNT_MAX : guard;
}

function fixedPrice(body: PriceBody, amount: bigint): LinkPrice {
  for (const field of ["amountMin", "amountMax", "amountSuggestions"] as const)
    if (body[field] !== undefined)
      throw invalid(field, "conflict", "belongs to an open amount: send amount as null with it");
  const quantityMax = body.quantityMax ?? null;
  if (quantityMax === null && body.quantityMin !== undefined)
    throw invalid("quantityMax", "required", "is required with quantityMin");
  const quantityMin = quantityMax === null ? null : (body.quantityMin ?? 1);
  if (quantityMin !== null && quantityMax !== null) {
    if (quantityMax < quantityMin) throw invalid("quantityMax", "minimum", "must be at least quantityMin");
    if (amount * BigInt(quantityMax) > AMOUNT_MAX)
      throw invalid("quantityMax", "maximum", `times amount must be at most ${AMOUNT_MAX}`);
  }
  return { amount, amountMin: null, amountMax: null, amountSuggestions: null, quantityMin, quantityMax };
}

/** What one payer pays. */
export interface ChosenPrice {
  /** Minor units, the whole sum. */
  readonly amount: bigint;
  /** Null where the link offers none. */
  readonly quantity: number | null;
}

/**
 * What a payer pays who sent these choices. Refuses with VALIDATION_ERROR, at `amount` or `quantity`: an open amount
 * that is missing or beyond the limits, a quantity beyond them, and a choice that the link does not offer. Without a
 * quantity it is the smallest.
 */
export function choosePrice(link: PaymentLink, chosen: OpenSessionBody, locale: Locale): ChosenPrice {
  const { amount, amountMin, amountMax, quantityMin, quantityMax, currency } = link;
  if (amount === null) {
    if (chosen.quantity !== undefined) throw invalid("quantity", "conflict", "is not offered by this link");
    if (chosen.amount === undefined)
      throw invalid("amount", "required", "is required: the link leaves it open");
    const paid = BigInt(chosen.amount);
    const shown = (limit: bigint): string => displayMoney(money(limit, currency), locale);
    if (amountMin !== null && paid < amountMin)
      throw invalid("amount", "minimum", `must be at least ${amountMin} (${shown(amountMin)})`);
    if (amountMax !== null && paid > amountMax)
      throw invalid("amount", "maximum", `must be at most ${amountMax} (${shown(amountMax)})`);
    return { amount: paid, quantity: null };
  }
  if (chosen.amount !== undefined) throw invalid("amount", "conflict", "is fixed by this link");
  if (quantityMin === null || quantityMax === null) {
    if (chosen.quantity !== undefined) throw invalid("quantity", "conflict", "is not offered by this link");
    return { amount, quantity: null };
  }
  const quantity = chosen.quantity ?? quantityMin;
  if (quantity < quantityMin) throw invalid("quantity", "minimum", `must be at least ${quantityMin}`);
  if (quantity > quantityMax) throw invalid("quantity", "maximum", `must be at most ${quantityMax}`);
  return { amount: amount * BigInt(quantity), quantity };
}
