import { cookieValue, type Typed } from "./typed.ts";

/** The choice last paid with on this device: no number, no name, nothing about the payment. */
export interface LastUsed {
  /** The value of a choice: `MOBILE_MONEY`, `QR`. */
  readonly method: string;
  readonly country: string | null;
  /** The operator, or the scheme of a QR code. */
  readonly operator: string | null;
}

const LAST_USED_COOKIE = "last";
/** Half a year: longer than between most payments. */
const MAX_AGE_SECONDS = 180 * 24 * 3600;
/** All pages on which a method is chosen, and nothing else: the API never receives it. */
const PATH = "/checkout";
const pattern = /^([A-Z_]{2,20}(?:\.[A-Z_]{2,20})?)~([A-Z]{0,2})~([A-Z_]{0,20})$/;

/**
 * The cookie that puts this choice first next time. For our own pages, not readable by scripts, and the same for every
 * merchant.
 */
export function lastUsedCookie(typed: Typed, secure: boolean): string | null {
  const operator =
    typed.method === "QR" ? typed.scheme : typed.method === "MOBILE_MONEY" ? typed.operator : null;
  const value = `${typed.method ?? ""}~${typed.country ?? ""}~${operator ?? ""}`;
  if (!pattern.test(value)) return null;
  const attributes = `HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${LAST_USED_COOKIE}=${value}; Path=${PATH}; Max-Age=${MAX_AGE_SECONDS}; ${attributes}`;
}

/** The choice of an earlier payment; null for a first visit, and for any value that we did not write. */
export function lastUsedFromCookie(header: string | undefined): LastUsed | null {
  const [, method, country, operator] = pattern.exec(cookieValue(header, LAST_USED_COOKIE) ?? "") ?? [];
  return method === undefined ? null : { method, country: country || null, operator: operator || null };
}

/** The initial values of a new form. */
export function withLastUsed(typed: Typed, last: LastUsed | null): Typed {
  if (last === null || typed.method !== null) return typed;
  const { method, country, operator } = last;
  return { ...typed, method, country: typed.country ?? country, operator, scheme: operator };
}
