import { type Static, Type } from "typebox";
import { line, OneOf } from "../../http/schemas.ts";
import { paymentMethods } from "../../kit/payment-terms.ts";
import { PHONE_TEXT_MAX } from "../../kit/phone.ts";

/** The input of every way to pay: sessions, links, and payments that a merchant's server makes. */

export const UrlText = Type.String({
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
    additionalProperties: false,
    description:
      "What you know of the payer. The hosted page proposes it while the session can be paid, to whoever has its address; the payer may change it.",
  },
);

/** The fields depend on the method: `attempt/payment-details.ts` checks them, with the same precision. */
export const PaymentDetails = Type.Object(
  {
    phone: Type.Optional(Type.String({ minLength: 1, maxLength: PHONE_TEXT_MAX })),
    operator: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
    countryCode: Type.Optional(
      Type.String({ pattern: "^[A-Z]{2}$", "x-rule": "must be a two-letter country code in capitals" }),
    ),
    otp: Type.Optional(Type.String({ pattern: "^[0-9]{4,8}$", "x-rule": "must be 4 to 8 digits" })),
    returnUrl: Type.Optional(UrlText),
    cardToken: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    walletId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    scheme: Type.Optional(OneOf(["PI_SPI", "WAVE", "ORANGE", "EMVCO"])),
    payerName: Type.Optional(line(120, "Who orders the transfer.")),
  },
  { additionalProperties: false, description: "Which fields apply depends on the method." },
);
export type PaymentDetails = Static<typeof PaymentDetails>;
