import type { Static } from "typebox";
import { errors } from "../../../http/errors.ts";
import { normalizePhone } from "../../../kit/phone.ts";
import type { CustomerInput } from "../input-schemas.ts";
import type { Customer } from "../payer.ts";

const MINUTE_MS = 60_000;
const LIFETIME_MS_MIN = 5 * MINUTE_MS;
const LIFETIME_MS_MAX = 24 * 60 * MINUTE_MS;
/** Tolerance for the caller's clock and the network at both ends of the bounds. */
const LIFETIME_GRACE_MS = 10_000;

/** When a session or an intent expires, 5 minutes to 24 hours ahead. Refuses with VALIDATION_ERROR. */
export function readExpiry(text: string | undefined, nowMs: number, lifetimeMsDefault: number): number {
  if (text === undefined) return nowMs + lifetimeMsDefault;
  const expiresAtMs = Date.parse(text);
  const lifetimeMs = expiresAtMs - nowMs;
  const fits =
    lifetimeMs >= LIFETIME_MS_MIN - LIFETIME_GRACE_MS && lifetimeMs <= LIFETIME_MS_MAX + LIFETIME_GRACE_MS;
  if (fits) return expiresAtMs;
  throw errors.VALIDATION_ERROR({
    fields: [{ path: "expiresAt", rule: "range", message: "expiresAt must be 5 minutes to 24 hours ahead." }],
  });
}

/** The phone in one form; a national form is read with the merchant's country. Refuses with VALIDATION_ERROR. */
export function readCustomer(customer: Static<typeof CustomerInput>, countryCode: string): Customer {
  if (customer.phone === undefined) return customer;
  const international = normalizePhone(customer.phone, null);
  const phone = "problem" in international ? normalizePhone(customer.phone, countryCode) : international;
  if ("e164" in phone) return { ...customer, phone: phone.e164 };
  throw errors.VALIDATION_ERROR({
    fields: [
      {
        path: "customer.phone",
        rule: "phone",
        message: "customer.phone must be a phone number in international form, for example +2250707070707.",
      },
    ],
  });
}
