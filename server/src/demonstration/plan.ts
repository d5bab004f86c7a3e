import type { Random } from "../kit/random.ts";

/** A payer of mobile money, or one with a card. */
export type Instrument =
  | { readonly method: "MOBILE_MONEY"; readonly operator: Operator; readonly phone: string }
  | { readonly method: "CARD" };
export type Operator = "ORANGE" | "MTN" | "WAVE" | "MOOV";

/** One try of a payer. */
export interface Try {
  /** The simulator's scenario. */
  readonly scenario: string;
  /** How long the provider takes, in milliseconds. */
  readonly tookMs: number;
}

/** What a customer does at a time. */
export interface Visit {
  readonly kind: "visit";
  readonly atMs: number;
  readonly reference: string;
  readonly title: string;
  readonly customer: string;
  /** Whole francs. */
  readonly amount: number;
  readonly instrument: Instrument;
  /** Empty: the customer left without trying. */
  readonly tries: readonly Try[];
  /** Where it came from: a payment link by its place in `links`, or the shop. */
  readonly link: number | null;
}

export type Scene =
  | Visit
  | { readonly kind: "link"; readonly atMs: number; readonly link: number }
  | { readonly kind: "expiry"; readonly atMs: number; readonly reference: string }
  | { readonly kind: "refund"; readonly atMs: number; readonly reference: string; readonly half: boolean }
  | {
      readonly kind: "payout";
      readonly atMs: number;
      readonly beneficiary: number;
      readonly percent: number;
    };

export interface Period {
  readonly beginsAtMs: number;
  readonly endsAtMs: number;
  readonly payments: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A session of this shop is open for half an hour, less a second: then the shop ends it. */
const SESSION_MS = HOUR_MS / 2 - 1_000;

/** How busy each hour of a day is: lunch, and the evening. Abidjan keeps UTC. */
const hours = [
  1, 0.4, 0.2, 0.2, 0.2, 0.5, 1.5, 3, 4, 5, 5.5, 7, 9, 8, 5, 4.5, 5, 6.5, 8.5, 9.5, 8, 6, 4, 2,
] as const;
/** From Sunday to Saturday. */
const weekdays = [1.15, 0.85, 0.9, 0.95, 1, 1.2, 1.45] as const;
/** The last scene lasts some minutes, and ends before the period does. */
const MARGIN_MS = HOUR_MS / 6;
/** The last day sells so much more than the first. */
const GROWTH = 1.9;

const goods = [
  ["Pagne wax, 6 yards", 12_000],
  ["Chemise brodée", 15_000],
  ["Sac en raphia", 8_500],
  ["Boubou de fête", 45_000],
  ["Foulard", 3_500],
  ["Sandales en cuir", 9_000],
  ["Collier de perles", 5_000],
  ["Savon de karité", 1_500],
  ["Panier tressé", 6_500],
  ["Nappe batik", 18_000],
] as const;

const names = [
  "Awa Koné",
  "Yao Kouassi",
  "Fatou Diallo",
  "Kofi Mensah",
  "Aminata Traoré",
  "Jean-Marc Aka",
  "Mariam Ouattara",
  "Serge Bamba",
  "Adjoua N'Dri",
  "Ibrahim Cissé",
] as const;

export const links = [
  { slug: "cotisation-des-amis-du-pagne", title: "Cotisation des amis du pagne", amount: "5000" },
  { slug: "atelier-de-couture", title: "Atelier de couture", amount: "15000" },
  { slug: "carte-cadeau", title: "Carte cadeau", amount: "10000" },
] as const;

export const beneficiaries = [
  { name: "Tissus du Plateau", phone: "+2250700041780", operator: "ORANGE" },
  { name: "Atelier Adjamé", phone: "+2250500041781", operator: "MTN" },
  { name: "Moussa Diarra", phone: "+2250500041029", operator: "MTN" },
] as const;

const operators: readonly (readonly [Operator, string, number])[] = [
  ["ORANGE", "07", 0.42],
  ["MTN", "05", 0.7],
  ["WAVE", "07", 0.92],
  ["MOOV", "01", 1],
];

/** What fails, and how often of all tries. Beside it there are customers who leave. */
const failures: readonly (readonly [string, number])[] = [
  ["no_funds", 0.05],
  ["not_confirmed", 0.08],
  ["cancelled", 0.1],
  ["limit", 0.108],
  ["unknown_payer", 0.114],
  ["risk", 0.117],
];
const LEAVES = 0.09;
const TRIES_AGAIN = 0.45;
const CARDS = 0.14;
const LINKS = 0.12;
const REFUNDED = 0.025;
/** The day on which an operator was down, counted from the end, in its busiest hours. */
const BAD_DAY = 9;
const badHours = { from: 10, to: 19 } as const;

/**
 * What happens in a period, in the order of time: the same for the same randomness, so that a start that goes on after
 * another one plays the rest of the same plan. Pure.
 */
export function planOf({ endsAtMs, ...rest }: Period, random: Random): readonly Scene[] {
  const period = { ...rest, endsAtMs: endsAtMs - MARGIN_MS };
  const visits = momentsOf(period, random).map((atMs, index) => visitAt(atMs, index, period, random));
  const scenes: Scene[] = [...visits];
  const span = period.endsAtMs - period.beginsAtMs;
  links.forEach((_link, link) => {
    scenes.push({ kind: "link", atMs: linkBeginsAtMs(period, link) - 1_000, link });
  });
  for (const visit of visits) {
    const expiresAtMs = visit.atMs + SESSION_MS;
    if (visit.tries.length === 0 && expiresAtMs < period.endsAtMs)
      scenes.push({ kind: "expiry", atMs: expiresAtMs, reference: visit.reference });
    const paid = visit.tries.at(-1)?.scenario === "instant";
    const atMs = visit.atMs + DAY_MS + Math.floor(random.unit() * DAY_MS);
    const isRefunded = paid && random.unit() < REFUNDED && atMs < period.endsAtMs;
    if (isRefunded)
      scenes.push({ kind: "refund", atMs, reference: visit.reference, half: random.unit() < 0.4 });
  }
  // Every three and a half days, and never before there is money.
  for (
    let n = 1, atMs = period.beginsAtMs + span / 12;
    atMs < period.endsAtMs;
    n += 1, atMs += 3.5 * DAY_MS
  ) {
    scenes.push({ kind: "payout", atMs: Math.floor(atMs), beneficiary: n % 2, percent: 25 + (n % 3) * 10 });
    if (n % 6 === 0)
      scenes.push({ kind: "payout", atMs: Math.floor(atMs) + 60_000, beneficiary: 2, percent: 2 });
  }
  return scenes.toSorted((one, other) => one.atMs - other.atMs);
}

/** A link is opened at a fifth, two fifths, three fifths of the period. */
function linkBeginsAtMs({ beginsAtMs, endsAtMs }: Period, link: number): number {
  return beginsAtMs + Math.floor(((endsAtMs - beginsAtMs) * (link + 1)) / 5);
}

/** The moments of all visits, drawn by how busy each hour is. */
function momentsOf({ beginsAtMs, endsAtMs, payments }: Period, random: Random): readonly number[] {
  const firstHour = Math.ceil(beginsAtMs / HOUR_MS);
  const count = Math.max(1, Math.floor(endsAtMs / HOUR_MS) - firstHour);
  const shares: number[] = [];
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    const at = new Date((firstHour + index) * HOUR_MS);
    const growth = 1 + ((GROWTH - 1) * index) / count;
    total += (hours[at.getUTCHours()] ?? 0) * (weekdays[at.getUTCDay()] ?? 0) * growth;
    shares.push(total);
  }
  return Array.from({ length: payments }, () => {
    const drawn = random.unit() * total;
    const hour = shares.findIndex((share) => share > drawn);
    return (firstHour + hour) * HOUR_MS + Math.floor(random.unit() * HOUR_MS);
  }).toSorted((one, other) => one - other);
}

function visitAt(atMs: number, index: number, period: Period, random: Random): Visit {
  const [title, price] = pick(goods, random);
  const open = links.flatMap((_link, link) => (linkBeginsAtMs(period, link) < atMs ? [link] : []));
  const link = open.length > 0 && random.unit() < LINKS ? pick(open, random) : null;
  const instrument = instrumentOf(random);
  return {
    kind: "visit",
    atMs,
    reference: `D-${String(index + 1).padStart(5, "0")}`,
    title,
    customer: pick(names, random),
    amount: price * (random.unit() < 0.2 ? 2 : 1),
    instrument,
    tries: triesOf(instrument, isBad(atMs, instrument, period), random),
    link,
  };
}

function instrumentOf(random: Random): Instrument {
  if (random.unit() < CARDS) return { method: "CARD" };
  const drawn = random.unit();
  const [operator, prefix] = operators.find(([, , below]) => drawn < below) ?? (["ORANGE", "07", 1] as const);
  // The end of these numbers means nothing to the simulator: the scenario is named.
  const digits = String(Math.floor(random.unit() * 100_000)).padStart(5, "0");
  return { method: "MOBILE_MONEY", operator, phone: `+225${prefix}${digits}780` };
}

function isBad(atMs: number, instrument: Instrument, { endsAtMs }: Period): boolean {
  const daysBefore = Math.floor(endsAtMs / DAY_MS) - Math.floor(atMs / DAY_MS);
  const hour = new Date(atMs).getUTCHours();
  const hits = instrument.method === "MOBILE_MONEY" && instrument.operator === "ORANGE";
  return hits && daysBefore === BAD_DAY && hour >= badHours.from && hour < badHours.to;
}

function triesOf(instrument: Instrument, isDown: boolean, random: Random): readonly Try[] {
  const tookMs = (): number => Math.floor(3_000 + 30_000 * random.unit() ** 3);
  const paid = (): Try => ({ scenario: "instant", tookMs: tookMs() });
  if (random.unit() < LEAVES) return [];
  if (isDown && random.unit() < 0.8) return [{ scenario: "unavailable", tookMs: 6_000 }];
  const drawn = random.unit();
  const [failure] = failures.find(([, below]) => drawn < below) ?? [];
  if (failure === undefined) return [paid()];
  const scenario = instrument.method === "CARD" ? "card_refused" : failure;
  const failed = { scenario, tookMs: tookMs() };
  return random.unit() < TRIES_AGAIN ? [failed, paid()] : [failed];
}

function pick<T>(list: readonly [T, ...T[]] | readonly T[], random: Random): T {
  const found = list[Math.floor(random.unit() * list.length)];
  if (found === undefined) throw new Error("a list to pick from has entries");
  return found;
}
