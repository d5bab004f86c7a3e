import type { MerchantNo } from "../../../kit/ids.ts";
import type { Keyring } from "../../../kit/keyring.ts";

/** The longest address that a payment takes. */
const EMAIL_LENGTH_MAX = 254;

/** Payments are found by an address that is stored nowhere in plain text. Capitals do not matter. */
export const emailMac = (keyring: Keyring, merchantNo: MerchantNo, email: string): Buffer =>
  keyring.mac("phone", `e-mail ${merchantNo} ${email.trim().toLowerCase()}`);

/** Whether a searched text may be an address. Pure. */
export const isEmail = (text: string): boolean =>
  text.length <= EMAIL_LENGTH_MAX && /^[^\s@]+@[^\s@]+$/.test(text);
