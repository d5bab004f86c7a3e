import { type Static, type TSchema, Type } from "typebox";
import { OneOf } from "../../http/schemas.ts";
import { currencyCodes } from "../../kit/currency.ts";
import { modes } from "../../kit/payment-terms.ts";

const closed = { additionalProperties: false } as const;

export const RailExportParams = Type.Object(
  {
    providerAccountId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "The account at the provider, `acct_…`",
    }),
  },
  closed,
);

export const RailExportQuery = Type.Object(
  {
    mode: OneOf(modes),
    currency: OneOf(currencyCodes, { description: "Each currency has a book of its own." }),
    fromSeal: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: "The number of the first seal in the file; 1 when absent.",
      }),
    ),
  },
  closed,
);
export type RailExportQuery = Static<typeof RailExportQuery>;

const texts = [
  "format",
  "mode",
  "providerAccountId",
  "currency",
  "id",
  "transactionId",
  "type",
  "debit",
  "credit",
  "sourceType",
  "sourceId",
  "lineKey",
  "reference",
  "createdAt",
  "balances",
  "previousHash",
  "hash",
];
const numbers = ["exponent", "position", "number", "firstPosition", "lastPosition"];
const optional = (names: readonly string[], schema: TSchema) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(schema)]));

export type RailRecord = Readonly<Record<string, string | number>>;
export const RailRecordView = Type.Unsafe<RailRecord>(
  Type.Object(
    {
      record: OneOf(["opening", "transfer", "seal", "end"]),
      ...optional(texts, Type.String()),
      ...optional(numbers, Type.Integer()),
      amount: Type.Optional(Type.String({ description: "Minor units." })),
    },
    { description: "Which fields a record has depends on `record`." },
  ),
);
