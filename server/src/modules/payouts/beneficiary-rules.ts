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

/** Between the verification of a beneficiary and the first live payout: time for the owner to notice a stranger. */
export const COOL_OFF_MS = 24 * 3_600_000;

/** Details that were read, and what the checks of our own say of them. */
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
 * What cannot be right is refused with VALIDATION_ERROR, field by field; an account that is written right and cannot exist
 * is read, with a reason to reject it.
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

/** A wallet at the provider: only the provider knows whether it is there. Its id is no secret and is shown whole. */
function readWallet({ walletId = "" }: DetailsInput): ReadDetails {
  const details = { phone: null, operator: null, countryCode: null, iban: null, bankName: null, walletId };
  return { details, shown: details, rejectionReason: null, warnings: [] };
}

/** What the answer of a name check makes of a beneficiary that waits for it. */
export interface NameJudgement {
  /** Null: it waits on. */
  readonly event: "verify" | "reject" | null;
  readonly nameCheck: NameCheck;
  readonly registeredName: string | null;
  readonly rejectionReason: string | null;
  readonly warnings: readonly string[];
}

/** `verdict` null: nobody can tell, and nobody is asked. A name that is nearly right is the merchant's to look at. Pure. */
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
    case "unavailable":
      return { ...base, event: null, nameCheck: "UNAVAILABLE" };
  }
}

/** After this long without an answer a beneficiary is rejected: the merchant adds it again. */
export const NAME_CHECK_GIVES_UP_MS = 72 * 3_600_000;
const NAME_CHECK_DELAYS_MS = [15_000, 60_000, 300_000];
const NAME_CHECK_DELAY_LAST_MS = 900_000;

/** When to ask again after `checks` questions without an answer, in milliseconds. */
export function nameCheckDelayMs(checks: number): number {
  return NAME_CHECK_DELAYS_MS[checks] ?? NAME_CHECK_DELAY_LAST_MS;
}

/** From when on a beneficiary verified at `nowMs` can be paid. */
export function payoutsAllowedFrom(mode: Mode, nowMs: number): number {
  return mode === "LIVE" ? nowMs + COOL_OFF_MS : nowMs;
}

/**
 * Refuses with BENEFICIARY_NOT_ACTIVE: the status is another, or the time after verification is not over. A time further
 * ahead than a verification in this moment would write was written by a clock that was ahead.
 */
export function requirePayable(
  { status, payoutsAllowedFromMs }: Pick<Beneficiary, "status" | "payoutsAllowedFromMs">,
  mode: Mode,
  nowMs: number,
): void {
  const allowedFromMs =
    payoutsAllowedFromMs === null
      ? Number.POSITIVE_INFINITY
      : Math.min(payoutsAllowedFromMs, payoutsAllowedFrom(mode, nowMs));
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
