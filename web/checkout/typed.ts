/**
 * A payer's typed values, from the form or the cookie. All of it is untrusted text until the service has checked it.
 */
export interface Typed {
  /** The value of a choice: `MOBILE_MONEY`, `QR.WAVE`. */
  readonly method: string | null;
  readonly country: string | null;
  readonly operator: string | null;
  /** The scheme of a QR code. */
  readonly scheme: string | null;
  readonly phone: string;
  readonly otp: string;
  readonly wallet: string;
  readonly payerName: string;
  /** By the key of the custom field. */
  readonly custom: Readonly<Record<string, string>>;
  /** The payer's choice of language, kept for a return from a provider's page. */
  readonly lang: string | null;
}

/** Maximum text of one field: more than any real answer, little enough to echo. */
const FIELD_MAX_CHARACTERS = 1000;
/** Browsers drop cookies above 4096 bytes with their name and attributes. */
const COOKIE_MAX_BYTES = 3000;
const CUSTOM_PREFIX = "cf_";

const COOKIE_NAME = "payer";
/** A session lives 24 hours at most; a payer who comes back later must type again. */
const COOKIE_MAX_AGE_SECONDS = 3600;

export const nothingTyped: Typed = {
  method: null,
  country: null,
  operator: null,
  scheme: null,
  phone: "",
  otp: "",
  wallet: "",
  payerName: "",
  custom: {},
  lang: null,
};

/** Reads form fields; unknown ones are ignored, repeated ones count once. */
export function readTyped(fields: Readonly<Record<string, unknown>>): Typed {
  const text = (name: string): string => {
    const value = fields[name];
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === "string" ? first.slice(0, FIELD_MAX_CHARACTERS).trim() : "";
  };
  const custom = Object.keys(fields)
    .filter((name) => name.startsWith(CUSTOM_PREFIX))
    .map((name) => [name.slice(CUSTOM_PREFIX.length), text(name)] as const);
  return {
    method: text("method") || null,
    country: text("country") || null,
    operator: text("operator") || null,
    scheme: text("scheme") || null,
    phone: text("phone"),
    otp: text("otp"),
    wallet: text("wallet"),
    payerName: text("payer_name"),
    custom: Object.fromEntries(custom),
    lang: text("lang") || null,
  };
}

export function customFieldName(key: string): string {
  return `${CUSTOM_PREFIX}${key}`;
}

/**
 * The cookie that restores typed values after a failure, also without JavaScript; null removes it. It belongs to this
 * one page (path), no script can read it, and it never contains a one-time code.
 */
export function typedCookie(typed: Typed | null, path: string, secure: boolean): string {
  const attributes = `HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  if (typed === null) return `${COOKIE_NAME}=; Path=${path}; Max-Age=0; ${attributes}`;
  return `${COOKIE_NAME}=${encodeTyped(typed)}; Path=${path}; Max-Age=${COOKIE_MAX_AGE_SECONDS}; ${attributes}`;
}

function encodeTyped(typed: Typed): string {
  const fields = new URLSearchParams();
  const { method, country, operator, scheme, phone, wallet, payerName, lang } = typed;
  const kept = { method, country, operator, scheme, phone, wallet, payer_name: payerName, lang };
  for (const [name, value] of Object.entries(kept)) if (value) fields.set(name, value);
  for (const [key, value] of Object.entries(typed.custom)) {
    const size = fields.toString().length + encodeURIComponent(value).length;
    if (value !== "" && size < COOKIE_MAX_BYTES * 0.7) fields.set(customFieldName(key), value);
  }
  return Buffer.from(fields.toString()).toString("base64url");
}

/** The values of an earlier visit, from the `Cookie` header. */
export function typedFromCookie(header: string | undefined): Typed {
  const value = cookieValue(header, COOKIE_NAME);
  if (value === null) return nothingTyped;
  return readTyped(Object.fromEntries(new URLSearchParams(Buffer.from(value, "base64url").toString())));
}

/** The value of a cookie; null when it does not exist. Used for the pages' two cookies. */
export function cookieValue(header: string | undefined, name: string): string | null {
  const pair = (header ?? "").split(";").find((part) => part.trim().startsWith(`${name}=`));
  return pair === undefined ? null : pair.trim().slice(name.length + 1);
}
