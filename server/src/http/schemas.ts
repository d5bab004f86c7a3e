import { type Static, type TSchema, Type } from "typebox";
import { type CurrencyCode, currencyCodes } from "../kit/currency.ts";
import { AMOUNT_PATTERN } from "../kit/money.ts";

/**
 * Shapes that several modules share. `x-rule` is the sentence a caller reads when the value does not fit (after the
 * field's name): write one where "must match pattern" would not help.
 */

/** One of a closed set of words: validates, types and documents as `enum`. */
export function OneOf<const Values extends readonly string[]>(
  values: Values,
  options: Readonly<Record<string, unknown>> = {},
) {
  return Type.Unsafe<Values[number]>({ type: "string", enum: [...values], ...options });
}

/** A filter that is on or off. */
export const TrueOrFalse = (description: string) => OneOf(["true", "false"], { description });

/** `schema` or null, in the short form that messages and documentation understand. */
export function Nullable<S extends TSchema>(schema: S, options: { readonly description?: string } = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** Minor units as text: `"5000"` is 5 000 F in XOF and 50.00 in EUR. */
export const AmountText = Type.String({
  title: "Amount",
  pattern: AMOUNT_PATTERN,
  maxLength: 15,
  description:
    "Whole number of ISO 4217 minor units, as text. XOF, XAF and GNF have no decimals: `5000` is 5 000 F.",
  "x-rule": "must be a whole number of minor units written as text, from 1 to 999999999999999",
  examples: ["5000"],
});

/** The same in answers, which can also be `"0"`. */
export const MinorText = Type.String({
  title: "MinorUnits",
  pattern: "^[0-9]{1,19}$",
  description: "Minor units, as text.",
});

export const CurrencyText = Type.Unsafe<CurrencyCode>({
  type: "string",
  title: "Currency",
  enum: [...currencyCodes],
  description: "ISO 4217 code.",
  "x-rule": "must be an ISO 4217 currency code that this service supports, for example XOF or EUR",
  examples: ["XOF"],
});

/** An amount in major units, as reports and wallets write it beside its minor units. */
export const DecimalText = Type.String({
  title: "DecimalAmount",
  pattern: "^[0-9]+(?:\\.[0-9]+)?$",
  description: "Decimal text in major units: `5000` in XOF, `50.00` in EUR.",
  examples: ["5000"],
});

/** An instant in answers: ISO 8601, UTC, milliseconds. */
export const Instant = Type.String({ format: "date-time" });

/** An instant in requests: ISO 8601 with an offset or `Z`. */
export const InstantText = Type.String({
  title: "Instant",
  format: "date-time",
  maxLength: 40,
  "x-rule": "must be an instant in ISO 8601 with its offset, for example 2026-11-21T10:15:30Z",
  examples: ["2026-11-21T10:15:30Z"],
});

/** The document says first what these are everywhere, then in many places what they are there. */
export const sharedShapes: readonly TSchema[] = [AmountText, CurrencyText, DecimalText, InstantText];

export const UuidText = Type.String({
  pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  "x-rule": "must be a UUID in lower case",
});

/** Text that people read: no control characters, not blank. */
export function line(maxLength: number, description: string) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$",
    description,
    "x-rule": `must be 1 to ${maxLength} characters of text on one line`,
  });
}

const METADATA_KEYS_MAX = 20;

/** A merchant's own notes on an object: stored and returned, never interpreted by us. */
export const Metadata = Type.Record(
  Type.String({ pattern: "^[^\\u0000-\\u001f]{1,40}$" }),
  Type.String({ maxLength: 500 }),
  {
    title: "Metadata",
    maxProperties: METADATA_KEYS_MAX,
    additionalProperties: false,
    description: "Your own notes: at most 20 keys of 1-40 characters, values of at most 500 characters.",
    "x-rule":
      "must be an object of at most 20 keys of 1-40 characters, with text values of at most 500 characters",
    examples: [{ orderId: "A-1042" }],
  },
);
export type Metadata = Static<typeof Metadata>;

/** Metadata as answers show it. */
export const MetadataView = Type.Record(Type.String(), Type.String(), {
  title: "StoredMetadata",
  description: "Your own notes, as you sent them.",
});

/** A person's e-mail address: compared in lower case. */
export const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@<>"\\u0000-\\u001f]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$',
  "x-rule": "must be an e-mail address",
  examples: ["awa@example.com"],
});
/** The name of a person, or what a person calls a thing of theirs. */
export const PersonName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$",
  "x-rule": "must be 1 to 100 characters of text on one line",
  examples: ["Awa Diop"],
});
