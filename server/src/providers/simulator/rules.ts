import type { Locale } from "../../kit/money.ts";
import type { SimulatorCode } from "./codes.ts";

/**
 * The magic numbers. The last three digits of the payer's phone choose what happens, so that the numbers are valid in
 * every country; a number that is not in the table succeeds. Pages and `docs/concepts/simulator.md` show this table.
 */

/** The answer to the request that starts the operation. Unless stated otherwise, the operation is accepted. */
export type StartBehaviour =
  /** 202, then the steps. */
  | "ACCEPT"
  /** 422 with a code: nothing will ever be charged. */
  | "REFUSE"
  /** The answer already says that it succeeded. */
  | "SUCCEED"
  /** 503 to the first two calls about it, starts or queries. */
  | "BUSY_TWICE"
  /** 503 to every start; a query says that it was given up. */
  | "GIVE_UP"
  /** 503 to every call, always. */
  | "DOWN"
  /** No answer. */
  | "SILENT"
  /** The connection is reset instead of an answer. */
  | "RESET"
  /** The connection is reset and the first request is forgotten; a second one is accepted. */
  | "FORGET"
  /** 500. */
  | "ERROR"
  /** 200 with a web page. */
  | "HTML"
  /** An answer that comes byte by byte and never ends. */
  | "DRIP"
  /** It succeeds and the callback is delivered before the request is answered. */
  | "CALLBACK_FIRST";

/** One change of state after the start. */
export interface Step {
  readonly at: "AFTER_START" | "AFTER_EXPIRY";
  readonly delayMs: number;
  readonly status: "SUCCEEDED" | "FAILED";
  readonly code: SimulatorCode | null;
}

/** LOST: none is sent. TWICE: the new state, then an older one, then the new one again. */
export type CallbackBehaviour = "ONCE" | "LOST" | "TWICE";

export interface Scenario {
  readonly name: string;
  /** Last three digits; null for every other number. */
  readonly suffix: string | null;
  readonly start: StartBehaviour;
  /** The code of a refusal in the start answer. */
  readonly startCode: SimulatorCode | null;
  readonly steps: readonly Step[];
  readonly callbacks: CallbackBehaviour;
  /** How much of the requested amount is taken. */
  readonly take: "ALL" | "LESS" | "MORE";
  /** Refunds and payouts with this number simply succeed. */
  readonly paymentsOnly: boolean;
  readonly text: Readonly<Record<Locale, string>>;
}

const SUCCESS_DELAY_MS = 2_000;
const SLOW_DELAY_MS = 5_000;
const LATE_DELAY_MS = 60_000;

const succeedAfter = (delayMs: number): Step => ({
  at: "AFTER_START",
  delayMs,
  status: "SUCCEEDED",
  code: null,
});
const failAfter = (delayMs: number, code: SimulatorCode): Step => ({
  at: "AFTER_START",
  delayMs,
  status: "FAILED",
  code,
});

type Wish = Partial<Scenario> & Pick<Scenario, "name" | "suffix" | "text">;

const scenario = (wish: Wish): Scenario => ({
  start: "ACCEPT",
  startCode: null,
  steps: [succeedAfter(SUCCESS_DELAY_MS)],
  callbacks: "ONCE",
  take: "ALL",
  paymentsOnly: false,
  ...wish,
});

const failing = (
  suffix: string,
  name: string,
  code: SimulatorCode,
  en: string,
  fr: string,
  pt: string,
  delayMs = 2_000,
) => scenario({ name, suffix, steps: [failAfter(delayMs, code)], text: { en, fr, pt } });

const refused = (suffix: string, name: string, code: SimulatorCode, en: string, fr: string, pt: string) =>
  scenario({ name, suffix, start: "REFUSE", startCode: code, steps: [], text: { en, fr, pt } });

const broken = (suffix: string, name: string, start: StartBehaviour, en: string, fr: string, pt: string) =>
  scenario({ name, suffix, start, text: { en, fr, pt } });

export const defaultScenario = scenario({
  name: "success",
  suffix: null,
  text: { en: "succeeds after 2 s", fr: "réussit après 2 s", pt: "tem sucesso após 2 s" },
});

export const scenarios: readonly Scenario[] = [
  defaultScenario,
  scenario({ name: "success_789", suffix: "789", text: defaultScenario.text }),
  failing(
    "019",
    "limit",
    "PAYER_LIMIT_REACHED",
    "fails: limit reached",
    "échoue : plafond atteint",
    "falha: limite atingido",
  ),
  failing(
    "029",
    "unknown_payer",
    "ACCOUNT_UNKNOWN",
    "fails: no such account",
    "échoue : compte inconnu",
    "falha: conta desconhecida",
  ),
  failing(
    "039",
    "not_confirmed",
    "NOT_CONFIRMED",
    "fails after 5 s: not confirmed",
    "échoue après 5 s : non validé",
    "falha após 5 s: não confirmado",
    SLOW_DELAY_MS,
  ),
  failing(
    "049",
    "no_funds",
    "BALANCE_TOO_LOW",
    "fails: balance too low",
    "échoue : solde insuffisant",
    "falha: saldo insuficiente",
  ),
  refused(
    "059",
    "in_progress",
    "ALREADY_IN_PROGRESS",
    "refused: another payment is in progress",
    "refusé : déjà en cours",
    "recusado: já em curso",
  ),
  failing(
    "069",
    "unspecified",
    "UNSPECIFIED",
    "fails: no reason given",
    "échoue : sans raison",
    "falha: sem motivo",
  ),
  refused(
    "079",
    "bounds",
    "AMOUNT_NOT_SERVED",
    "refused: amount out of bounds",
    "refusé : montant hors limites",
    "recusado: montante fora dos limites",
  ),
  failing(
    "089",
    "recipient",
    "RECIPIENT_REJECTED",
    "fails: recipient rejected",
    "échoue : destinataire rejeté",
    "falha: destinatário rejeitado",
  ),
  refused(
    "099",
    "amount",
    "AMOUNT_NOT_VALID",
    "refused: amount not valid",
    "refusé : montant non valide",
    "recusado: montante não válido",
  ),
  refused(
    "109",
    "currency",
    "CURRENCY_NOT_SERVED",
    "refused: currency",
    "refusé : devise",
    "recusado: moeda",
  ),
  failing(
    "119",
    "cancelled",
    "PAYER_CANCELLED",
    "the payer cancels",
    "le payeur annule",
    "o pagador cancela",
  ),
  scenario({
    name: "never",
    suffix: "129",
    steps: [],
    text: {
      en: "stays pending forever",
      fr: "reste en attente pour toujours",
      pt: "fica à espera para sempre",
    },
  }),
  scenario({
    name: "callback_lost",
    suffix: "139",
    callbacks: "LOST",
    text: {
      en: "succeeds, the callback is lost",
      fr: "réussit, la notification est perdue",
      pt: "tem sucesso, a notificação perde-se",
    },
  }),
  failing("149", "risk", "BLOCKED_BY_RISK", "fails: blocked", "échoue : bloqué", "falha: bloqueado"),
  broken(
    "159",
    "busy_twice",
    "BUSY_TWICE",
    "503 twice, then succeeds",
    "503 deux fois, puis réussit",
    "503 duas vezes, depois sucesso",
  ),
  scenario({
    name: "given_up",
    suffix: "169",
    start: "GIVE_UP",
    startCode: "OPERATOR_UNAVAILABLE",
    steps: [],
    text: {
      en: "503 always: the operator gives up",
      fr: "503 toujours : l’opérateur abandonne",
      pt: "503 sempre: a operadora desiste",
    },
  }),
  scenario({
    name: "callback_twice",
    suffix: "179",
    callbacks: "TWICE",
    text: {
      en: "succeeds, callbacks sent twice and out of order",
      fr: "réussit, notifications doublées et en désordre",
      pt: "tem sucesso, notificações a dobrar e fora de ordem",
    },
  }),
  scenario({
    name: "late",
    suffix: "209",
    paymentsOnly: true,
    steps: [
      failAfter(SUCCESS_DELAY_MS, "NOT_CONFIRMED"),
      { at: "AFTER_EXPIRY", delayMs: LATE_DELAY_MS, status: "SUCCEEDED", code: null },
    ],
    text: {
      en: "fails, then is confirmed 1 min after the session expired",
      fr: "échoue, puis est confirmé 1 min après l’expiration",
      pt: "falha, depois é confirmado 1 min após a expiração",
    },
  }),
  scenario({
    name: "less",
    suffix: "219",
    take: "LESS",
    paymentsOnly: true,
    text: {
      en: "succeeds, but half of the amount is taken",
      fr: "réussit, mais la moitié est prélevée",
      pt: "tem sucesso, mas metade é cobrada",
    },
  }),
  scenario({
    name: "duplicate",
    suffix: "229",
    paymentsOnly: true,
    steps: [failAfter(SUCCESS_DELAY_MS, "NOT_CONFIRMED"), succeedAfter(LATE_DELAY_MS)],
    text: {
      en: "fails, then is confirmed after 1 min: pay again meanwhile for a double payment",
      fr: "échoue, puis est confirmé après 1 min : payez entre-temps pour un double paiement",
      pt: "falha, depois é confirmado após 1 min: pague entretanto para um pagamento duplo",
    },
  }),
  broken(
    "239",
    "silent",
    "SILENT",
    "accepted, never answered",
    "accepté, sans réponse",
    "aceite, sem resposta",
  ),
  broken(
    "249",
    "reset",
    "RESET",
    "accepted, connection reset",
    "accepté, connexion coupée",
    "aceite, ligação cortada",
  ),
  broken(
    "259",
    "html",
    "HTML",
    "accepted, answered with a web page",
    "accepté, page web en réponse",
    "aceite, página web em resposta",
  ),
  broken(
    "269",
    "callback_first",
    "CALLBACK_FIRST",
    "callback before the answer",
    "notification avant la réponse",
    "notificação antes da resposta",
  ),
  broken(
    "279",
    "instant",
    "SUCCEED",
    "succeeds in the answer",
    "réussit dans la réponse",
    "tem sucesso na resposta",
  ),
  broken(
    "289",
    "error",
    "ERROR",
    "accepted, answered with 500",
    "accepté, réponse 500",
    "aceite, resposta 500",
  ),
  broken(
    "299",
    "drip",
    "DRIP",
    "accepted, the answer comes too slowly, byte by byte",
    "accepté, réponse au compte-gouttes",
    "aceite, resposta byte a byte",
  ),
  broken(
    "309",
    "forgotten",
    "FORGET",
    "connection reset before it is accepted; a repetition succeeds",
    "coupé avant d’être accepté ; renvoyé, réussit",
    "cortado antes de aceite; repetido, tem sucesso",
  ),
  refused(
    "319",
    "unavailable",
    "OPERATOR_UNAVAILABLE",
    "refused: operator down",
    "refusé : opérateur en panne",
    "recusado: operadora em baixo",
  ),
  scenario({
    name: "down",
    suffix: "329",
    start: "DOWN",
    steps: [],
    text: {
      en: "503 to every call: the outcome stays unknown",
      fr: "503 à chaque appel : le résultat reste inconnu",
      pt: "503 a cada chamada: o resultado fica desconhecido",
    },
  }),
  scenario({
    name: "expires",
    suffix: "339",
    steps: [{ at: "AFTER_EXPIRY", delayMs: 0, status: "FAILED", code: "EXPIRED" }],
    paymentsOnly: true,
    text: {
      en: "stays pending, fails when the session expires",
      fr: "reste en attente, échoue à l’expiration",
      pt: "fica à espera, falha na expiração",
    },
  }),
  failing(
    "349",
    "card_refused",
    "CARD_REFUSED",
    "fails: card refused",
    "échoue : carte refusée",
    "falha: cartão recusado",
  ),
  scenario({
    name: "more",
    suffix: "359",
    take: "MORE",
    paymentsOnly: true,
    text: {
      en: "succeeds, but one unit too much is taken",
      fr: "réussit, mais une unité de trop est prélevée",
      pt: "tem sucesso, mas é cobrada uma unidade a mais",
    },
  }),
  scenario({
    name: "slow",
    suffix: "369",
    steps: [succeedAfter(5 * 60_000)],
    text: { en: "succeeds after 5 min", fr: "réussit après 5 min", pt: "tem sucesso após 5 min" },
  }),
  scenario({
    name: "late_silent",
    suffix: "379",
    paymentsOnly: true,
    callbacks: "LOST",
    steps: [failAfter(SUCCESS_DELAY_MS, "NOT_CONFIRMED"), succeedAfter(LATE_DELAY_MS)],
    text: {
      en: "fails, then is confirmed after 1 min without a callback: only a statement shows it",
      fr: "échoue, puis est confirmé après 1 min sans notification : seul un relevé le dit",
      pt: "falha, depois é confirmado após 1 min sem notificação: só um extrato o diz",
    },
  }),
];

/** The scenarios that a request can name: each of the table once, including the usual success. */
export const scenarioNames: readonly string[] = scenarios
  .map(({ name }) => name)
  .filter((name) => name !== "success_789");

const bySuffix = new Map(scenarios.map((one) => [one.suffix, one]));
const byName = new Map(scenarios.map((one) => [one.name, one]));

/** The scenario of a phone, an IBAN or an amount in minor units, by its last three digits. */
export function scenarioOf(digits: string, purpose: "PAYMENT" | "TRANSFER"): Scenario {
  const found = bySuffix.get(digits.slice(-3)) ?? defaultScenario;
  return purpose === "TRANSFER" && found.paymentsOnly ? defaultScenario : found;
}

/** The scenario of a stored row. Throws on an unknown name. */
export function scenarioNamed(name: string): Scenario {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`no scenario is named ${name}`);
  return found;
}

/** When a step is due, in epoch milliseconds; null when it depends on an expiry that does not exist. */
export function stepDueMs(step: Step, begunMs: number, expiresMs: number | null): number | null {
  if (step.at === "AFTER_START") return begunMs + step.delayMs;
  return expiresMs === null ? null : expiresMs + step.delayMs;
}

/** The amount taken when `amount` (minor units) was requested. Never zero. */
export function amountTaken(take: Scenario["take"], amount: bigint): bigint {
  if (take === "MORE") return amount + 1n;
  // Half of one unit is not an amount: then the only wrong amount is more.
  if (take === "LESS") return amount === 1n ? 2n : amount / 2n;
  return amount;
}

/** Operators that ask for a code before the start. `required`: they refuse a payment without one. */
const otpOperators: readonly { operator: string; country: string; required: boolean }[] = [
  { operator: "ORANGE", country: "BF", required: true },
  // Orange Côte d'Ivoire prompts on the phone when no code was given.
  { operator: "ORANGE", country: "CI", required: false },
];
const RIGHT_OTP = "123456";

/** Whether the operator accepts the given code, or its absence. */
export function otpAccepted(operator: string | null, country: string | null, otp: string | null): boolean {
  const rule = otpOperators.find((one) => one.operator === operator && one.country === country);
  if (rule === undefined) return true;
  return otp === null ? !rule.required : otp === RIGHT_OTP;
}

/** Operators whose payers approve on the operator's page. */
export const pageOperators: readonly string[] = ["WAVE"];

/** A QR amount (minor units) with this ending is never paid: the code expires. */
export const QR_EXPIRING_ENDING = "13";
export const QR_EXPIRY_DELAY_MS = 5_000;
/** Wrong PINs that end a payment. */
export const PIN_FAILURES_MAX = 3;
/** Wrong PINs in a row, over any payments, that lock a wallet: until the lock ends the right PIN is refused too. */
export const WALLET_PIN_FAILURES_MAX = 9;
export const WALLET_PIN_LOCK_MS = 15 * 60 * 1000;
