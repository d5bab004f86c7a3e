import { errors } from "../../../http/errors.ts";
import type { FieldError } from "../../../http/validation.ts";
import type { PaymentMethod } from "../../../kit/payment-terms.ts";
import {
  findOperator,
  guessOperator,
  maskPhone,
  normalizePhone,
  operatorsOf,
  type Phone,
  type PhoneProblem,
} from "../../../kit/phone.ts";
import type { Payer } from "../../../providers/provider.ts";
import type { Offer } from "../../routing/index.ts";
import { detailsOf, type PaymentDetails } from "../input-schemas.ts";
import type { MethodDetails } from "../types.ts";

/** `paymentDetails`, parsed and checked for the method. */
export interface ReadDetails {
  readonly payer: Payer;
  readonly shown: MethodDetails;
  /** Where a redirected payer returns to, if the caller gave it. */
  readonly returnUrl: string | null;
  /** The input of routing: the payer's country and operator; for QR the operator is the scheme. */
  readonly country: string | null;
  readonly operator: string | null;
  /** Why the number is not one of the payer's country; only a provider's test system can take it. Null: it is one. */
  readonly phoneProblem: PhoneProblem | null;
}

const phoneMessages: { readonly [problem in PhoneProblem]: string } = {
  NOT_A_PHONE_NUMBER: "is not a phone number; write it in international form, for example +2250707070707",
  COUNTRY_REQUIRED: "is in national form: send countryCode too, or write it in international form",
  COUNTRY_UNKNOWN: "cannot be read: countryCode is not a country",
  COUNTRY_MISMATCH: "is not a number of the country in countryCode",
};

/** Refuses with VALIDATION_ERROR, naming each field and rule. */
export function readPaymentDetails(method: PaymentMethod, details: PaymentDetails): ReadDetails {
  const problems = shapeProblems(method, details);
  const read = problems.length > 0 ? problems : readMethod(method, details);
  if (isProblems(read)) throw errors.VALIDATION_ERROR({ fields: read });
  return read;
}

/**
 * Refuses with VALIDATION_ERROR a payment without the one-time password that the way to pay asks for. Accounts differ in
 * this, so it is checked once the account is known.
 */
export function requireOtp(
  { authFlow, prompt, displayName }: Pick<Offer, "authFlow" | "prompt" | "displayName">,
  { payer }: Pick<ReadDetails, "payer">,
): void {
  if (authFlow !== "OTP" || payer.otp !== null) return;
  const dial = prompt === null ? "" : `: the payer dials ${prompt}`;
  const sentence = `is required by ${displayName} before the payment${dial}`;
  throw errors.VALIDATION_ERROR({ fields: [problem("otp", "required", sentence)] });
}

/**
 * Refuses with VALIDATION_ERROR a payment whose payer is sent to a page of the operator, and has nowhere to return to.
 * Accounts differ in this, so it is checked once the account is known.
 */
export function requireReturnUrl(
  offer: Pick<Offer, "method" | "authFlow"> | null,
  returnUrl: string | null,
): void {
  if (offer?.method === "MOBILE_MONEY" && offer.authFlow === "REDIRECT" && returnUrl === null)
    throw returnUrlMissing();
}

/** The refusal of a payment without a return address whose payer is sent to a page of the provider. */
export function returnUrlMissing() {
  const message = "returnUrl is required: this payer is sent to a page of the provider.";
  return errors.VALIDATION_ERROR({ fields: [{ path: "returnUrl", rule: "required", message }] });
}

/**
 * Refuses with VALIDATION_ERROR a number that is not one of the payer's country, unless it belongs to the test system
 * behind the route. Checked once the account is known.
 */
export function requireOwnNumber({ phoneProblem }: Pick<ReadDetails, "phoneProblem">, isTest: boolean): void {
  if (phoneProblem === null || isTest) return;
  throw errors.VALIDATION_ERROR({ fields: [phoneFault(phoneProblem)] });
}

function shapeProblems(method: PaymentMethod, details: PaymentDetails): FieldError[] {
  const { required, optional } = detailsOf[method];
  const known: readonly string[] = [...required, ...optional];
  return [
    ...required
      .filter((field) => details[field] === undefined)
      .map((field) => problem(field, "required", `is required for ${method}`)),
    ...Object.keys(details)
      .filter((field) => !known.includes(field))
      .map((field) => problem(field, "unexpected", `does not apply to ${method}`)),
  ];
}

function readMethod(method: PaymentMethod, details: PaymentDetails): ReadDetails | FieldError[] {
  switch (method) {
    case "MOBILE_MONEY":
      return readMobileMoney(details);
    case "WALLET":
      return readWallet(details);
    case "CARD":
      return read(details, { cardToken: details.cardToken ?? null }, {}, null);
    case "QR": {
      const scheme = details.scheme ?? "EMVCO";
      return read(details, { qrScheme: scheme }, { scheme }, scheme);
    }
    case "BANK_TRANSFER":
      return read(details, { payerName: details.payerName ?? null }, {}, null);
  }
}

function readMobileMoney(details: PaymentDetails): ReadDetails | FieldError[] {
  const phone = normalizePhone(details.phone ?? "", details.countryCode ?? null);
  if (!("problem" in phone)) return readOperator(details, phone, null);
  const claimed = claimedNumber(details);
  return claimed === null ? [phoneFault(phone.problem)] : readOperator(details, claimed, phone.problem);
}

/** A number in international form whose country and operator the payer has named, although it is not of that country. */
function claimedNumber({ phone = "", countryCode, operator }: PaymentDetails): Phone | null {
  const compact = phone.replaceAll(/[\s().-]/g, "");
  if (countryCode === undefined || operator === undefined || !/^\+[0-9]{8,15}$/.test(compact)) return null;
  return { e164: compact, countryCode };
}

function readOperator(
  details: PaymentDetails,
  phone: Phone,
  phoneProblem: PhoneProblem | null,
): ReadDetails | FieldError[] {
  const code = details.operator ?? guessOperator(phone.e164)?.code;
  if (code === undefined) {
    return [
      problem(
        "operator",
        "required",
        `is required for this number; known in ${phone.countryCode}: ${knownIn(phone.countryCode)}`,
      ),
    ];
  }
  const operator = findOperator(phone.countryCode, code);
  if (operator === null) {
    return [
      problem(
        "operator",
        "enum",
        `is not an operator of ${phone.countryCode}; known there: ${knownIn(phone.countryCode)}`,
      ),
    ];
  }
  const known = read(
    { ...details, countryCode: phone.countryCode },
    { phone: phone.e164, operator: operator.code, otp: details.otp ?? null },
    { phone: maskPhone(phone.e164), operator: operator.code },
    operator.code,
  );
  return { ...known, phoneProblem };
}

function knownIn(countryCode: string): string {
  const codes = operatorsOf(countryCode).map((each) => each.code);
  return codes.length === 0 ? "none" : codes.join(", ");
}

function readWallet(details: PaymentDetails): ReadDetails | FieldError[] {
  const { phone: text, walletId } = details;
  if ((text === undefined) === (walletId === undefined)) {
    return [
      problem(
        text === undefined ? "walletId" : "phone",
        "exclusive",
        "WALLET needs exactly one of phone and walletId",
      ),
    ];
  }
  if (text === undefined)
    return read(details, { walletId: walletId ?? null }, walletId === undefined ? {} : { walletId }, null);
  const phone = normalizePhone(text, details.countryCode ?? null);
  if ("problem" in phone) return [phoneFault(phone.problem)];
  return read(
    { ...details, countryCode: phone.countryCode },
    { phone: phone.e164 },
    { phone: maskPhone(phone.e164) },
    null,
  );
}

function read(
  details: PaymentDetails,
  payer: Partial<Payer>,
  shown: MethodDetails,
  operator: string | null,
): ReadDetails {
  const countryCode = details.countryCode ?? null;
  return {
    payer: {
      phone: null,
      operator: null,
      otp: null,
      walletId: null,
      cardToken: null,
      qrScheme: null,
      payerName: null,
      countryCode,
      ...payer,
    },
    shown: countryCode === null ? shown : { ...shown, countryCode },
    returnUrl: details.returnUrl ?? null,
    country: countryCode,
    operator,
    phoneProblem: null,
  };
}

function phoneFault(fault: PhoneProblem): FieldError {
  return problem("phone", "phone", phoneMessages[fault]);
}

function problem(field: string, rule: string, text: string): FieldError {
  const path = `paymentDetails.${field}`;
  return { path, rule, message: text.startsWith("WALLET") ? `${text}.` : `${path} ${text}.` };
}

function isProblems(read: ReadDetails | FieldError[]): read is FieldError[] {
  return Array.isArray(read);
}
