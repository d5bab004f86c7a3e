import type { CurrencyCode } from "../../kit/currency.ts";
import { guessOperator, type OperatorCode, operatorCountryOf } from "../../kit/operators.ts";
import type { ServedOperator } from "../provider.ts";

/** One operator of one country at pawaPay. */
export interface PawapayOperator {
  readonly countryCode: string;
  readonly operator: OperatorCode;
  /** pawaPay's name of it. */
  readonly code: string;
  /** `OTP`: the payer makes a one-time password first. `REDIRECT`: the payer confirms on the operator's page. */
  readonly flow: "PIN_PROMPT" | "OTP" | "REDIRECT";
  readonly prompt: string | null;
}

type Row = readonly [operator: OperatorCode, code: string, flow?: "REDIRECT" | { readonly dial: string }];

function country(countryCode: string, ...rows: readonly Row[]): readonly PawapayOperator[] {
  return rows.map(([operator, code, flow]) => ({
    countryCode,
    operator,
    code,
    flow: flow === undefined ? "PIN_PROMPT" : flow === "REDIRECT" ? flow : "OTP",
    prompt: typeof flow === "object" ? flow.dial : null,
  }));
}

/** What pawaPay offers in the countries of the service. An account's own configuration may allow less. */
export const pawapayOperators: readonly PawapayOperator[] = [
  ...country("CI", ["ORANGE", "ORANGE_CIV"], ["MTN", "MTN_MOMO_CIV"], ["WAVE", "WAVE_CIV", "REDIRECT"]),
  ...country("SN", ["ORANGE", "ORANGE_SEN"], ["FREE", "FREE_SEN"], ["WAVE", "WAVE_SEN", "REDIRECT"]),
  ...country("BJ", ["MTN", "MTN_MOMO_BEN"], ["MOOV", "MOOV_BEN"]),
  ...country("BF", ["ORANGE", "ORANGE_BFA", { dial: "*144*4*6#" }], ["MOOV", "MOOV_BFA"]),
  ...country("CM", ["MTN", "MTN_MOMO_CMR"], ["ORANGE", "ORANGE_CMR"]),
  ...country("GA", ["AIRTEL", "AIRTEL_GAB"]),
  ...country("CG", ["MTN", "MTN_MOMO_COG"], ["AIRTEL", "AIRTEL_COG"]),
  ...country("CD", ["VODACOM", "VODACOM_MPESA_COD"], ["AIRTEL", "AIRTEL_COD"], ["ORANGE", "ORANGE_COD"]),
];

export const pawapayCountries: readonly string[] = [
  ...new Set(pawapayOperators.map(({ countryCode }) => countryCode)),
];
export const pawapayCurrencies: readonly CurrencyCode[] = ["XOF", "XAF", "CDF", "USD"];

export const servedOperators: readonly ServedOperator[] = pawapayOperators.map(
  ({ countryCode, operator, flow, prompt }) => ({
    method: "MOBILE_MONEY",
    operator,
    countryCode,
    authFlow: flow,
    prompt,
  }),
);

interface Party {
  /** E.164. */
  readonly phone: string | null;
  readonly operator: string | null;
  readonly countryCode: string | null;
}

/**
 * The operator of a payer or a recipient; null when pawaPay does not serve it. Where the caller did not name it, the
 * number does.
 */
export function operatorOf({ phone, operator, countryCode }: Party): PawapayOperator | null {
  if (phone === null) return null;
  const inCountry = countryCode ?? operatorCountryOf(phone)?.countryCode;
  const named = operator ?? guessOperator(phone)?.code;
  return pawapayOperators.find((one) => one.countryCode === inCountry && one.operator === named) ?? null;
}
