import { passesLuhn } from "../kit/card-numbers.ts";
import { concealSessionIds } from "../kit/session-id.ts";

/**
 * The last defence before a line is written: code should not log secrets or payers' details, and if it does they are
 * removed here. Fields are judged by name, text by its form.
 */
const secretNames =
  /^(?:authorization|cookie|set-cookie|api_?key|key|password|passphrase|pin|otp|totp|otpauth_?url|recovery_?codes?|secret|secrets|token|card_?token|access_?token|credentials?|signature|master_?key|private_?key|phone|msisdn|email|payer|customer|body|payload|iban|pan|cvv|cvc)$/i;

const DEPTH_MAX = 6;
const ITEMS_MAX = 50;
const TEXT_LENGTH_MAX = 4_000;

/** `fields` in the form that may be written. */
export function redactFields(fields: Readonly<Record<string, unknown>>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, ITEMS_MAX)
      .map(([name, value]) => [name, isSecret(name, value) ? "[redacted]" : redactValue(value, depth + 1)]),
  );
}

const isSecret = (name: string, value: unknown): boolean =>
  value !== null && value !== undefined && typeof value !== "boolean" && secretNames.test(name);

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEPTH_MAX) return "[deep]";
  if (value instanceof Error) return redactError(value, depth);
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => redactValue(item, depth + 1));
  if ("toJSON" in value && typeof value.toJSON === "function") return redactValue(value.toJSON(), depth + 1);
  return redactFields(value as Record<string, unknown>, depth);
}

/** `detail` of a PostgreSQL error is left out: it quotes whole rows. */
function redactError(error: Error, depth: number): Record<string, unknown> {
  const { code, constraint, table } = error as Error & {
    code?: unknown;
    constraint?: unknown;
    table?: unknown;
  };
  return {
    type: error.name,
    message: redactText(error.message),
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof constraint === "string" ? { constraint } : {}),
    ...(typeof table === "string" ? { table } : {}),
    stack: redactText(error.stack ?? ""),
    ...(error.cause === undefined || depth >= DEPTH_MAX
      ? {}
      : { cause: redactValue(error.cause, depth + 1) }),
  };
}

const apiKeys = /svc_mk_(sandbox|live)_(?:[a-z0-9]{1,3}_)?[0-9A-Za-z]+/g;
const operatorTokens = /svc_(op|inv)_[A-Za-z0-9_-]+/g;
const webhookSecrets = /whsec_[A-Za-z0-9+/=_-]+/g;
const bearers = /\b(Bearer|Basic)\s+[^\s"',]+/gi;
const urlPasswords = /:\/\/[^/\s:@]*:[^/\s@]+@/g;
/** Separate digits, together or in groups: phone, card and account numbers. Never a part of an id. */
const digitRuns = /(?<![0-9A-Za-z_.-])\+?\d(?:[ \u00a0().-]?\d){7,18}(?![0-9A-Za-z_-])/g;
const isoInstants = /^\d{4}-\d{2}-\d{2}/;

/** `text` without API keys, operators' tokens and links, webhook secrets, session tokens, credentials, card numbers and phone numbers. */
export function redactText(text: string): string {
  const cut = text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : text;
  return concealSessionIds(cut)
    .replace(apiKeys, "svc_mk_$1_[redacted]")
    .replace(operatorTokens, "svc_$1_[redacted]")
    .replace(webhookSecrets, "whsec_[redacted]")
    .replace(bearers, "$1 [redacted]")
    .replace(urlPasswords, "://[redacted]@")
    .replace(digitRuns, maskDigits);
}

function maskDigits(run: string): string {
  const digits = run.replace(/\D/g, "");
  // A date is written with dashes, an address of IPv4 with dots.
  if (isoInstants.test(run) || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(run)) return run;
  return digits.length >= 13 && passesLuhn(digits) ? "[card number]" : `[number …${digits.slice(-2)}]`;
}
