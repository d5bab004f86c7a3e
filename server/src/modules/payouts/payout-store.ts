import { readRow, selectList } from "../../db/columns.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { noRestoreIsOpen } from "../../db/open-restore.ts";
import { type MerchantActor, storedMerchantActor } from "../../kit/actor.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { FailureCode } from "../../kit/payment-terms.ts";
import type { PayoutStatus } from "./states.ts";
import type { Payout } from "./types.ts";

const fields = [
  "merchantNo",
  "id",
  "walletId",
  "beneficiaryId",
  "destination",
  "amount",
  "currency",
  "status",
  "reference",
  "description",
  "metadata",
  "scenario",
  "approvalRequired",
  "createdByKind",
  "createdBy",
  "approvedByKind",
  "approvedBy",
  "providerAccountId",
  "provider",
  "providerReference",
  "providerHandle",
  "providerTransactionId",
  "failureCode",
  "checkCount",
  "unknownSinceMs",
  "eventSequence",
  "version",
  "approvedAtMs",
  "queuedAtMs",
  "sentAtMs",
  "paidAtMs",
  "failedAtMs",
  "reversedAtMs",
  "cancelledAtMs",
  "createdAtMs",
  "updatedAtMs",
] as const satisfies readonly (keyof PayoutColumns)[];
/** A payout as stored. */
type PayoutColumns = Omit<Payout, "createdBy" | "approvedBy"> & {
  readonly createdByKind: string;
  readonly createdBy: string;
  readonly approvedByKind: string;
  readonly approvedBy: string | null;
};
const jsonFields: ReadonlySet<string> = new Set(["destination", "metadata"]);
const columns = selectList("p", fields);

type Row = Readonly<Record<string, unknown>>;
function readPayout(row: Row): Payout {
  const { createdByKind, createdBy, approvedByKind, approvedBy, ...rest } = readRow<PayoutColumns>(
    row,
    fields,
    jsonFields,
  );
  return {
    ...rest,
    createdBy: storedMerchantActor(createdByKind, createdBy),
    approvedBy: approvedBy === null ? null : storedMerchantActor(approvedByKind, approvedBy),
  };
}
const time = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export type NewPayout = Pick<
  Payout,
  | "merchantNo"
  | "id"
  | "walletId"
  | "beneficiaryId"
  | "destination"
  | "amount"
  | "currency"
  | "reference"
  | "description"
  | "metadata"
  | "scenario"
  | "approvalRequired"
  | "createdBy"
> & { readonly nowMs: number; readonly dueAtMs: number };

/** PENDING_APPROVAL, or PENDING until `dueAtMs`. Its first event is counted already. */
export async function insertPayout(tx: Transaction, payout: NewPayout): Promise<Payout> {
  const [row] = await tx.query<Row>({
    text: `
      insert into payouts as p (merchant_no, id, wallet_id, beneficiary_id, destination, amount, currency, status,
        reference, description, metadata, approval_required, created_by, next_check_at, event_sequence, created_at,
        updated_at, scenario, created_by_kind)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1, $15, $15, $16, $17)
      returning ${columns}`,
    values: [
      payout.merchantNo,
      payout.id,
      payout.walletId,
      payout.beneficiaryId,
      JSON.stringify(payout.destination),
      payout.amount,
      payout.currency,
      payout.approvalRequired ? "PENDING_APPROVAL" : "PENDING",
      payout.reference,
      payout.description,
      JSON.stringify(payout.metadata),
      payout.approvalRequired,
      payout.createdBy.id,
      payout.approvalRequired ? null : new Date(payout.dueAtMs),
      new Date(payout.nowMs),
      payout.scenario,
      payout.createdBy.kind,
    ],
  });
  if (row === undefined) throw new Error("an insert returns its row");
  return readPayout(row);
}

export async function findPayout(
  db: Queryable,
  merchantNo: MerchantNo,
  id: Id<"payout">,
  lock: "none" | "change" = "none",
): Promise<Payout | null> {
  const [row] = await db.query<Row>({
    text: `select ${columns} from payouts p where p.merchant_no = $1 and p.id = $2
      ${lock === "change" ? "for no key update" : ""}`,
    values: [merchantNo, id],
  });
  return row === undefined ? null : readPayout(row);
}

/** The merchant's payouts of these ids, in no order; ids of other merchants are not found. */
export async function readPayouts(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly Payout[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${columns} from payouts p where p.merchant_no = $1 and p.id = any($2::uuid[])`,
    values: [merchantNo, ids],
  });
  return rows.map(readPayout);
}

/**
 * The fields that a transition writes besides the status. Absent fields stay; the times of the statuses are set
 * automatically.
 */
export interface PayoutMove {
  readonly status: PayoutStatus;
  /** Events written by the same transaction. */
  readonly events: 0 | 1;
  readonly nextCheckAtMs: number | null;
  readonly unknownSinceMs?: number | null;
  readonly approvedBy?: MerchantActor;
  readonly sentTo?: {
    readonly providerAccountId: string;
    readonly provider: string;
    /** Its id in the provider's own form; null: our reference is its id there. */
    readonly providerReference: string | null;
  };
  /** Sealed. */
  readonly providerHandle?: Buffer | null;
  readonly providerTransactionId?: string;
  readonly providerCode?: string;
  readonly failureCode?: FailureCode;
}

/**
 * Moves a payout from the status it was read in, and returns its new state; null when another process moved it first.
 */
export async function movePayout(
  tx: Transaction,
  payout: Payout,
  move: PayoutMove,
  nowMs: number,
): Promise<Payout | null> {
  const reached = (status: PayoutStatus, column: string) =>
    `${column} = case when $4 = '${status}' then coalesce(${column}, $5::timestamptz) else ${column} end`;
  const [row] = await tx.query<Row>({
    text: `
      update payouts p set status = $4, event_sequence = event_sequence + $6, next_check_at = $7, unknown_since = $8,
        approved_by = coalesce($9, approved_by), approved_by_kind = coalesce($15, approved_by_kind),
        approved_at = case when $9::uuid is null then approved_at else $5::timestamptz end,
        provider_account_id = coalesce($10, provider_account_id), provider = coalesce($11, provider),
        provider_reference = coalesce($16, provider_reference),
        provider_handle = coalesce($17, provider_handle),
        check_count = case when $10::uuid is null then check_count else 0 end,
        provider_transaction_id = coalesce($12, provider_transaction_id),
        provider_code = coalesce($13, provider_code), failure_code = coalesce($14, failure_code),
        ${reached("QUEUED", "queued_at")}, ${reached("PROCESSING", "sent_at")}, ${reached("PAID", "paid_at")},
        ${reached("FAILED", "failed_at")}, ${reached("REVERSED", "reversed_at")},
        ${reached("CANCELLED", "cancelled_at")},
        -- Asking once more is no change that anybody sees.
        version = version + (status <> $4)::int,
        updated_at = case when status <> $4 then $5::timestamptz else updated_at end
      where merchant_no = $1 and id = $2 and status = $3
      returning ${columns}`,
    values: [
      payout.merchantNo,
      payout.id,
      payout.status,
      move.status,
      new Date(nowMs),
      move.events,
      time(move.nextCheckAtMs),
      time(move.unknownSinceMs ?? null),
      move.approvedBy?.id ?? null,
      move.sentTo?.providerAccountId ?? null,
      move.sentTo?.provider ?? null,
      move.providerTransactionId ?? null,
      move.providerCode ?? null,
      move.failureCode ?? null,
      move.approvedBy?.kind ?? null,
      move.sentTo?.providerReference ?? null,
      move.providerHandle ?? null,
    ],
  });
  return row === undefined ? null : readPayout(row);
}

/** Leases due payouts for `leaseMs`: when a worker dies, its lease expires. Their status stays. */
export async function claimDuePayouts(
  db: Queryable,
  { nowMs, leaseMs, limit }: { readonly nowMs: number; readonly leaseMs: number; readonly limit: number },
): Promise<readonly Payout[]> {
  const rows = await db.query<Row>({
    text: `
      update payouts p set next_check_at = $2, check_count = check_count + 1
      where (merchant_no, id) in (
        select merchant_no, id from payouts where next_check_at <= $1
          and (status not in ('PENDING', 'QUEUED') or ${noRestoreIsOpen}) order by next_check_at limit $3
        for update skip locked
      )
      returning ${columns}`,
    values: [new Date(nowMs), new Date(nowMs + leaseMs), limit],
  });
  return rows.map(readPayout);
}

/** Leases one sent payout, whenever its next query is due; null when it is not in flight. */
export async function claimSentPayout(
  db: Queryable,
  merchantNo: MerchantNo,
  id: Id<"payout">,
  leaseUntilMs: number,
): Promise<Payout | null> {
  const [row] = await db.query<Row>({
    text: `update payouts p set next_check_at = $3, check_count = check_count + 1
      where merchant_no = $1 and id = $2 and status in ('PROCESSING', 'IN_RECONCILIATION') returning ${columns}`,
    values: [merchantNo, id, new Date(leaseUntilMs)],
  });
  return row === undefined ? null : readPayout(row);
}

/**
 * Makes a payout that waits for its next query due now, because its provider sent a callback. One that was given up is
 * queried again. False: it is not in flight, or due already.
 */
export async function checkPayoutNow(
  db: Queryable,
  { merchantNo, id }: { readonly merchantNo: MerchantNo; readonly id: Id<"payout"> },
  nowMs: number,
): Promise<boolean> {
  const rows = await db.query({
    text: `update payouts set next_check_at = $3
      where merchant_no = $1 and id = $2 and status in ('PROCESSING', 'IN_RECONCILIATION')
        and coalesce(next_check_at > $3, true)
      returning 1`,
    values: [merchantNo, id, new Date(nowMs)],
  });
  return rows.length > 0;
}

/** Minor units above which a payout of the wallet needs a second person; null: never. */
export async function readApprovalThreshold(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
): Promise<bigint | null> {
  const [row] = await db.query<{ above: bigint | null }>({
    text: "select payout_approval_above as above from wallets where merchant_no = $1 and id = $2",
    values: [merchantNo, walletId],
  });
  return row?.above ?? null;
}

/** The thresholds of all wallets of the merchant, the oldest wallet first. */
export function readApprovalThresholds(
  db: Queryable,
  merchantNo: MerchantNo,
): Promise<
  readonly {
    readonly walletId: Id<"wallet">;
    readonly label: string;
    readonly currency: string;
    readonly above: bigint | null;
  }[]
> {
  return db.query({
    text: `select id as "walletId", label, currency, payout_approval_above as above from wallets
      where merchant_no = $1 order by created_at, id`,
    values: [merchantNo],
  });
}

/** The wallet's threshold with the fields shown with it. */
export async function readWalletApproval(
  db: Queryable,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
): Promise<{ readonly currency: string; readonly above: bigint | null; readonly version: number }> {
  const [row] = await db.query<{ currency: string; above: bigint | null; version: number }>({
    text: "select currency, payout_approval_above as above, version from wallets where merchant_no = $1 and id = $2",
    values: [merchantNo, walletId],
  });
  if (row === undefined) throw new Error("a wallet is never removed");
  return row;
}

/** The threshold, locked until the end of the transaction; undefined when the merchant has no such wallet. */
export async function lockApprovalThreshold(
  tx: Transaction,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
): Promise<bigint | null | undefined> {
  const [row] = await tx.query<{ above: bigint | null }>({
    text: `select payout_approval_above as above from wallets where merchant_no = $1 and id = $2
      for no key update`,
    values: [merchantNo, walletId],
  });
  return row?.above;
}

/** False: the merchant has no such wallet. */
export async function updateApprovalThreshold(
  tx: Transaction,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  above: bigint | null,
): Promise<boolean> {
  const rows = await tx.query({
    text: "update wallets set payout_approval_above = $3 where merchant_no = $1 and id = $2 returning 1",
    values: [merchantNo, walletId, above],
  });
  return rows.length > 0;
}
