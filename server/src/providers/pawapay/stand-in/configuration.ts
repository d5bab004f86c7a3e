import type { CurrencyCode } from "../../../kit/currency.ts";
import { pawapayOperators } from "../operators.ts";

interface Country {
  /** ISO 3166 alpha-3, as in pawaPay's answers. */
  readonly alpha3: string;
  readonly currencies: readonly CurrencyCode[];
  readonly prefix: string;
}

const countries: Readonly<Record<string, Country>> = {
  CI: { alpha3: "CIV", currencies: ["XOF"], prefix: "225" },
  SN: { alpha3: "SEN", currencies: ["XOF"], prefix: "221" },
  BJ: { alpha3: "BEN", currencies: ["XOF"], prefix: "229" },
  BF: { alpha3: "BFA", currencies: ["XOF"], prefix: "226" },
  CM: { alpha3: "CMR", currencies: ["XAF"], prefix: "237" },
  GA: { alpha3: "GAB", currencies: ["XAF"], prefix: "241" },
  CG: { alpha3: "COG", currencies: ["XAF"], prefix: "242" },
  CD: { alpha3: "COD", currencies: ["CDF", "USD"], prefix: "243" },
};

const MIN_AMOUNT = 100n;
const MAX_AMOUNT = 2_000_000n;
const authTypes = { PIN_PROMPT: "PROVIDER_AUTH", OTP: "PREAUTH", REDIRECT: "REDIRECT_AUTH" } as const;

/** One operator in one currency. */
export interface OfferedOperator {
  readonly code: string;
  readonly alpha3: string;
  readonly currency: CurrencyCode;
  readonly flow: keyof typeof authTypes;
  /** In major units. */
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  readonly hasDecimals: boolean;
}

export const offeredOperators: readonly OfferedOperator[] = pawapayOperators.flatMap(
  ({ countryCode, code, flow }) => {
    const country = countries[countryCode];
    return (country?.currencies ?? []).map((currency) => ({
      code,
      alpha3: country?.alpha3 ?? "",
      currency,
      flow,
      minAmount: currency === "USD" ? 1n : MIN_AMOUNT,
      maxAmount: MAX_AMOUNT,
      // Orange takes whole dollars only: an operator may refuse decimals that the currency has.
      hasDecimals: currency === "USD" && code !== "ORANGE_COD",
    }));
  },
);

/** The answer of `GET /v2/active-conf`. */
export function activeConfiguration(signatures: {
  readonly signedRequestsOnly: boolean;
  readonly signedCallbacks: boolean;
}) {
  return {
    companyName: "Demonstration",
    signatureConfiguration: signatures,
    countries: Object.values(countries).map(({ alpha3, prefix }) => ({
      country: alpha3,
      prefix,
      displayName: { en: alpha3, fr: alpha3 },
      providers: [
        ...new Set(offeredOperators.filter((one) => one.alpha3 === alpha3).map(({ code }) => code)),
      ].map((code) => ({
        provider: code,
        displayName: code,
        nameDisplayedToCustomer: "pawaPay",
        currencies: offeredOperators
          .filter((one) => one.code === code)
          .map((one) => ({
            currency: one.currency,
            displayName: one.currency,
            operationTypes: typesOf(one),
          })),
      })),
    })),
  };
}

function typesOf({ minAmount, maxAmount, hasDecimals, flow }: OfferedOperator) {
  const common = {
    minAmount: minAmount.toString(),
    maxAmount: maxAmount.toString(),
    decimalsInAmount: hasDecimals ? "TWO_PLACES" : "NONE",
    status: "OPERATIONAL",
  };
  const pinPrompt = flow === "PIN_PROMPT" ? { pinPrompt: "AUTOMATIC", pinPromptRevivable: false } : {};
  return {
    DEPOSIT: { ...common, authType: authTypes[flow], ...pinPrompt },
    PAYOUT: common,
    REFUND: common,
  };
}
