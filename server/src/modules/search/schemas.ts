import { type Static, Type } from "typebox";
import { Instant, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { currencyCodes } from "../../kit/currency.ts";
import { modes } from "../../kit/payment-terms.ts";
import { kinds, matches } from "./kinds.ts";

/** The most that one answer holds. */
export const HITS_MAX = 50;

export const SearchParams = Type.Object({ merchantId: UuidText }, { additionalProperties: false });
export const SearchQuery = Type.Object(
  {
    q: Type.String({
      minLength: 2,
      maxLength: 128,
      pattern: "^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$",
      description: "What you have at hand. Spaces at either end do not count.",
      "x-rule": "must be 2 to 128 characters of text on one line",
      examples: ["07 07 07 07 89"],
    }),
  },
  { additionalProperties: false },
);

const Text = Type.String();
const Hit = Type.Object({
  object: Type.Literal("search_hit"),
  kind: OneOf(kinds, { description: "What was found, as its own `object` says." }),
  id: Text,
  matchedBy: OneOf(matches, { description: "Which of its properties the text is." }),
  merchantId: Nullable(Text),
  merchantName: Nullable(Text),
  mode: Nullable(OneOf(modes)),
  label: Nullable(
    Type.String({
      description: "What people know it by: its reference, title or name; of an event its type.",
    }),
  ),
  paymentIntentId: Nullable(
    Type.String({ description: "The payment it belongs to, once somebody has tried to pay." }),
  ),
  amount: Nullable(Type.String({ pattern: "^[0-9]{1,19}$", description: "Minor units, as text." })),
  amountDisplay: Nullable(Text),
  currency: Nullable(OneOf(currencyCodes)),
  status: Nullable(Type.String({ description: "As last written down." })),
  createdAt: Instant,
});
export type Hit = Static<typeof Hit>;

export const SearchView = Type.Object({
  object: Type.Literal("search"),
  hits: Type.Array(Hit, { maxItems: HITS_MAX, description: "The newest first." }),
  hasMore: Type.Boolean({ description: "More was found than is shown: search the list of that kind." }),
  notSearched: Type.Array(OneOf(kinds, { title: "SearchKind" }), {
    description: "Kinds that you may not read: whether there is one is not said.",
  }),
});
export type SearchView = Static<typeof SearchView>;
