import type { SimulatorCode } from "./codes.ts";
import { type Scenario, scenarioNamed, scenarios } from "./rules.ts";

/** A published test number, for any future expiry and any security code. */
export interface TestCard {
  readonly number: string;
  readonly brand: "VISA" | "MASTERCARD" | "AMEX";
  /** The bank's answer; null is a success. */
  readonly code: SimulatorCode | null;
  readonly threeDSecure: boolean;
}

const card = (
  number: string,
  brand: TestCard["brand"],
  code: SimulatorCode | null = null,
  threeDSecure = false,
): TestCard => ({ number, brand, code, threeDSecure });

export const testCards: readonly TestCard[] = [
  card("4242424242424242", "VISA"),
  card("4000056655665556", "VISA"),
  card("5555555555554444", "MASTERCARD"),
  card("2223003122003222", "MASTERCARD"),
  card("5200828282828210", "MASTERCARD"),
  card("378282246310005", "AMEX"),
  card("4000002500003155", "VISA", null, true),
  card("4000002760003184", "VISA", null, true),
  card("4000000000003220", "VISA", null, true),
  card("4000008400001629", "VISA", "CARD_REFUSED", true),
  card("4000008260003178", "VISA", "CARD_BALANCE_TOO_LOW", true),
  card("4000000000000002", "VISA", "CARD_REFUSED"),
  card("4000000000000341", "VISA", "CARD_REFUSED"),
  card("4000000000009995", "VISA", "CARD_BALANCE_TOO_LOW"),
  card("4000000000009987", "VISA", "CARD_LOST"),
  card("4000000000009979", "VISA", "CARD_STOLEN"),
  card("4000000000000069", "VISA", "CARD_EXPIRED"),
  card("4000000000000127", "VISA", "CARD_CODE_WRONG"),
  card("4000000000000119", "VISA", "CARD_PROCESSING_ERROR"),
  card("4000000000006975", "VISA", "CARD_LIMIT_REACHED"),
  card("4100000000000019", "VISA", "CARD_FRAUD"),
  card("4242424242424241", "VISA", "CARD_NUMBER_WRONG"),
];

/** The typed test card, with spaces or dashes; null for any other number, which is then neither stored nor used. */
export function findTestCard(typed: string): TestCard | null {
  const digits = typed.replace(/[\s-]/g, "");
  return testCards.find((one) => one.number === digits) ?? null;
}

/** A `MM/YY` that has not passed in the month of `nowMs` (UTC). */
export function isFutureExpiry(typed: string, nowMs: number): boolean {
  const match = /^\s*(0[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(typed);
  if (match === null) return false;
  const now = new Date(nowMs);
  const month = Number(match[1]);
  const year = 2000 + Number(match[2]);
  return year * 12 + month >= now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}

/** The meaning of a token made by the acquirer's own fields. */
export interface TokenMeaning {
  readonly scenario: Scenario;
  readonly brand: TestCard["brand"];
  readonly last4: string;
}

const tokenScenarios = new Map<string, Scenario>([
  ["tok_sim_success", scenarioNamed("success")],
  ["tok_sim_visa", scenarioNamed("success")],
  ["tok_sim_declined", scenarioNamed("card_refused")],
  ["tok_sim_insufficient_funds", scenarioNamed("no_funds")],
  ["tok_sim_risk", scenarioNamed("risk")],
  ["tok_sim_pending", scenarioNamed("never")],
  ...scenarios
    .filter((one) => one.suffix !== null)
    .map((one): [string, Scenario] => [`tok_sim_${one.suffix}`, one]),
]);

export const namedTokens: readonly string[] = [...tokenScenarios.keys()].filter(
  (name) => !/\d{3}$/.test(name),
);

/** The meaning of a `tok_sim_…` token, or null when the simulator never issued it. */
export function readToken(token: string): TokenMeaning | null {
  const scenario = tokenScenarios.get(token);
  return scenario === undefined ? null : { scenario, brand: "VISA", last4: "4242" };
}
