import type { OperatorCode } from "../../server/src/kit/operators.ts";

/**
 * What a payer dials when nothing appears on the phone.
 *
 * - `request`: the code opens the waiting request itself.
 * - `menu`: the code opens the operator's menu, where waiting requests are listed.
 * - `code`: the code gives a one-time code, before the payment. `withAmount` is the same with the amount in it, where
 *   `{amount}` stands.
 * - `app`: nothing to dial, because the payer confirms in the operator's application.
 * - `unknown`: no source is known to us; the page says so in general words.
 */
export type OperatorHelp =
  | { readonly kind: "request" | "menu"; readonly dial: string; readonly source: string }
  | { readonly kind: "code"; readonly dial: string; readonly withAmount: string; readonly source: string }
  | { readonly kind: "app"; readonly source: string }
  | { readonly kind: "unknown" };

const unknown: OperatorHelp = { kind: "unknown" };
const wave: OperatorHelp = {
  kind: "app",
  source: "Wave: the payer confirms on the page of the launch address",
};
/** What the aggregator's configuration gives for a deposit, as integrators have printed it. */
const PAWAPAY = "pawaPay, /v2/active-conf: instructions for the PIN prompt";

type OfCountry = Partial<Readonly<Record<OperatorCode, OperatorHelp>>>;

/** By country (ISO 3166 alpha-2) and operator: one entry for each that can be paid with, which a test checks. */
export const operatorHelp: Readonly<Record<string, OfCountry>> = {
  CI: {
    ORANGE: { kind: "request", dial: "#120#", source: PAWAPAY },
    MTN: { kind: "menu", dial: "*133#", source: PAWAPAY },
    MOOV: unknown,
    WAVE: wave,
  },
  SN: { ORANGE: unknown, FREE: unknown, EXPRESSO: unknown, WAVE: wave },
  ML: {
    ORANGE: {
      kind: "menu",
      dial: "#144#",
      source: "L’Essor, 2024: payments to the state by mobile money (lessor.ml)",
    },
    MOOV: {
      kind: "menu",
      dial: "*166#",
      source: "L’Essor, 2024: payments to the state by mobile money (lessor.ml)",
    },
    TELECEL: unknown,
    WAVE: wave,
  },
  BF: {
    ORANGE: {
      kind: "code",
      dial: "*144*4*6#",
      withAmount: "*144*4*6*{amount}#",
      source:
        "pawaPay, one-time codes of ORANGE_BFA; the form with the amount as several integrators print it",
    },
    MOOV: unknown,
    TELECEL: unknown,
    WAVE: wave,
  },
  BJ: { MTN: unknown, MOOV: unknown, CELTIIS: unknown },
  TG: { TMONEY: unknown, MOOV: unknown },
  NE: { ORANGE: unknown, MOOV: unknown, AIRTEL: unknown },
  CM: {
    ORANGE: {
      kind: "menu",
      dial: "#150#",
      source: "Orange Cameroun: orangemoney.orange.cm/fr/gestion-compte.html",
    },
    MTN: unknown,
  },
  GA: { AIRTEL: unknown, MOOV: unknown },
  CG: { MTN: unknown, AIRTEL: unknown },
  CD: { ORANGE: unknown, AIRTEL: unknown, VODACOM: unknown, AFRICELL: unknown },
  // MTN's page named *440#; MTN has left the country, and nobody says that the code still works.
  GN: { ORANGE: unknown, MTN: unknown },
  GW: { ORANGE: unknown },
};

/** The help for an operator in a country; `unknown` also for one that the table does not have. */
export function helpOf(countryCode: string | null, operator: string | null): OperatorHelp {
  const ofCountry: Readonly<Record<string, OperatorHelp>> =
    countryCode !== null && Object.hasOwn(operatorHelp, countryCode) ? (operatorHelp[countryCode] ?? {}) : {};
  return (operator !== null && Object.hasOwn(ofCountry, operator) ? ofCountry[operator] : null) ?? unknown;
}

/**
 * The code that gives a one-time code, with the amount in it where the operator takes it so. `prompt`: the code that the
 * service names for this way to pay; another one than the table's is given back unchanged. `whole`: the amount without
 * decimals, null when it has some.
 */
export function dialForCode(help: OperatorHelp, prompt: string, whole: string | null): string {
  const takesAmount = help.kind === "code" && help.dial === prompt && whole !== null;
  return takesAmount ? help.withAmount.replace("{amount}", whole) : prompt;
}
