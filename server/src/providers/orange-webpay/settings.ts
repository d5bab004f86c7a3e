import type { CurrencyCode } from "../../kit/currency.ts";
import type { AccountTerms, ProviderAccount } from "../provider.ts";
import type { ProviderSetting } from "../settings.ts";

const ORANGE = "ORANGE";
/** Orange has one address for both: the country `dev` is its sandbox. */
const BASE = "https://api.orange.com";
/** The country segment of the sandbox. */
const SANDBOX_COUNTRY = "dev";
/** The only currency of the sandbox, whatever the session's currency is. It is no real currency. */
const SANDBOX_CURRENCY = "OUV";

interface OrangeCountry {
  /** The segment in Orange's addresses. */
  readonly segment: string;
  readonly countryCode: string;
  readonly currencies: readonly CurrencyCode[];
}

const countries: readonly OrangeCountry[] = [
  { segment: "ci", countryCode: "CI", currencies: ["XOF"] },
  { segment: "sn", countryCode: "SN", currencies: ["XOF"] },
  { segment: "ml", countryCode: "ML", currencies: ["XOF"] },
  { segment: "bf", countryCode: "BF", currencies: ["XOF"] },
  { segment: "cm", countryCode: "CM", currencies: ["XAF"] },
  { segment: "gn", countryCode: "GN", currencies: ["GNF"] },
  // Listed by Orange for this product; nobody has tried it through us.
  { segment: "gw", countryCode: "GW", currencies: ["XOF"] },
  { segment: "cd", countryCode: "CD", currencies: ["CDF", "USD"] },
];
const segments = [SANDBOX_COUNTRY, ...countries.map(({ segment }) => segment)];

const text = (name: string, description: string): ProviderSetting => ({
  name,
  description,
  secret: false,
  required: true,
  kind: "TEXT",
  minLength: 4,
  maxLength: 200,
});

export const orangeSettings: readonly ProviderSetting[] = [
  {
    ...text("baseUrl", `Orange's address; ${BASE} when not set.`),
    required: false,
    kind: "URL",
    maxLength: 500,
  },
  {
    ...text(
      "country",
      `Orange's name of the country, or ${SANDBOX_COUNTRY} in the sandbox: ${segments.join(", ")}.`,
    ),
    minLength: 2,
    fault: (value) => (segments.includes(value) ? null : `must be one of ${segments.join(", ")}`),
  },
  text("clientId", "The client id of the application at developer.orange.com."),
  { ...text("clientSecret", "The client secret of that application."), secret: true },
  { ...text("merchantKey", "The merchant key of Orange Money Web Payment."), secret: true },
];

type SetUp = Pick<ProviderAccount, "mode" | "settings">;

export interface OrangeKeys {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly country: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchantKey: string;
}

export function keysOf({ settings }: SetUp): OrangeKeys {
  const { country, clientId, clientSecret, merchantKey } = settings;
  if (country === undefined || clientId === undefined) throw new Error("the account lacks a setting");
  if (clientSecret === undefined || merchantKey === undefined) throw new Error("the account lacks a setting");
  const baseUrl = (settings.baseUrl ?? BASE).replace(/\/+$/, "");
  return { baseUrl, country, clientId, clientSecret, merchantKey };
}

/**
 * Whether the account's country does not fit its mode: a live account would take the sandbox's play money for real, and
 * a sandbox account would take real money. Nothing is sent through such an account.
 */
export function mixesModes({ mode, settings }: SetUp): boolean {
  return (mode === "SANDBOX") !== (settings.country === SANDBOX_COUNTRY);
}

/** The currency in which an amount is sent. */
export function wireCurrency(country: string, currency: CurrencyCode): string {
  return country === SANDBOX_COUNTRY ? SANDBOX_CURRENCY : currency;
}

const allCurrencies = [...new Set(countries.flatMap(({ currencies }) => currencies))];
export const orangeCountries = countries.map(({ countryCode }) => countryCode);
export const orangeCurrencies: readonly CurrencyCode[] = allCurrencies;

/** Orange in the account's country, by Orange's page; in the sandbox in every country. Pure. */
export function orangeAccountTerms(account: SetUp): AccountTerms {
  const { country } = account.settings;
  const named =
    country === SANDBOX_COUNTRY ? countries : countries.filter(({ segment }) => segment === country);
  const served = mixesModes(account) ? [] : named;
  return {
    methods: served.length === 0 ? [] : ["MOBILE_MONEY"],
    countries: served.map(({ countryCode }) => countryCode),
    currencies: [...new Set(served.flatMap(({ currencies }) => currencies))],
    operators: served.map(({ countryCode }) => ({
      method: "MOBILE_MONEY",
      operator: ORANGE,
      countryCode,
      // Orange's page asks for everything itself, also where the operator otherwise wants a one-time password first.
      authFlow: "REDIRECT",
      prompt: null,
    })),
  };
}
