import Type, { type Static, type TSchema } from "typebox";
import { currencyCodes } from "../../kit/currency.ts";
import { shapeReader } from "../../kit/json-shape.ts";
import { AMOUNT_PATTERN } from "../../kit/money.ts";
import { paymentMethods } from "../../kit/payment-terms.ts";
import { scenarioNames } from "./rules.ts";

/**
 * The simulator's HTTP API, validated at both ends: the server checks requests with these schemas, the connector checks
 * answers. Amounts are minor units as text.
 */

const literals = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>(Type.Enum([...values]));
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const text = (maxLength: number) => Type.String({ maxLength });

const Amount = Type.String({ pattern: AMOUNT_PATTERN });
const Currency = literals(currencyCodes);
const Reference = Type.String({ minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9._-]+$" });
const Phone = Type.String({ pattern: "^\\+[1-9][0-9]{6,14}$" });
const HttpUrl = Type.String({ pattern: "^https?://", maxLength: 2048 });
const Instant = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$",
});

/** The requested scenario, whatever the digits say. */
const Scenario = Type.Optional(literals(scenarioNames));

const closed = { additionalProperties: false };

export const PaymentRequest = Type.Object(
  {
    reference: Reference,
    method: literals(paymentMethods),
    amount: Amount,
    currency: Currency,
    phone: nullable(Phone),
    operator: nullable(text(32)),
    country: nullable(Type.String({ pattern: "^[A-Z]{2}$" })),
    otp: nullable(text(16)),
    walletId: nullable(text(64)),
    cardToken: nullable(text(128)),
    qrScheme: nullable(literals(["PI_SPI", "WAVE", "ORANGE", "EMVCO"])),
    title: text(128),
    // Absent from a connector of an earlier release.
    merchantName: Type.Optional(text(128)),
    locale: literals(["fr", "en", "pt"]),
    returnUrl: HttpUrl,
    callbackUrl: HttpUrl,
    expiresAt: Instant,
    scenario: Scenario,
  },
  closed,
);
export type PaymentRequest = Static<typeof PaymentRequest>;

export const RefundOrder = Type.Object(
  {
    reference: Reference,
    paymentReference: Reference,
    amount: Amount,
    currency: Currency,
    scenario: Scenario,
  },
  closed,
);
export type RefundOrder = Static<typeof RefundOrder>;

export const PayoutOrder = Type.Object(
  {
    reference: Reference,
    amount: Amount,
    currency: Currency,
    phone: nullable(Phone),
    operator: nullable(text(32)),
    country: nullable(Type.String({ pattern: "^[A-Z]{2}$" })),
    iban: nullable(text(34)),
    walletId: Type.Optional(nullable(text(64))),
    name: text(140),
    callbackUrl: HttpUrl,
    scenario: Scenario,
  },
  closed,
);
export type PayoutOrder = Static<typeof PayoutOrder>;

export const NameCheck = Type.Object(
  {
    name: text(140),
    currency: Currency,
    phone: nullable(Phone),
    iban: nullable(text(34)),
    walletId: nullable(text(64)),
  },
  closed,
);
export type NameCheck = Static<typeof NameCheck>;
export const NameAnswer = Type.Object({
  result: literals(["MATCH", "CLOSE_MATCH", "MISMATCH", "NO_ACCOUNT", "NOT_KNOWN"]),
  registeredName: nullable(Type.String()),
});
export type NameAnswer = Static<typeof NameAnswer>;

const Transfer = Type.Object({
  bankName: Type.String(),
  accountHolder: Type.String(),
  iban: Type.String(),
  bic: Type.String(),
  reference: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
  expiresAt: nullable(Type.String()),
});

/** The payer's next step, while the status is PENDING. */
const Next = Type.Object({
  kind: literals(["WAIT", "REDIRECT", "QR", "TRANSFER"]),
  url: nullable(Type.String()),
  qrPayload: nullable(Type.String()),
  transfer: nullable(Transfer),
});

/** The answer to a start, a query and a cancellation. Unknown extra fields are accepted: providers add fields. */
export const OperationAnswer = Type.Object({
  reference: Type.String(),
  status: literals(["PENDING", "SUCCEEDED", "FAILED"]),
  code: nullable(Type.String()),
  /** The amount taken; until then the requested one. */
  amount: Amount,
  currency: Currency,
  transactionId: nullable(Type.String()),
  card: nullable(Type.Object({ brand: Type.String(), last4: Type.String() })),
  next: nullable(Next),
});
export type OperationAnswer = Static<typeof OperationAnswer>;
export type NextAnswer = Static<typeof Next>;

const StatementEntry = Type.Object({
  type: literals(["PAYMENT", "REFUND", "PAYOUT"]),
  reference: Type.String(),
  transactionId: Type.String(),
  status: literals(["SUCCEEDED"]),
  amount: Amount,
  currency: Currency,
  occurredAt: Instant,
});
/** The book of a period. */
export const StatementAnswer = Type.Object({ lines: Type.Array(StatementEntry) });
export type StatementAnswer = Static<typeof StatementAnswer>;

/** What an account has taken less what it has paid out, in each currency. */
export const BalanceAnswer = Type.Object({
  balances: Type.Array(
    Type.Object({ currency: Currency, amount: Type.String({ pattern: "^-?[0-9]{1,18}$" }) }),
  ),
});
export type BalanceAnswer = Static<typeof BalanceAnswer>;

export const ErrorAnswer = Type.Object({
  error: Type.Object({ code: Type.String(), message: Type.String() }),
});
export type ErrorAnswer = Static<typeof ErrorAnswer>;

export const CallbackBody = Type.Object({
  id: Type.String(),
  subject: literals(["payment", "refund", "payout"]),
  reference: Type.String({ minLength: 1, maxLength: 64 }),
  status: literals(["PENDING", "SUCCEEDED", "FAILED"]),
  occurredAt: Type.String(),
});
export type CallbackBody = Static<typeof CallbackBody>;

export const readPaymentRequest = shapeReader(PaymentRequest);
export const readRefundOrder = shapeReader(RefundOrder);
export const readPayoutOrder = shapeReader(PayoutOrder);
export const readNameCheck = shapeReader(NameCheck);
export const readNameAnswer = shapeReader(NameAnswer);
export const readOperationAnswer = shapeReader(OperationAnswer);
export const readStatementAnswer = shapeReader(StatementAnswer);
export const readBalanceAnswer = shapeReader(BalanceAnswer);
export const readErrorAnswer = shapeReader(ErrorAnswer);
export const readCallbackBody = shapeReader(CallbackBody);

/** The value in `bytes`, or undefined when they are not JSON. */
export function parseJson(bytes: Buffer | string): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
