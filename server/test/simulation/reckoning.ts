import { publicId } from "../../src/kit/ids.ts";
import type { Charge } from "../../src/modules/payments/index.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import { readBook } from "../../src/providers/simulator/index.ts";
import { lostHandles } from "./handles.ts";
import type { KnownSession } from "./operations.ts";
import type { World } from "./world.ts";

/** The final state of the tables. */
interface Row {
  readonly sessionId: string;
  readonly sessionStatus: string;
  readonly paidLate: boolean;
  readonly policy: string;
  readonly sessionChargeId: string | null;
  readonly linkId: string | null;
  readonly chargeId: Charge["id"];
  readonly attempt: number;
  readonly status: string;
  readonly amount: bigint;
  readonly amountConfirmed: bigint | null;
  readonly amountRefunded: bigint;
  readonly currency: string;
  readonly method: string;
  readonly fee: bigint;
  readonly createdAtMs: number;
  readonly failureCode: string | null;
  readonly late: boolean;
  readonly duplicate: boolean;
  readonly pays: boolean;
  readonly review: string | null;
  readonly transactionId: string | null;
}

interface RefundRow {
  readonly id: Parameters<typeof providerReference>[1];
  readonly chargeId: string;
  readonly status: string;
  readonly amount: bigint;
  readonly reason: string;
}

interface EventRow {
  readonly id: Parameters<typeof publicId<"event">>[1];
  readonly subjectId: string;
  readonly sequence: number;
  readonly type: string;
}

export interface Reckoning {
  /** Differences between our tables, the provider's book and the events that the merchant received. Must be empty. */
  readonly differences: readonly string[];
  /** How everything ended, without ids: part of the history. */
  readonly ends: readonly string[];
  /** Charges by the result of their money. */
  readonly tally: Readonly<
    Record<"paid" | "late" | "duplicate" | "review" | "failed" | "unresolved", number>
  >;
}

/** Compares our state with the provider's own book, line by line, and with the events that the merchant received. */
export async function reckon(world: World, sessions: readonly KnownSession[]): Promise<Reckoning> {
  const { database, sandbox, network } = world;
  const { merchantNo, providerAccountId } = sandbox;
  const query = <T>(text: string): Promise<readonly T[]> =>
    database.owner.query<T>({ text, values: [merchantNo] });
  const charges = await query<Row>(`
    select s.id as "sessionId", s.status as "sessionStatus", s.paid_late as "paidLate",
      s.late_payment_policy as policy, s.charge_id as "sessionChargeId", s.payment_link_id as "linkId",
      c.id as "chargeId", c.attempt_number as attempt, c.status, c.amount, c.amount_confirmed as "amountConfirmed",
      c.amount_refunded as "amountRefunded", c.currency, c.failure_code as "failureCode", c.late, c.duplicate, c.pays,
      c.review_reason as review, c.provider_transaction_id as "transactionId",
      c.payment_method as method, c.fee, c.created_at as "createdAtMs"
    from charges c join checkout_sessions s on s.merchant_no = c.merchant_no and s.id = c.session_id
    where c.merchant_no = $1 order by c.session_id, c.attempt_number`);
  const refunds = await query<RefundRow>(`
    select id, charge_id as "chargeId", status, amount, reason from refunds where merchant_no = $1`);
  const events = await query<EventRow>(`
    select id, subject_id as "subjectId", sequence, type from events where merchant_no = $1
    order by subject_id, sequence`);
  const booked = await query<{ chargeId: string; amount: bigint }>(`
    select source_id as "chargeId", sum(amount)::bigint as amount from ledger_transfers
    where merchant_no = $1 and from_account like 'clearing:%' and source_type = 'charge' group by 1`);
  const book = await readBook(database.owner, providerAccountId);
  const differences: string[] = [];
  const differs = (text: string): number => differences.push(text);

  const lines = new Map(book.map((line) => [`${line.kind} ${line.reference}`, line]));
  if (lines.size !== book.length) differs("the provider's book has a reference twice");
  const inLedger = new Map(booked.map(({ chargeId, amount }) => [chargeId, amount]));
  for (const charge of charges) {
    const name = `${nameOf(sessions, charge.sessionId)}.${charge.attempt} (${charge.status})`;
    const line = lines.get(`PAYMENT ${providerReference(merchantNo, charge.chargeId)}`);
    lines.delete(`PAYMENT ${providerReference(merchantNo, charge.chargeId)}`);
    const confirmed = charge.status === "SUCCEEDED" || charge.amountConfirmed !== null;
    const ours = confirmed ? (charge.amountConfirmed ?? charge.amount) : 0n;
    const theirs = line?.amount ?? 0n;
    if (ours !== theirs) differs(`${name}: we say ${ours}, the provider took ${theirs}`);
    if (confirmed && charge.transactionId !== line?.transactionId) differs(`${name}: another transaction id`);
    const ledger = inLedger.get(charge.chargeId) ?? 0n;
    if (ledger !== theirs) differs(`${name}: ${ledger} in the ledger, the provider took ${theirs}`);
    const fee = feeDue(charge, world.prices);
    if (fee !== null && fee !== charge.fee) differs(`${name}: charged ${charge.fee}, the price was ${fee}`);
    checkKept(charge, refunds, (text) => differs(`${name}: ${text}`));
  }
  for (const refund of refunds) {
    const key = `REFUND ${providerReference(merchantNo, refund.id)}`;
    const given = lines.get(key)?.amount ?? 0n;
    lines.delete(key);
    const ours = refund.status === "SUCCEEDED" ? refund.amount : 0n;
    if (ours !== given) differs(`refund ${refund.status}: we say ${ours}, the provider gave back ${given}`);
  }
  for (const [key, { amount }] of lines)
    differs(`the provider's book has ${key} of ${amount}, we know nothing of it`);

  for (const session of groupBy(charges, ({ sessionId }) => sessionId).values()) {
    const [first] = session;
    if (first === undefined) continue;
    const name = nameOf(sessions, first.sessionId);
    const paying = session.filter(({ pays }) => pays);
    const isPaid = first.sessionStatus === "SUCCEEDED";
    if (paying.length !== (isPaid ? 1 : 0))
      differs(`${name}: ${first.sessionStatus} with ${paying.length} payments`);
    if (isPaid && paying[0]?.chargeId !== first.sessionChargeId)
      differs(`${name}: shows another charge than paid it`);
  }
  differences.push(...checkEvents(events, network.received, sessions));

  differences.push(...(await lostHandles(database.owner, world.keyring, merchantNo)), ...world.mixedHandles);

  return { differences, ends: endsOf(charges, refunds, events, sessions), tally: tallyOf(charges) };
}

/** The fee of a mobile-money payment by the price in force when it began; null: its price does not change here. */
function feeDue(charge: Row, prices: World["prices"]): bigint | null {
  if (!charge.pays || charge.method !== "MOBILE_MONEY" || charge.currency !== "XOF") return null;
  const price = prices.findLast(({ fromMs }) => fromMs <= charge.createdAtMs);
  if (price === undefined) return null;
  return (charge.amount * price.basisPoints + 5_000n) / 10_000n;
}

/** Money that does not pay its session is being refunded, or waits for an operator. */
function checkKept(charge: Row, refunds: readonly RefundRow[], differs: (text: string) => void): void {
  const all = refunds.filter(({ chargeId }) => chargeId === charge.chargeId);
  const given = all.reduce((sum, { status, amount }) => (status === "SUCCEEDED" ? sum + amount : sum), 0n);
  if (given !== charge.amountRefunded)
    differs(`${charge.amountRefunded} given back, the refunds say ${given}`);
  if (given > (charge.amountConfirmed ?? charge.amount)) differs("more given back than taken");
  // The merchant's refunds came from its own money.
  const own = all.filter(({ reason }) => reason !== "REQUESTED_BY_PAYER");
  if (!charge.pays && own.length < all.length) differs("the merchant gave back money that is not its own");
  const stuck = charge.review === "REFUND_FAILED";
  if (stuck !== (!charge.pays && own[0]?.status === "FAILED"))
    differs(`${own[0]?.status}, yet ${charge.review}`);
  const wanted =
    charge.status !== "SUCCEEDED" || charge.pays || (charge.review !== null && !stuck)
      ? null
      : charge.duplicate
        ? "DUPLICATE"
        : "LATE_PAYMENT";
  if (own.length !== (wanted === null ? 0 : 1)) differs(`${own.length} refunds instead of ${wanted}`);
  if (wanted !== null && own[0]?.reason !== wanted) differs(`given back as ${own[0]?.reason}, not ${wanted}`);
  if (wanted === "LATE_PAYMENT" && charge.policy !== "REFUND")
    differs(`given back although ${charge.policy}`);
  if (charge.pays && charge.late && charge.policy !== "ACCEPT") differs(`kept although ${charge.policy}`);
  const isMismatch = charge.amountConfirmed !== null && charge.amountConfirmed !== charge.amount;
  if (isMismatch !== (charge.review === "AMOUNT_MISMATCH")) differs("an odd amount without a review");
}

/** At least once each, and numbered without a gap, as the merchant can check. */
function checkEvents(
  events: readonly EventRow[],
  received: ReadonlyMap<string, number>,
  sessions: readonly KnownSession[],
): readonly string[] {
  const differences: string[] = [];
  for (const [subject, own] of groupBy(events, ({ subjectId }) => subjectId)) {
    const sequences = own.map(({ sequence }) => sequence).join();
    const wanted = own.map((_event, index) => index + 1).join();
    if (sequences !== wanted) differences.push(`events of ${subject} are numbered ${sequences}`);
    for (const { id, type } of own) {
      if (!received.has(publicId("event", id))) differences.push(`${type} never reached the merchant`);
    }
  }
  if (sessions.length > 0 && received.size < events.length) differences.push("the merchant misses events");
  return differences;
}

function endsOf(
  charges: readonly Row[],
  refunds: readonly RefundRow[],
  events: readonly EventRow[],
  sessions: readonly KnownSession[],
): readonly string[] {
  const perSession = groupBy(charges, ({ sessionId }) => sessionId);
  return sessions
    .map((session) => {
      const own = perSession.get(session.id) ?? [];
      const shown = own.map(({ chargeId, attempt, status, failureCode, late, duplicate, pays, review }) => {
        const back = refunds.filter((refund) => refund.chargeId === chargeId).map(({ status: end }) => end);
        return [
          ...[attempt, status, failureCode, late && "late", duplicate && "duplicate", pays && "pays", review],
          ...back.map((end) => `refund ${end}`),
        ]
          .filter(Boolean)
          .join(" ");
      });
      const [first] = own;
      return `${session.name} ${first?.sessionStatus ?? "never tried"}${first?.paidLate ? " late" : ""}: ${shown.join("; ")}`;
    })
    .concat(
      `${events.length} events: ${events
        .map(({ type }) => type)
        .sort()
        .join()}`,
    );
}

function tallyOf(charges: readonly Row[]): Reckoning["tally"] {
  const tally = { paid: 0, late: 0, duplicate: 0, review: 0, failed: 0, unresolved: 0 };
  for (const { status, late, duplicate, pays, review } of charges) {
    if (pays) tally.paid += 1;
    if (late) tally.late += 1;
    if (duplicate) tally.duplicate += 1;
    if (review !== null) tally.review += 1;
    else if (status === "FAILED") tally.failed += 1;
    else if (status !== "SUCCEEDED") tally.unresolved += 1;
  }
  return tally;
}

function nameOf(sessions: readonly KnownSession[], id: string): string {
  return sessions.find((session) => session.id === id)?.name ?? "a session nobody was told of";
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
