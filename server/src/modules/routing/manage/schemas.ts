import { Type } from "typebox";
import { Instant, Nullable, OneOf } from "../../../http/schemas.ts";
import { operatorCodes } from "../../../kit/operators.ts";
import { modes, paymentMethods } from "../../../kit/payment-terms.ts";
import { qrSchemes } from "../offers.ts";

/** Shapes that the resources of this folder share. */
const NAME_LENGTH_MAX = 100;

export const Name = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$",
  description: "What people call it.",
  "x-rule": `must be 1 to ${NAME_LENGTH_MAX} characters of text on one line`,
});

export const Mode = OneOf(modes, { description: "Sandbox and live are routed apart." });
export const Method = OneOf(paymentMethods);

/** Mobile-money operators, and schemes of QR codes. */
export const operatorsAndSchemes = [...new Set([...operatorCodes, ...qrSchemes])];
export const OperatorField = OneOf(operatorsAndSchemes, {
  description: "The operator of mobile money, or the scheme of a QR code.",
});
export const CountryField = Type.String({
  pattern: "^[A-Z]{2}$",
  description: "ISO 3166, two letters.",
  "x-rule": "must be a country in two capital letters (ISO 3166), for example CI",
  examples: ["CI"],
});

/** Minor units as text, zero allowed. */
export const ZeroAmountText = Type.String({
  pattern: "^(?:0|[1-9][0-9]{0,14})$",
  maxLength: 15,
  description: "Whole number of minor units, as text; `0` included.",
  "x-rule": "must be a whole number of minor units written as text, from 0 to 999999999999999",
});

export const ReadVersion = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description:
      "The version that you have read. When it is no longer the current one, nothing changes and the answer is `VERSION_CONFLICT`.",
  }),
);

export const IdParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

/** Spread into the query of a list over both modes. */
export const modeQuery = {
  mode: Type.Optional(OneOf(modes, { description: "Only this mode; both when absent." })),
};

/** The last fields of every row's view. */
export const rowFields = { version: Type.Integer(), createdAt: Instant, updatedAt: Instant };

export const NullableText = Nullable(Type.String());
