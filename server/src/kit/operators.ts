import type { CurrencyCode } from "./currency.ts";

/** Mobile-money operators, as `paymentDetails.operator` names them. */
export const operatorCodes = [
  "ORANGE",
  "MTN",
  "MOOV",
  "WAVE",
  "FREE",
  "AIRTEL",
  "VODACOM",
  "AFRICELL",
  "TMONEY",
  "EXPRESSO",
  "TELECEL",
  "CELTIIS",
] as const;
export type OperatorCode = (typeof operatorCodes)[number];

/**
 * How the payer approves: a PIN prompt on the phone, a one-time password asked beforehand, or a page of the operator.
 */
export type OperatorAuthFlow = "PIN_PROMPT" | "OTP" | "REDIRECT";

/** One operator in one country. */
export interface Operator {
  readonly code: OperatorCode;
  /** ISO 3166 alpha-2. */
  readonly countryCode: string;
  /** The name on the payer's screen. */
  readonly displayName: string;
  readonly authFlow: OperatorAuthFlow;
  /** True when `paymentDetails.otp` is required in the request. */
  readonly needsOtp: boolean;
  /** The USSD code to dial, where we are sure of it. */
  readonly prompt: string | null;
  /** First digits of the national number. Empty: the operator works on any number, so the payer must choose it. */
  readonly prefixes: readonly string[];
}

/** A country where mobile money is taken. */
export interface OperatorCountry {
  readonly countryCode: string;
  /** E.164 country calling code, without `+`. */
  readonly callingCode: string;
  /** Length of the national (significant) number. */
  readonly nationalDigits: number;
  /** Currencies of its operators' accounts. */
  readonly currencies: readonly CurrencyCode[];
  readonly operators: readonly Operator[];
}

type Flow = Partial<Pick<Operator, "authFlow" | "needsOtp" | "prompt">>;
type Row = readonly [code: OperatorCode, displayName: string, prefixes: string, flow?: Flow];

const wave: Row = ["WAVE", "Wave", "", { authFlow: "REDIRECT" }];

function country(
  countryCode: string,
  callingCode: string,
  nationalDigits: number,
  currencies: readonly CurrencyCode[],
  rows: readonly Row[],
): OperatorCountry {
  const operators = rows.map(
    ([code, displayName, prefixes, flow]): Operator => ({
      code,
      countryCode,
      displayName,
      authFlow: flow?.authFlow ?? "PIN_PROMPT",
      needsOtp: flow?.needsOtp ?? false,
      prompt: flow?.prompt ?? null,
      prefixes: prefixes === "" ? [] : prefixes.split(" "),
    }),
  );
  return { countryCode, callingCode, nationalDigits, currencies, operators };
}

/**
 * Prefixes come from the carrier data of Google's libphonenumber. Numbers move between operators and new ranges open,
 * so a prefix only preselects an operator and never refuses one. Names are those that payers read on their phones today; a
 * name that has changed says since when, and by whose word.
 */
export const operatorCountries: readonly OperatorCountry[] = [
  country(
    "CI",
    "225",
    10,
    ["XOF"],
    [["ORANGE", "Orange Money", "07"], ["MTN", "MTN MoMo", "05"], ["MOOV", "Moov Money", "01"], wave],
  ),
  country(
    "SN",
    "221",
    9,
    ["XOF"],
    [
      ["ORANGE", "Orange Money", "71 77 78"],
      // Free Money until November 2024 (Axian Telecom, when it named its operators Yas). The code stays what it was.
      ["FREE", "Mixx by Yas", "76"],
      ["EXPRESSO", "E-Money", "70"],
      wave,
    ],
  ),
  country(
    "ML",
    "223",
    8,
    ["XOF"],
    [
      ["ORANGE", "Orange Money", "7 82 83 84 85 90 91 92 93 94"],
      ["MOOV", "Moov Money", "6 89 95 96 97 98 99"],
      ["TELECEL", "Telecel Money", "5"],
      wave,
    ],
  ),
  country(
    "BF",
    "226",
    8,
    ["XOF"],
    [
      // Orange Burkina requires the password that the payer gets by dialling this code, before the request.
      [
        "ORANGE",
        "Orange Money",
        "04 05 06 07 4 54 55 56 57 64 65 66 67 74 75 76 77",
        { authFlow: "OTP", needsOtp: true, prompt: "*144*4*6#" },
      ],
      ["MOOV", "Moov Money", "01 02 03 50 51 52 53 60 61 62 63 70 71 72 73"],
      ["TELECEL", "Telecel Money", "58 68 69 78 79"],
      wave,
    ],
  ),
  country(
    "BJ",
    "229",
    10,
    ["XOF"],
    [
      ["MTN", "MTN MoMo", "0142 0146 015 0161 0162 0166 0167 0169 0190 0191 0196 0197"],
      ["MOOV", "Moov Money", "0145 0155 0158 0160 0163 0164 0165 0168 0194 0195 0198 0199"],
      ["CELTIIS", "Celtiis Cash", "0128 014 0192 0193"],
    ],
  ),
  country(
    "TG",
    "228",
    8,
    ["XOF"],
    [
      // T-Money until November 2024 (the same announcement).
      ["TMONEY", "Mixx by Yas", "70 71 72 90 91 92 93"],
      ["MOOV", "Moov Money", "78 79 96 97 98 99"],
    ],
  ),
  country(
    "NE",
    "227",
    8,
    ["XOF"],
    [
      ["ORANGE", "Zamani Cash", "23 70 80 81 82 90 91 92"],
      ["MOOV", "Moov Money", "74 84 85 94 95"],
      ["AIRTEL", "Airtel Money", "77 86 87 88 89 96 97 98 99"],
    ],
  ),
  country(
    "CM",
    "237",
    9,
    ["XAF"],
    [
      ["ORANGE", "Orange Money", "64 655 656 657 658 659 686 687 688 689 69"],
      ["MTN", "MTN MoMo", "650 651 652 653 654 67 680 681 682 683"],
    ],
  ),
  country(
    "GA",
    "241",
    8,
    ["XAF"],
    [
      ["AIRTEL", "Airtel Money", "4 7"],
      ["MOOV", "Moov Money", "5 65"],
    ],
  ),
  country(
    "CG",
    "242",
    9,
    ["XAF"],
    [
      ["MTN", "MTN MoMo", "06"],
      ["AIRTEL", "Airtel Money", "04 05"],
    ],
  ),
  country(
    "CD",
    "243",
    9,
    ["CDF", "USD"],
    [
      ["ORANGE", "Orange Money", "80 84 85 89"],
      ["AIRTEL", "Airtel Money", "96 97 98 99"],
      ["VODACOM", "M-Pesa", "81 82 83 86"],
      ["AFRICELL", "Afrimoney", "90 91"],
    ],
  ),
  country(
    "GN",
    "224",
    9,
    ["GNF"],
    [
      ["ORANGE", "Orange Money", "61 62"],
      // MTN sold it to the state on 30 December 2024 (MTN Group); it is called Areeba again (decree of 11 December 2025). What its
      // money is called since, no source says: payers read both names.
      ["MTN", "Areeba (MTN MoMo)", "66"],
    ],
  ),
  // Of its two networks only Orange's money is served: Orange Web Payment, country `gw`.
  country("GW", "245", 9, ["XOF"], [["ORANGE", "Orange Money", "95"]]),
];

const byCountry = new Map(operatorCountries.map((entry) => [entry.countryCode, entry]));
const byCallingCode = new Map(operatorCountries.map((entry) => [entry.callingCode, entry]));

/** The country's entry, or null where no mobile money is taken. `countryCode` is ISO 3166 alpha-2, upper case. */
export function operatorCountry(countryCode: string): OperatorCountry | null {
  return byCountry.get(countryCode) ?? null;
}

/** The country whose calling code and number length match, or null. */
export function operatorCountryOf(e164: string): OperatorCountry | null {
  // Every calling code of the table has three digits.
  const entry = byCallingCode.get(e164.slice(1, 4));
  if (entry === undefined || !e164.startsWith("+")) return null;
  return e164.length === 4 + entry.nationalDigits ? entry : null;
}

/** The operators of a country, in display order; empty where no mobile money is taken. */
export function operatorsOf(countryCode: string): readonly Operator[] {
  return byCountry.get(countryCode)?.operators ?? [];
}

/** One operator of one country, or null when it does not work there. */
export function findOperator(countryCode: string, code: string): Operator | null {
  return operatorsOf(countryCode).find((operator) => operator.code === code) ?? null;
}

/**
 * The operator that a number's first digits suggest; the longest prefix wins (in Benin 0155 is Moov inside MTN's 015).
 * A suggestion only: null, or a wrong guess, never refuses a payment.
 */
export function guessOperator(e164: string): Operator | null {
  const entry = operatorCountryOf(e164);
  if (entry === null) return null;
  const national = e164.slice(4);
  let best: Operator | null = null;
  let longest = 0;
  for (const operator of entry.operators) {
    for (const prefix of operator.prefixes) {
      if (prefix.length > longest && national.startsWith(prefix)) {
        best = operator;
        longest = prefix.length;
      }
    }
  }
  return best;
}
