import { exponentOf, isCurrencyCode } from "../../server/src/kit/currency.ts";
import type { Refusal } from "../../server/src/kit/errors.ts";
import type { Locale } from "../../server/src/kit/money.ts";
import type { ChosenPrice, LinkPage } from "../../server/src/kit/payer-pages.ts";
import { typedAmount } from "../../server/src/kit/typed-amount.ts";
import { amountText, amountToPaste, type Messages } from "./i18n/index.ts";

/** A value to correct, at the field of that id. */
export interface PriceProblem {
  readonly field: "amount" | "quantity";
  readonly message: string;
  /** As the payer typed it. */
  readonly typed: string;
  /** Two amounts to choose from, in minor units: the typed one, and what the payer may have meant. */
  readonly doubt?: readonly [typed: string, meant: string];
}

interface Language {
  readonly t: Messages;
  readonly locale: Locale;
}

/** What the payer pays by this link: what the form must ask. */
export type PriceKind = "fixed" | "open" | "quantity";

export function priceKind({ price }: LinkPage): PriceKind {
  if (price.amount === null) return "open";
  return price.quantityMax === null ? "fixed" : "quantity";
}

/** The form's choice as the service takes it, or what to correct. The service decides about the limits. */
export function readChosen(
  link: LinkPage,
  fields: Readonly<Record<string, unknown>>,
  { t, locale }: Language,
): ChosenPrice | PriceProblem {
  const kind = priceKind(link);
  if (kind === "fixed") return {};
  const typed = textOf(fields[kind === "open" ? "amount" : "quantity"]);
  if (kind === "open") {
    const amount = typedAmount(typed, link.currency);
    if (amount !== null && amount.toString().length <= AMOUNT_DIGITS_MAX)
      return { amount: amount.toString() };
    const message =
      typed === "" ? t.link.amountMissing : t.link.amountInvalid(exampleOf(link.currency, locale));
    return { field: "amount", message, typed };
  }
  return /^\d{1,4}$/.test(typed) && Number(typed) <= QUANTITY_MAX && Number(typed) > 0
    ? { quantity: Number(typed) }
    : { field: "quantity", message: quantityInvalid(link, t), typed };
}

/**
 * A hundred times a suggestion, in a currency without decimals: there people append two zeros that they know from other
 * currencies. Both amounts are offered; null when there is no doubt, or when the payer has `answered`. Pure.
 */
export function doubtOf(
  link: LinkPage,
  { amount }: ChosenPrice,
  answered: boolean,
  { t, locale }: Language,
): PriceProblem | null {
  const { currency, price } = link;
  if (answered || amount === undefined || !isCurrencyCode(currency) || exponentOf(currency) > 0) return null;
  const suggestions = price.amountSuggestions ?? [];
  const meant = suggestions.find((one) => BigInt(one) * 100n === BigInt(amount));
  const isTaken = price.amountMax === null || BigInt(amount) <= BigInt(price.amountMax);
  if (meant === undefined || suggestions.includes(amount) || !isTaken) return null;
  const shown = (minor: string) => amountText(locale, minor, currency);
  return {
    field: "amount",
    message: t.link.hundredfold(shown(amount), shown(meant)),
    typed: amountToPaste(locale, amount, currency),
    doubt: [amount, meant],
  };
}

/** More is refused by the service as no amount and no quantity at all. */
const AMOUNT_DIGITS_MAX = 15;
const QUANTITY_MAX = 1_000;

function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first.trim().slice(0, 40) : "";
}

/** An amount as one types it: `2500`, `25,50`. */
function exampleOf(currency: string, locale: Locale): string {
  const exponent = isCurrencyCode(currency) ? exponentOf(currency) : 0;
  return amountToPaste(locale, exponent === 0 ? "2500" : `2550${"0".repeat(exponent - 2)}`, currency);
}

function quantityInvalid({ price: { quantityMin, quantityMax } }: LinkPage, t: Messages): string {
  return t.link.quantityInvalid(quantityMin ?? 1, quantityMax ?? 1);
}

/** The service's refusal of a choice in the payer's language; null when the refusal is about something else. */
export function problemOfRefusal(
  refusal: Refusal,
  link: LinkPage,
  fields: Readonly<Record<string, unknown>>,
  { t, locale }: Language,
): PriceProblem | null {
  if (refusal.declaration.name !== "VALIDATION_ERROR") return null;
  const { price, currency } = link;
  const shown = (minor: string): string => amountText(locale, minor, currency);
  switch (priceKind(link)) {
    case "fixed":
      return null;
    case "quantity":
      return { field: "quantity", message: quantityInvalid(link, t), typed: textOf(fields.quantity) };
    case "open": {
      const typed = textOf(fields.amount);
      const amount = typedAmount(typed, currency) ?? 0n;
      const message =
        price.amountMin !== null && amount < BigInt(price.amountMin)
          ? t.link.amountTooSmall(shown(price.amountMin))
          : price.amountMax !== null && amount > BigInt(price.amountMax)
            ? t.link.amountTooLarge(shown(price.amountMax))
            : t.link.amountInvalid(exampleOf(currency, locale));
      return { field: "amount", message, typed };
    }
  }
}
