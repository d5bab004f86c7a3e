import { isLocalHttp } from "../kit/local-address.ts";
import { parseUrl } from "../kit/url.ts";
import { belongTogether, type PemContent, pemFault } from "./pem.ts";

/** One setting of a provider's accounts, declared by its connector: what operators fill in, and its rules. */
export interface ProviderSetting {
  /** The key in `ProviderAccount.settings`. */
  readonly name: string;
  /** For operators: what it is, and where to find it. */
  readonly description: string;
  /** A secret is written once and never shown again. */
  readonly secret: boolean;
  readonly required: boolean;
  /** `PEM` may contain line ends; `MILLISECONDS` is a whole number, within the bounds below. */
  readonly kind: "TEXT" | "URL" | "PEM" | "MILLISECONDS";
  /** For `PEM`: its content. */
  readonly holds?: PemContent;
  /** For a private key: the setting with the certificate that it must belong to. */
  readonly certificate?: string;
  /**
   * A rule of its own, checked after the form: the end of a sentence that begins with the setting's name, without the
   * value; null when it holds. Pure.
   */
  readonly fault?: (value: string) => string | null;
  /** In characters, both ends included. */
  readonly minLength: number;
  readonly maxLength: number;
}

/** One entry of `details.fields` of a refusal. The message never contains the value. */
export interface SettingProblem {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

const TIMEOUT_MS_MIN = 100;
/** Two calls, a query and a start, must end before another process takes over the payment. */
const TIMEOUT_MS_MAX = 12_000;

/** The settings that every account may have, whatever its provider. */
export const commonSettings: readonly ProviderSetting[] = [
  timeout("connectTimeoutMs", "How long a connection to the provider may take to open; 3000 when not set."),
  timeout("timeoutMs", "How long a whole call to the provider may take; 10000 when not set."),
];

/** Printable characters without spaces at the ends: the form of a completely copied credential. */
const credential = /^(?!\s)[^\p{C}]+(?<!\s)$/u;

/**
 * What is wrong with `settings` for an account of the provider; empty when nothing is. `allowsLocal`: an address may
 * also be http to this machine. Pure.
 */
export function settingsProblems(
  declared: readonly ProviderSetting[],
  settings: Readonly<Record<string, string>>,
  allowsLocal = false,
): readonly SettingProblem[] {
  const known = new Map(declared.map((setting) => [setting.name, setting]));
  const problem = (name: string, rule: string, sentence: string): SettingProblem => ({
    path: `settings.${name}`,
    rule,
    message: `settings.${name} ${sentence}.`,
  });
  const missing = declared
    .filter(({ name, required }) => required && settings[name] === undefined)
    .map(({ name }) => problem(name, "required", "is required"));
  const wrong = Object.entries(settings).flatMap(([name, value]) => {
    const setting = known.get(name);
    if (setting === undefined) return [problem(name, "unknown", "is not a setting of this provider")];
    const { minLength, maxLength } = setting;
    if (value.length < minLength || value.length > maxLength) {
      return [problem(name, "length", `must have ${minLength} to ${maxLength} characters`)];
    }
    const fault = formatFault(setting, value, allowsLocal);
    return fault === null ? [] : [problem(name, "format", fault)];
  });
  if (missing.length + wrong.length > 0) return [...missing, ...wrong];
  return declared
    .filter((setting) => !hasItsKey(setting, settings))
    .map(({ name, certificate }) =>
      problem(name, "certificate", `must be the key of the certificate in settings.${certificate}`),
    );
}

/** The end of a sentence that begins with the setting's name; null when its form is right. */
function formatFault(
  { kind, holds = "CERTIFICATE", fault }: ProviderSetting,
  value: string,
  allowsLocal: boolean,
): string | null {
  if (kind === "PEM") return pemFault(holds, value);
  if (!credential.test(value)) return "must be printable characters without spaces at the ends";
  if (kind === "URL" && !isHttpsUrl(value) && !(allowsLocal && isLocalHttp(value))) {
    return allowsLocal ? "must be an https address, or http to this machine" : "must be an https address";
  }
  if (kind === "MILLISECONDS" && !isTimeout(value)) {
    return `must be a whole number from ${TIMEOUT_MS_MIN} to ${TIMEOUT_MS_MAX}`;
  }
  return fault?.(value) ?? null;
}

/** True when both exist and match, or neither exists; both have the right form. */
function hasItsKey(
  { name, certificate }: ProviderSetting,
  settings: Readonly<Record<string, string>>,
): boolean {
  if (certificate === undefined) return true;
  const [key, held] = [settings[name], settings[certificate]];
  if (key === undefined || held === undefined) return key === held;
  return belongTogether(held, key);
}

function timeout(name: string, description: string): ProviderSetting {
  return {
    name,
    description,
    secret: false,
    required: false,
    kind: "MILLISECONDS",
    minLength: String(TIMEOUT_MS_MIN).length,
    maxLength: String(TIMEOUT_MS_MAX).length,
  };
}

function isTimeout(text: string): boolean {
  const count = /^[1-9]\d*$/.test(text) ? Number(text) : 0;
  return count >= TIMEOUT_MS_MIN && count <= TIMEOUT_MS_MAX;
}

function isHttpsUrl(text: string): boolean {
  return parseUrl(text)?.protocol === "https:";
}
