import type { Refusal } from "../../server/src/kit/errors.ts";
import type { Locale } from "../../server/src/kit/money.ts";
import type { CompleteRequest, CustomField, MethodOption } from "../../server/src/kit/payer-pages.ts";
import type { Choice, Choices } from "./choices.ts";
import { countryName, type Messages } from "./i18n/index.ts";
import { countryOfTyped, guessOperator, tidyPhone } from "./phone-hints.ts";
import { whenAgain } from "./respond.ts";
import type { Typed } from "./typed.ts";

/** A field to correct. `field` is the id of its input; null for the whole form. */
export interface FormError {
  readonly field: string | null;
  readonly message: string;
  /** A country (ISO 3166 alpha-2) to change to instead of correcting the field. */
  readonly country?: string;
}

export type BuiltRequest =
  | { readonly kind: "request"; readonly request: CompleteRequest }
  | { readonly kind: "errors"; readonly errors: readonly FormError[]; readonly typed: Typed };

interface FormContext {
  readonly choices: Choices;
  readonly customFields: readonly CustomField[];
  readonly t: Messages;
  readonly locale: Locale;
}

/**
 * Converts the typed values into the service's request. It only checks for missing fields, so that one answer names all
 * of them; the service decides whether a number or a code is right.
 */
export function buildRequest(typed: Typed, context: FormContext): BuiltRequest {
  const { choices, customFields, t } = context;
  const errors: FormError[] = customFields
    .filter((field) => field.required && (typed.custom[field.key] ?? "") === "")
    .map((field) => ({ field: customFieldId(field.key), message: t.errors.customMissing(field.label) }));
  const choice = choices.choices.find((one) => one.value === typed.method && !one.closed);
  if (choice === undefined) {
    const message = typed.method === null ? t.errors.methodMissing : t.errors.methodGone;
    return { kind: "errors", errors: [...errors, { field: "m0", message }], typed };
  }
  const missing = missingDetails(typed, choice, context);
  if (errors.length > 0 || missing.errors.length > 0)
    return { kind: "errors", errors: [...errors, ...missing.errors], typed: missing.typed };
  const asked = customFields.map((field) => [field.key, typed.custom[field.key] ?? ""] as const);
  const answered = asked.filter(([, value]) => value !== "");
  return {
    kind: "request",
    request: {
      paymentMethod: choice.method,
      paymentDetails: paymentDetails(typed, choice, context),
      ...(answered.length > 0 ? { customFieldValues: Object.fromEntries(answered) } : {}),
    },
  };
}

function missingDetails(
  typed: Typed,
  choice: Choice,
  { choices: { country, countries }, t, locale }: FormContext,
): { errors: readonly FormError[]; typed: Typed } {
  if (choice.method === "WALLET" && typed.wallet === "")
    return { errors: [{ field: "wallet", message: t.errors.walletMissing }], typed };
  if (choice.method === "BANK_TRANSFER" && typed.payerName === "")
    return { errors: [{ field: "payer_name", message: t.errors.payerNameMissing }], typed };
  if (choice.method !== "MOBILE_MONEY") return { errors: [], typed };

  const errors: FormError[] = [];
  const operator = chosenOperator(typed, choice);
  let completed = typed;
  if (operator === null) {
    // The prefix is a hint that the payer confirms: a ported number would be charged at the wrong operator.
    const guess = choice.options.find((option) => option.operator === guessOperator(typed.phone, country));
    const usable = guess !== undefined && guess.status !== "CLOSED";
    if (usable) completed = { ...typed, operator: guess.operator };
    const message = usable ? t.errors.operatorConfirm(guess.displayName) : t.errors.operatorMissing;
    errors.push({ field: "op0", message });
  }
  if (typed.phone === "") errors.push({ field: "phone", message: t.errors.phoneMissing });
  const other = countryOfTyped(typed.phone);
  if (other !== null && other !== country) {
    const name = countryName(locale, other);
    errors.push(
      countries.includes(other)
        ? { field: "phone", message: t.errors.phoneElsewhere(name), country: other }
        : { field: "phone", message: t.errors.phoneAbroad(name) },
    );
  }
  if (operator?.authFlow === "OTP" && typed.otp === "")
    errors.push({ field: "otp", message: t.errors.otpMissing });
  return { errors, typed: completed };
}

/** The operator chosen, or the only one there is. */
export function chosenOperator(typed: Typed, choice: Choice): MethodOption | null {
  const open = choice.options.filter((option) => option.status !== "CLOSED");
  const [only] = open;
  if (open.length === 1 && only !== undefined && typed.operator === null) return only;
  return open.find((option) => option.operator !== null && option.operator === typed.operator) ?? null;
}

function paymentDetails(typed: Typed, choice: Choice, context: FormContext): Record<string, string> {
  const [option] = choice.options;
  const country: Record<string, string> =
    option.countryCode === null ? {} : { countryCode: option.countryCode };
  switch (choice.method) {
    case "MOBILE_MONEY": {
      const operator = chosenOperator(typed, choice);
      return {
        phone: tidyPhone(typed.phone),
        ...(operator?.operator == null ? {} : { operator: operator.operator }),
        ...(context.choices.country === null ? {} : { countryCode: context.choices.country }),
        ...(operator?.authFlow === "OTP" ? { otp: typed.otp.replace(/\s/g, "") } : {}),
      };
    }
    case "CARD":
      // The service itself returns a redirected payer to this page.
      return {};
    case "WALLET":
      return walletDetails(typed.wallet, context.choices.country);
    case "QR":
      return qrDetails(chosenScheme(typed, choice));
    case "BANK_TRANSFER":
      return { ...country, payerName: typed.payerName };
  }
}

/** The scheme chosen, else the first that works: any scanner can read it. */
export function chosenScheme(typed: Typed, choice: Choice): MethodOption {
  const open = choice.options.filter((option) => option.status !== "CLOSED");
  return open.find((option) => option.operator === typed.scheme) ?? open[0] ?? choice.options[0];
}

function qrDetails({ operator, countryCode }: MethodOption): Record<string, string> {
  return {
    ...(countryCode === null ? {} : { countryCode }),
    ...(operator === null ? {} : { scheme: operator }),
  };
}

/** One field for both: a wallet identifier has letters, a phone number has none. */
function walletDetails(wallet: string, country: string | null): Record<string, string> {
  if (/[a-z]/i.test(wallet)) return { walletId: wallet.replace(/\s/g, "") };
  const phone = tidyPhone(wallet);
  return phone.startsWith("+") || country === null ? { phone } : { phone, countryCode: country };
}

export function customFieldId(key: string): string {
  return `cf-${key}`;
}

/** The service's refusal in the payer's language, at its field. Null when it is not about the form. */
export function errorsOfRefusal(
  refusal: Refusal,
  { typed, customFields, t }: { typed: Typed; customFields: readonly CustomField[]; t: Messages },
): readonly FormError[] | null {
  switch (refusal.declaration.name) {
    case "VALIDATION_ERROR": {
      const errors = pathsOf(refusal).map((path) => errorAt(path, typed, customFields, t));
      const unique = errors.filter(
        (error, at) => errors.findIndex((one) => one.field === error.field) === at,
      );
      return unique.length > 0 ? unique : [{ field: null, message: t.errors.other }];
    }
    case "CARD_DATA_NOT_ALLOWED":
      return [{ field: null, message: t.errors.cardData }];
    case "METHOD_NOT_ALLOWED_FOR_SESSION":
      return [{ field: "m0", message: t.errors.methodGone }];
    case "RATE_LIMITED":
      return [{ field: null, message: t.errors.tooMany(whenAgain(refusal, t)) }];
    case "CHECKOUT_SESSION_NOT_OPEN":
      return refusal.details.reason === "PROMPT_STILL_OPEN"
        ? [
            {
              field: typed.method === "WALLET" ? "wallet" : "phone",
              message: t.errors.promptOpen(whenAgain(refusal, t)),
            },
          ]
        : null;
    case "SERVICE_UNAVAILABLE":
      return [{ field: null, message: t.errors.unavailable }];
    default:
      return null;
  }
}

/** The parts of each refused path: `paymentDetails.phone`, `/customFieldValues/size`. */
function pathsOf(refusal: Refusal): readonly (readonly string[])[] {
  const fields: unknown = refusal.details.fields;
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field: unknown) => {
    const path = typeof field === "object" && field !== null && "path" in field ? field.path : null;
    return typeof path === "string" ? [path.split(/[./]/).filter((part) => part !== "")] : [];
  });
}

function errorAt(
  path: readonly string[],
  typed: Typed,
  customFields: readonly CustomField[],
  t: Messages,
): FormError {
  const custom = customFields.find((field) => path.includes("customFieldValues") && path.includes(field.key));
  if (custom !== undefined)
    return { field: customFieldId(custom.key), message: t.errors.customInvalid(custom.label) };
  switch (path.at(-1)) {
    case "phone":
      if (typed.method === "WALLET") return { field: "wallet", message: t.errors.walletInvalid };
      return { field: "phone", message: t.errors.phoneInvalid };
    case "operator":
      return { field: "op0", message: t.errors.operatorMissing };
    case "otp":
      return { field: "otp", message: t.errors.otpInvalid };
    case "walletId":
      return { field: "wallet", message: t.errors.walletInvalid };
    case "payerName":
      return { field: "payer_name", message: t.errors.payerNameInvalid };
    default:
      return { field: null, message: t.errors.other };
  }
}
