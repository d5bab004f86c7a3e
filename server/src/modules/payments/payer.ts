import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Payer } from "../../providers/provider.ts";

/** The stored payer data, sealed: enough to send the start call again with the same reference. */
export interface PayerRecord {
  readonly payer: Payer;
  readonly returnUrl: string;
  readonly customFieldValues: Readonly<Record<string, string>>;
  /** Sandbox: the scenario of the provider simulator. */
  readonly scenario?: string;
}

/** Who paid is not kept any more. */
export const NOBODY: PayerRecord = {
  payer: {
    phone: null,
    operator: null,
    countryCode: null,
    otp: null,
    walletId: null,
    cardToken: null,
    qrScheme: null,
    payerName: null,
  },
  returnUrl: "",
  customFieldValues: {},
};

export interface Customer {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}

/** The charge that payer data is sealed for: moved to another row, or to another merchant, it does not open. */
export interface PayerOf {
  readonly merchantNo: MerchantNo;
  readonly id: string;
}

export function sealPayer(keyring: Keyring, charge: PayerOf, record: PayerRecord): Buffer {
  return keyring.seal(JSON.stringify(record), payerContext(charge));
}

export function openPayer(keyring: Keyring, charge: PayerOf, sealed: Buffer): PayerRecord {
  const opened = keyring.open(sealed, payerContext(charge), `charges.payer.${charge.id}`);
  return JSON.parse(opened.toString()) as PayerRecord;
}

const payerContext = ({ merchantNo, id }: PayerOf): string => `charges.payer ${merchantNo} ${id}`;
const customerContext = (merchantNo: MerchantNo, intentId: string): string =>
  `payment_intents.customer ${merchantNo} ${intentId}`;

/** A session's customer, which the intent copies: both are sealed for the intent. */
export function sealCustomer(
  keyring: Keyring,
  merchantNo: MerchantNo,
  intentId: Id<"paymentIntent">,
  customer: Customer,
): Buffer {
  return keyring.seal(JSON.stringify(customer), customerContext(merchantNo, intentId));
}

export function openCustomer(
  keyring: Keyring,
  merchantNo: MerchantNo,
  intentId: Id<"paymentIntent">,
  sealed: Buffer,
): Customer {
  const opened = keyring.open(sealed, customerContext(merchantNo, intentId), `customer.${intentId}`);
  return JSON.parse(opened.toString()) as Customer;
}

/** Charges are found by phone without storing it in plain text. */
export function phoneMac(keyring: Keyring, e164: string): Buffer {
  return keyring.mac("phone", e164);
}
