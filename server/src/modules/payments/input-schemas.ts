import { type Static, type TProperties, type TSchema, Type } from "typebox";
import { line, OneOf } from "../../http/schemas.ts";
import { operatorCodes } from "../../kit/operators.ts";
import { type PaymentMethod, paymentMethods } from "../../kit/payment-terms.ts";
import { PHONE_TEXT_MAX } from "../../kit/phone.ts";

/** The input of every way to pay: sessions, links, and payments that a merchant's server makes. */

export const UrlText = Type.String({
  title: "PageAddress",
  // With the placeholder in braces it is a template (RFC 6570), and not a URI until that is filled in.
  format: "uri-template",
  minLength: 1,
  maxLength: 2048,
  description:
    "An https address (http to localhost in sandbox). `{CHECKOUT_SESSION_ID}` is replaced by the session's id.",
});
export const AllowedMethods = Type.Array(OneOf(paymentMethods), {
  minItems: 1,
  maxItems: paymentMethods.length,
  uniqueItems: true,
  description: "What the payer may choose from; all methods when absent.",
});

export const CustomerInput = Type.Object(
  {
    name: Type.Optional(line(120, "The payer's name: proposed on the hosted page as sender of a transfer.")),
    email: Type.Optional(
      Type.String({ format: "email", maxLength: 254, description: "Kept for you; nothing is sent to it." }),
    ),
    phone: Type.Optional(
      Type.String({
        minLength: 4,
        maxLength: PHONE_TEXT_MAX,
        description:
          "The payer's number, international or in the national form of your country: proposed on the hosted page.",
      }),
    ),
  },
  {
    title: "CustomerInput",
    additionalProperties: false,
    description:
      "What you know of the payer. The hosted page proposes it while the session can be paid, to whoever has its address; the payer may change it.",
  },
);

/** The fields depend on the method: `attempt/payment-details.ts` checks them, with the same precision. */
export const PaymentDetails = Type.Object(
  {
    phone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: PHONE_TEXT_MAX,
        description: "The payer's number in international form, or in national form with `countryCode`.",
      }),
    ),
    operator: Type.Optional(
      Type.String({ minLength: 1, maxLength: 32, description: "The mobile-money operator." }),
    ),
    countryCode: Type.Optional(
      Type.String({
        pattern: "^[A-Z]{2}$",
        description: "The payer's country, ISO 3166 alpha-2.",
        "x-rule": "must be a two-letter country code in capitals",
      }),
    ),
    otp: Type.Optional(
      Type.String({
        pattern: "^[0-9]{4,8}$",
        description: "The one-time code that the payer asked the operator for, where the method needs one.",
        "x-rule": "must be 4 to 8 digits",
      }),
    ),
    returnUrl: Type.Optional(UrlText),
    cardToken: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          "The card as your card form returned it. Without it the payer enters the card on a page.",
      }),
    ),
    walletId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "The payer's account in the wallet." }),
    ),
    scheme: Type.Optional(
      OneOf(["PI_SPI", "WAVE", "ORANGE", "EMVCO"], {
        description: "The kind of QR code; EMVCO when absent.",
      }),
    ),
    payerName: Type.Optional(line(120, "Who orders the transfer.")),
  },
  {
    title: "PaymentDetails",
    additionalProperties: false,
    description: "Which fields apply depends on the method.",
  },
);
export type PaymentDetails = Static<typeof PaymentDetails>;

type Field = keyof PaymentDetails;

/** Which fields each method accepts, and which it requires. */
export const detailsOf: {
  readonly [method in PaymentMethod]: {
    readonly required: readonly Field[];
    readonly optional: readonly Field[];
  };
} = {
  MOBILE_MONEY: { required: ["phone"], optional: ["operator", "countryCode", "otp", "returnUrl"] },
  CARD: { required: [], optional: ["returnUrl", "cardToken"] },
  WALLET: { required: [], optional: ["phone", "walletId", "countryCode", "returnUrl"] },
  QR: { required: [], optional: ["countryCode", "scheme", "returnUrl"] },
  BANK_TRANSFER: { required: [], optional: ["countryCode", "payerName", "returnUrl"] },
};

const nameOf: { readonly [method in PaymentMethod]: string } = {
  MOBILE_MONEY: "MobileMoney",
  CARD: "Card",
  WALLET: "Wallet",
  QR: "Qr",
  BANK_TRANSFER: "BankTransfer",
};

const Operator = OneOf(operatorCodes, {
  title: "MobileMoneyOperator",
  description: "May be left out where the number tells the operator.",
});

function detailsSchema(method: PaymentMethod): TSchema {
  const { required, optional } = detailsOf[method];
  const shown = { ...PaymentDetails.properties, operator: Type.Optional(Operator) };
  return Type.Object(
    Object.fromEntries([
      // A copy is not optional: typebox marks the original.
      ...required.map((field) => [field, { ...shown[field] }] as const),
      ...optional.map((field) => [field, shown[field]] as const),
    ]),
    { title: `${nameOf[method]}Details`, additionalProperties: false },
  );
}

/**
 * How the document shows a body with `paymentMethod` and `paymentDetails`: one form for each method, with the fields that
 * apply to it. The service validates all of them together, and the method's own fields in code.
 */
export function shownByMethod(name: string, { properties }: { readonly properties: TProperties }): TSchema {
  const forms = paymentMethods.map((method) =>
    Type.Object(
      { ...properties, paymentMethod: Type.Literal(method), paymentDetails: detailsSchema(method) },
      { title: `${name}By${nameOf[method]}`, additionalProperties: false },
    ),
  );
  return Type.Unsafe({ title: `${name}Request`, oneOf: forms, "x-told-by": "paymentMethod" });
}
