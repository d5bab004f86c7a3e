import { errors } from "../../http/errors.ts";
import type { FieldError } from "../../http/validation.ts";
import { checkBankAccount, maskIban } from "../../kit/bank-account.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import {
  findOperator,
  guessOperator,
  maskPhone,
  normalizePhone,
  operatorCountry,
  operatorsOf,
} from "../../kit/phone.ts";
import type { NameVerdict } from "../../providers/provider.ts";
import { payoutErrors } from "./errors.ts";
import type { DetailsInput } from "./schemas.ts";
import type { Beneficiary, BeneficiaryDetails, BeneficiaryType, NameCheck } from "./types.ts";

/**
 * Waiting time between the verification of a beneficiary and the first live payout, in which the owner can notice a
 * fraud.
 */
export const COOL_OFF_MS = 24 * 3_600_000;

/** Parsed details, and the result of our own checks. */
export interface ReadDetails {
  readonly details: BeneficiaryDetails;
  readonly shown: BeneficiaryDetails;
  readonly rejectionReason: string | null;
  readonly warnings: readonly string[];
}

const fieldsOf: {
  readonly [type in BeneficiaryType]: {
    readonly required: readonly (keyof DetailsInput)[];
    readonly optional: readonly (keyof DetailsInput)[];
  };
} = {
  MOBILE_MONEY: { required: ["phone"], optional: ["operator", "countryCode"] },
  BANK_ACCOUNT: { required: ["iban"], optional: ["bankName"] },
  WALLET: { required: ["walletId"], optional: [] },
};

/**
 * Refuses invalid fields with VALIDATION_ERROR, field by field; an account in the right form that cannot exist is
 * returned with a reason to reject it.
 */
export function readDetails(type: BeneficiaryType, input: DetailsInput, currency: CurrencyCode): ReadDetails {
  const { required, optional } = fieldsOf[type];
  const known: ReadonlySet<string> = new Set([...required, ...optional]);
  const problems = [
    ...required
      .filter((field) => input[field] === undefined)
      .map((field) => problem(field, "required", `is required for ${type}`)),
    ...Object.keys(input)
      .filter((field) => !known.has(field))
      .map((field) => problem(field, "unexpected", `does not apply to ${type}`)),
  ];
  if (problems.length > 0) throw invalid(problems);
  switch (type) {
    case "MOBILE_MONEY":
      return readMobileMoney(input, currency);
    case "BANK_ACCOUNT":
      return readBankAccount(input);
    case "WALLET":
      return readWallet(input);
  }
}

function readMobileMoney(input: DetailsInput, currency: CurrencyCode): ReadDetails {
  const phone = normalizePhone(input.phone ?? "", input.countryCode ?? null);
  if ("problem" in phone) {
    throw invalid([problem("phone", "phone", `is not a phone number that can be paid: ${phone.problem}`)]);
  }
  const { countryCode, e164 } = phone;
  const code = input.operator ?? guessOperator(e164)?.code;
  const operator = code === undefined ? null : findOperator(countryCode, code);
  if (operator === null) {
    const known = operatorsOf(countryCode).map((each) => each.code);
    throw invalid([
      problem(
        "operator",
        code === undefined ? "required" : "enum",
        `must be an operator of ${countryCode}; known there: ${known.join(", ") || "none"}`,
      ),
    ]);
  }
  const currencies = operatorCountry(countryCode)?.currencies ?? [];
  if (!currencies.includes(currency)) {
    const message = `currency must be one that operators of ${countryCode} pay in: ${currencies.join(", ")}.`;
    throw invalid([{ path: "currency", rule: "enum", message }]);
  }
  const details = {
    phone: e164,
    operator: operator.code,
    countryCode,
    iban: null,
    bankName: null,
    walletId: null,
  };
  return { details, shown: { ...details, phone: maskPhone(e164) }, rejectionReason: null, warnings: [] };
}

function readBankAccount(input: DetailsInput): ReadDetails {
  const account = checkBankAccount(input.iban ?? "");
  if (account === null) {
    throw invalid([problem("iban", "iban", "is not an IBAN: its length, form or check digits are wrong")]);
  }
  const { iban, countryCode } = account;
  const bankName = input.bankName ?? null;
  const details = { phone: null, operator: null, countryCode, iban, bankName, walletId: null };
  return {
    details,
    shown: { ...details, iban: maskIban(iban) },
    rejectionReason: account.error === null ? null : `RIB_${account.error}`,
    warnings: account.warning === null ? [] : [`RIB_${account.warning}`],
  };
}

/**
 * A wallet at the provider: only the provider knows whether it exists. Its id is not a secret and is shown unmasked.
 */
function readWallet({ walletId = "" }: DetailsInput): ReadDetails {
  const details = { phone: null, operator: null, countryCode: null, iban: null, bankName: null, walletId };
  return { details, shown: details, rejectionReason: null, warnings: [] };
}

/** The effect of a name check's answer on a waiting beneficiary. */
export interface NameJudgement {
  /** Null: it keeps waiting, for the provider's answer or, when the name is NOT_KNOWN, for a second person. */
  readonly event: "verify" | "reject" | null;
  readonly nameCheck: NameCheck;
  readonly registeredName: string | null;
  readonly rejectionReason: string | null;
  readonly warnings: readonly string[];
}

/**
 * `verdict` null: the name cannot be checked, so it is accepted. A name that is nearly right is left to the merchant's
 * judgement. Pure.
 */
export function judgeName(verdict: NameVerdict | null): NameJudgement {
  const base = { registeredName: null, rejectionReason: null, warnings: [] } as const;
  switch (verdict?.kind) {
    case undefined:
      return { ...base, event: "verify", nameCheck: "NOT_CHECKED" };
    case "match":
      return { ...base, event: "verify", nameCheck: "MATCH" };
    case "close_match": {
      const { registeredName } = verdict;
      return {
        ...base,
        event: "verify",
        nameCheck: "CLOSE_MATCH",
        registeredName,
        warnings: ["NAME_CLOSE_MATCH"],
      };
    }
    case "mismatch":
      return { ...base, event: "reject", nameCheck: "MISMATCH", rejectionReason: "NAME_MISMATCH" };
    case "no_account":
      return { ...base, event: "reject", nameCheck: "MISMATCH", rejectionReason: "ACCOUNT_NOT_FOUND" };
    case "not_known":
      return { ...base, event: null, nameCheck: "NOT_KNOWN", warnings: ["NAME_NOT_KNOWN"] };
    case "unavailable":
      return { ...base, event: null, nameCheck: "UNAVAILABLE" };
  }
}

/** After this long without an answer a beneficiary is rejected: the merchant can add it again. */
export const NAME_CHECK_GIVES_UP_MS = 72 * 3_600_000;
const NAME_CHECK_DELAYS_MS = [15_000, 60_000, 300_000];
const NAME_CHECK_DELAY_LAST_MS = 900_000;

/** Delay before the next query after `checks` queries without an answer, in milliseconds. */
export function nameCheckDelayMs(checks: number): number {
  return NAME_CHECK_DELAYS_MS[checks] ?? NAME_CHECK_DELAY_LAST_MS;
}

/** When the provider is asked next about a name that was just judged; null: no more, by itself. Pure. */
export function nextCheckAt(
  { event, nameCheck }: Pick<NameJudgement, "event" | "nameCheck">,
  checks: number,
  nowMs: number,
): number | null {
  // A name that it does not know today it will not know in a minute.
  return event === null && nameCheck !== "NOT_KNOWN" ? nowMs + nameCheckDelayMs(checks) : null;
}

/** When a beneficiary verified at `nowMs` can first be paid. */
export function payoutsAllowedFrom(mode: Mode, nowMs: number, coolOffMs: number): number {
  return mode === "LIVE" ? nowMs + coolOffMs : nowMs;
}

/**
 * Refuses with BENEFICIARY_NOT_ACTIVE in another status, or before the waiting time is over. A time further ahead than
 * a verification now would set was written by a clock that was ahead, and counts as over.
 */
export function requirePayable(
  { status, payoutsAllowedFromMs }: Pick<Beneficiary, "status" | "payoutsAllowedFromMs">,
  mode: Mode,
  nowMs: number,
  coolOffMs: number,
): void {
  const allowedFromMs =
    payoutsAllowedFromMs === null
      ? Number.POSITIVE_INFINITY
      : Math.min(payoutsAllowedFromMs, payoutsAllowedFrom(mode, nowMs, coolOffMs));
  if (status === "ACTIVE" && nowMs >= allowedFromMs) return;
  throw payoutErrors.BENEFICIARY_NOT_ACTIVE({
    status,
    payoutsAllowedFrom: payoutsAllowedFromMs === null ? null : new Date(payoutsAllowedFromMs).toISOString(),
  });
}

function problem(field: keyof DetailsInput | string, rule: string, sentence: string): FieldError {
  return { path: `details.${field}`, rule, message: `details.${field} ${sentence}.` };
}

const invalid = (fields: readonly FieldError[]) => errors.VALIDATION_ERROR({ fields });
