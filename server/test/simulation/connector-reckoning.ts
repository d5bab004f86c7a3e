import type { Id } from "../../src/kit/ids.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import type { Entry, EntryKind } from "../../src/stand-ins/book.ts";
import type { RunningStandIn } from "../../src/stand-ins/open.ts";
import type { TestApp } from "../harness/app.ts";

/** A stand-in whose book is compared with ours. */
export interface ReckonedRail {
  readonly title: string;
  /** By what its book knows our operations: the id drawn for it, our reference, or that of a refund's payment. */
  readonly namedBy: "ownId" | "reference" | "chargeReference";
  /** Whether the provider took back what it had moved. */
  readonly isUndone: (entry: Entry) => boolean;
  /** The account's id, as it is stored. */
  readonly accountId: string;
  readonly standIn: RunningStandIn;
}

interface Booked {
  readonly kind: EntryKind;
  readonly id: Id<"charge">;
  readonly ownId: string | null;
  /** Of a refund. */
  readonly chargeId: Id<"charge"> | null;
  /** Bookings less those that were taken back. */
  readonly times: number;
  readonly amount: bigint | null;
  readonly status: string;
}

/** What our ledger has of each operation of an account: money that came is positive, and money that left too. */
const bookedSql = `
  select 'PAYMENT' as kind, c.id, c.provider_reference as "ownId", null::uuid as "chargeId",
    count(t.id)::int as times, sum(t.amount)::bigint as amount, c.status
  from charges c left join ledger_transfers t
    on t.merchant_no = c.merchant_no and t.source_id = c.id and t.type = 'CHARGE'
  where c.provider_account_id = $1 group by c.merchant_no, c.id
  union all
  select case r.route when 'ORIGINAL_RAIL' then 'REFUND' else 'PAYOUT' end, r.id, r.provider_reference,
    case r.route when 'ORIGINAL_RAIL' then r.charge_id end,
    sum(case when t.to_account = $2 then 1 when t.from_account = $2 then -1 else 0 end)::int,
    sum(case when t.to_account = $2 then t.amount when t.from_account = $2 then -t.amount else 0 end)::bigint, r.status
  from refunds r left join ledger_transfers t
    on t.merchant_no = r.merchant_no and t.source_id = r.id and t.type = 'REFUND'
  where r.provider_account_id = $1 group by r.merchant_no, r.id
  union all
  select 'PAYOUT', p.id, p.provider_reference, null,
    sum(case when t.to_account = $2 then 1 when t.from_account = $2 then -1 else 0 end)::int,
    sum(case when t.to_account = $2 then t.amount when t.from_account = $2 then -t.amount else 0 end)::bigint, p.status
  from payouts p left join ledger_transfers t
    on t.merchant_no = p.merchant_no and t.source_id = p.id and t.type in ('PAYOUT', 'PAYOUT_REVERSAL')
  where p.provider_account_id = $1 group by p.merchant_no, p.id`;

export interface Reckoning {
  /** One sentence for each difference. */
  readonly wrong: readonly string[];
  /** How much of each kind the provider has moved. */
  readonly moved: Readonly<Record<EntryKind, number>>;
  /** Refunds and payouts of another amount than ordered: nothing is booked before an operator has decided. */
  readonly undecided: number;
  /** Refunds that succeeded at the provider and failed there afterwards. */
  readonly undone: number;
}

/** Compares the book of a stand-in with our ledger, operation by operation and to the minor unit. */
export async function reckon(
  test: TestApp,
  { title, namedBy, isUndone, accountId, standIn }: ReckonedRail,
): Promise<Reckoning> {
  const rows = await test.owner.query<Booked>({
    text: bookedSql,
    values: [accountId, `clearing:${accountId}`],
  });
  const nameOf = ({ kind, id, ownId, chargeId }: Booked): string => {
    if (namedBy === "ownId") return `${kind} ${ownId}`;
    const named = namedBy === "chargeReference" ? (chargeId ?? id) : id;
    return `${kind} ${providerReference(test.merchantNo, named)}`;
  };
  const wrong: string[] = [];
  const moved: Record<EntryKind, number> = { PAYMENT: 0, REFUND: 0, PAYOUT: 0 };
  const ours = new Map<string, { times: number; amount: bigint; status: string }>();
  for (const row of rows) {
    // A failed refund and a later one of the same payment have one name.
    const before = ours.get(nameOf(row)) ?? { times: 0, amount: 0n };
    const { times, amount, status } = row;
    ours.set(nameOf(row), { times: before.times + times, amount: before.amount + (amount ?? 0n), status });
  }
  const theirs = new Set<string>();
  let undecided = 0;
  let undone = 0;
  for (const entry of standIn.book.list()) {
    const { kind, id, reference, amount, asked, status } = entry;
    if (status !== "SUCCEEDED") continue;
    const name = `${kind} ${namedBy === "ownId" ? id : reference}`;
    moved[kind] += 1;
    if (theirs.has(name)) wrong.push(`${title} ${name}: moved twice`);
    theirs.add(name);
    const one = ours.get(name);
    if (isUndone(entry)) {
      undone += 1;
      if (one?.times !== 0 || one.amount !== 0n || one.status !== "FAILED")
        wrong.push(`${title} ${name}: taken back, and is ${one?.status} here, booked ${one?.times} times`);
      continue;
    }
    if (kind !== "PAYMENT" && asked.minor !== amount.minor && one?.status === "IN_RECONCILIATION") {
      undecided += 1;
      continue;
    }
    if (one?.times !== 1 || one.amount !== amount.minor) {
      wrong.push(`${title} ${name}: moved ${amount.minor}, booked ${one?.times} times, ${one?.amount}`);
    }
  }
  for (const [name, { times }] of ours) {
    if (times !== 0 && !theirs.has(name)) wrong.push(`${title} ${name}: booked and never moved`);
  }
  return { wrong, moved, undecided, undone };
}
