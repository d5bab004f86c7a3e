import { errors } from "../../http/errors.ts";
import type { FieldError } from "../../http/validation.ts";
import { checkBankAccount } from "../../kit/bank-account.ts";
import { operatorNamed } from "../../kit/operator-names.ts";
import { normalizePhone } from "../../kit/phone.ts";
import type { KybStatus } from "../merchants/index.ts";
import type { LegalField, LegalProfile, RequestedItem, SettlementAccount } from "./types.ts";

export const emptyProfile: LegalProfile = {
  legalName: null,
  legalForm: null,
  registrationNumber: null,
  taxId: null,
  registeredAddress: null,
  directors: [],
  beneficialOwners: [],
  settlementAccount: null,
};

/**
 * Refuses with VALIDATION_ERROR a name that payers would mistake for a mobile-money operator, unless it is one of
 * `approved`: names that an operator of the platform has given or reviewed.
 */
export function refuseOperatorName(
  name: string | undefined,
  approved: readonly (string | null | undefined)[],
): void {
  if (name === undefined || approved.includes(name)) return;
  const operator = operatorNamed(name);
  if (operator === null) return;
  const sentence = `must not be what payers know ${operator} by, unless it was approved as the legal name or given by an operator of the platform`;
  throw invalid([problem("", "displayName", "operator", sentence)]);
}

export const legalFields = Object.keys(emptyProfile) as readonly LegalField[];

/** The merchant may write: no review is in progress. */
export const isWritable = (status: KybStatus): boolean =>
  status === "DRAFT" || status === "INFO_REQUESTED" || status === "REJECTED";

/**
 * When files may be added and removed: while the merchant may write, and to prepare a change of an approved dossier.
 */
export const takesDocuments = (status: KybStatus): boolean => isWritable(status) || status === "APPROVED";

/** The fields in which two profiles differ. Pure. */
export function changedFields(before: LegalProfile, after: LegalProfile): readonly LegalField[] {
  return legalFields.filter((field) => !isEqual(before[field], after[field]));
}

function isEqual(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
}

export type SettlementInput = Pick<SettlementAccount, "type" | "accountHolder" | "currency"> & {
  readonly [field in "bankName" | "iban" | "accountNumber" | "phone"]?: string;
};

/**
 * An account in stored form: numbers without spaces. Refuses with VALIDATION_ERROR what cannot be an account: a typing
 * error here would send the merchant's money to a stranger.
 */
export function readSettlementAccount(input: SettlementInput, path: string): SettlementAccount {
  const { type, accountHolder, currency } = input;
  const base = {
    type,
    accountHolder,
    currency,
    bankName: null,
    iban: null,
    accountNumber: null,
    phone: null,
  };
  if (type === "MOBILE_MONEY") {
    refuseExtra(input, ["iban", "accountNumber", "bankName"], path);
    if (input.phone === undefined) throw invalid([problem(path, "phone", "required", "is required")]);
    const phone = normalizePhone(input.phone, null);
    if ("problem" in phone) {
      throw invalid([problem(path, "phone", "phone", "must be a phone number in international form")]);
    }
    return { ...base, phone: phone.e164 };
  }
  refuseExtra(input, ["phone"], path);
  if ((input.iban === undefined) === (input.accountNumber === undefined)) {
    throw invalid([
      problem(path, "iban", "required", "is required, or accountNumber where there is no IBAN"),
    ]);
  }
  if (input.iban !== undefined) {
    const account = checkBankAccount(input.iban);
    if (account === null) throw invalid([problem(path, "iban", "iban", "must be an IBAN")]);
    if (account.error !== null) {
      throw invalid([
        problem(path, "iban", "rib", "holds an account number whose key (RIB) does not fit it"),
      ]);
    }
    return { ...base, bankName: input.bankName ?? null, iban: account.iban };
  }
  if (input.bankName === undefined) throw invalid([problem(path, "bankName", "required", "is required")]);
  return { ...base, bankName: input.bankName, accountNumber: input.accountNumber ?? null };
}

function refuseExtra(input: SettlementInput, names: readonly (keyof SettlementInput)[], path: string): void {
  const extra = names.filter((name) => input[name] !== undefined);
  if (extra.length === 0) return;
  throw invalid(extra.map((name) => problem(path, name, "unexpected", `does not apply to ${input.type}`)));
}

/**
 * Checks of people that a schema cannot express: refuses with VALIDATION_ERROR birthdays in the future, and more than
 * 100 % of ownership.
 */
export function checkPeople(profile: Partial<LegalProfile>, nowMs: number): void {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const born = (["directors", "beneficialOwners"] as const).flatMap((list) =>
    (profile[list] ?? []).flatMap(({ dateOfBirth }, index) =>
      dateOfBirth < today
        ? []
        : [problem(`${list}[${index}]`, "dateOfBirth", "past", "must lie in the past")],
    ),
  );
  const owned = (profile.beneficialOwners ?? []).reduce(
    (sum, { ownershipPercent }) => sum + ownershipPercent,
    0,
  );
  const tooMuch =
    owned > 100
      ? [
          {
            path: "beneficialOwners",
            rule: "sum",
            message: "beneficialOwners hold more than 100 % together.",
          },
        ]
      : [];
  if (born.length + tooMuch.length > 0) throw invalid([...born, ...tooMuch]);
}

/**
 * Whether a document that a reviewer requested is still missing: one of that type, uploaded after the request. Pure.
 */
export function isAwaited(
  { documentType, requestedAtMs }: RequestedItem,
  documents: readonly { readonly type: string; readonly createdAtMs: number }[],
): boolean {
  return (
    documentType !== null &&
    !documents.some(({ type, createdAtMs }) => type === documentType && createdAtMs > requestedAtMs)
  );
}

export const problem = (path: string, name: string, rule: string, sentence: string): FieldError => ({
  path: path === "" ? name : `${path}.${name}`,
  rule,
  message: `${path === "" ? name : `${path}.${name}`} ${sentence}.`,
});

export const invalid = (fields: readonly FieldError[]) => errors.VALIDATION_ERROR({ fields });
