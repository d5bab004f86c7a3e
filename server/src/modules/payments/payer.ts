import type { Id } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Payer } from "../../providers/provider.ts";

/** What is kept of the payer, sealed: enough to send the start call again with the same reference. */
export interface PayerRecord {
  readonly payer: Payer;
  readonly returnUrl: string;
  readonly customFieldValues: Readonly<Record<string, string>>;
  /** Sandbox: what the provider simulator is to do, by name. */
  readonly scenario?: string;
}

export interface Customer {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}

export function sealPayer(keyring: Keyring, chargeId: Id<"charge">, record: PayerRecord): Buffer {
  return keyring.seal(JSON.stringify(record), `charges.payer.${chargeId}`);
}

export function openPayer(keyring: Keyring, chargeId: Id<"charge">, sealed: Buffer): PayerRecord {
  return JSON.parse(keyring.open(sealed, `charges.payer.${chargeId}`).toString()) as PayerRecord;
}

/** A session's customer, of which the intent keeps a copy: both are sealed for the intent. */
export function sealCustomer(keyring: Keyring, intentId: Id<"paymentIntent">, customer: Customer): Buffer {
  return keyring.seal(JSON.stringify(customer), `customer.${intentId}`);
}

export function openCustomer(keyring: Keyring, intentId: Id<"paymentIntent">, sealed: Buffer): Customer {
  return JSON.parse(keyring.open(sealed, `customer.${intentId}`).toString()) as Customer;
}

/** Charges are found by phone without keeping it in clear. */
export function phoneMac(keyring: Keyring, e164: string): Buffer {
  return keyring.mac("phone", e164);
}
