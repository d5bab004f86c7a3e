import { systemActor, writeAudit } from "../db/audit.ts";
import type { Transaction } from "../db/database.ts";
import { nameOfCell } from "../kit/cell.ts";
import type { Id, MerchantNo } from "../kit/ids.ts";
import { NOBODY, sealPayer } from "../modules/payments/index.ts";
import { detailsContext, NO_DETAILS } from "../modules/payouts/index.ts";
import { aloneWith } from "./fence.ts";
import { type MovedOn, requireLivesThere } from "./lives-there.ts";
import { type CellSide, MoveRefusedError } from "./types.ts";

/** As long as events are kept everywhere, so that nobody misses one of before the move. */
const CLEARED_AFTER_DAYS = 35;
const ROWS_A_ROUND = 1_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** What is removed, children first; `key` is what stands behind the merchant's number in the primary key. */
const removed: readonly { readonly table: string; readonly key: string }[] = [
  { table: "webhook_attempts", key: "delivery_id, attempt_number" },
  { table: "webhook_deliveries", key: "endpoint_id, id" },
  { table: "webhook_endpoints", key: "id" },
  { table: "events", key: "id" },
  { table: "idempotency_keys", key: "route, key" },
  { table: "note_mentions", key: "person_id, note_id" },
  { table: "notes", key: "subject_id, id" },
  { table: "payer_emails", key: "email_mac, payment_intent_id" },
];

/** Columns that are emptied in rows that stay, because the books name the rows. */
const emptied: readonly { readonly table: string; readonly columns: readonly string[] }[] = [
  { table: "checkout_sessions", columns: ["customer"] },
  { table: "payment_intents", columns: ["customer"] },
  { table: "refunds", columns: ["recipient", "provider_handle"] },
];

export interface Clearing extends MovedOn {
  /** Counts what would go, and changes nothing. */
  readonly isDry?: boolean;
  /** After each round that changed rows: for a test that stops in the middle. */
  readonly afterRound?: () => Promise<void>;
}

export interface ClearedTable {
  readonly table: string;
  readonly rows: number;
}

interface Left {
  readonly moveId: string;
  readonly numbers: readonly MerchantNo[];
  readonly step: string;
  readonly days: number | null;
}

/** One bounded part of the work; the number of rows that it changed, and 0 at the end. */
type Round = (tx: Transaction, merchantNo: MerchantNo) => Promise<number>;

/**
 * Removes the personal data of a merchant that left this cell: who paid, who was paid, events and their deliveries, notes, kept answers. What
 * answers 421, passes callbacks on, and the books stay. In rounds: after a kill another run goes on. Refuses with MoveRefusedError a
 * merchant that lives here, one that left less than 35 days ago, and a cell that does not hold it. Source:
 * docs/decisions/0088-clearing-a-merchant-that-left.md.
 */
export function clearLeft(clearing: Clearing): Promise<readonly ClearedTable[]> {
  const { here, there, merchantId } = clearing;
  return aloneWith(here.db, merchantId, async () => {
    const left = await requireLongGone(clearing);
    await requireLivesThere(here, there, merchantId);
    if (clearing.isDry === true) return countAll(here, left);
    const cleared: ClearedTable[] = [];
    const run = async (table: string, round: Round): Promise<void> => {
      let rows = 0;
      for (const merchantNo of left.numbers) rows += await inRounds(clearing, merchantNo, round);
      if (rows > 0) cleared.push({ table, rows });
    };
    for (const { table, key } of removed) await run(table, removeSome(table, key));
    for (const { table, columns } of emptied) await run(table, emptySome(table, columns));
    await run("payouts", forgetDestinations);
    for (const { table, forget } of resealed) await run(table, eachOnce(table, forget(here)));
    await writeCleared(clearing, left, cleared);
    return cleared;
  });
}

async function requireLongGone({ here, merchantId }: Clearing): Promise<Left> {
  const [left] = await here.db.query<Left>({
    text: `select move_id as "moveId", numbers, step,
                  floor(extract(epoch from clock_timestamp() - thawed_at) / 86400)::int as days
             from left_merchants where merchant_id = $1`,
    values: [merchantId],
  });
  if (left === undefined) throw new MoveRefusedError(`it lives in ${nameOfCell(here.keyring.cell)}`);
  if (left.step !== "THAWED" || left.days === null)
    throw new MoveRefusedError("its move has not ended: give the command that moves it again");
  if (left.days < CLEARED_AFTER_DAYS)
    throw new MoveRefusedError(
      `it left ${left.days} days ago, and personal data is kept for ${CLEARED_AFTER_DAYS}`,
    );
  return left;
}

/** Repeats a round, each in a transaction of its own, until it finds nothing; returns how many rows there were. */
async function inRounds(
  { here, merchantId, afterRound }: Clearing,
  merchantNo: MerchantNo,
  round: Round,
): Promise<number> {
  let rows = 0;
  while (true) {
    const found = await here.db.transaction(async (tx) => {
      // The fence lets this pass, and only for a merchant that has left.
      await tx.query({ text: "select set_config('cauris.clears', $1, true)", values: [merchantId] });
      return round(tx, merchantNo);
    });
    if (found === 0) return rows;
    rows += found;
    await afterRound?.();
  }
}

const removeSome =
  (table: string, key: string): Round =>
  async (tx, merchantNo) =>
    (
      await tx.query({
        text: `delete from ${table} where (merchant_no, ${key}) in (
                 select merchant_no, ${key} from ${table} where merchant_no = $1 limit ${ROWS_A_ROUND}) returning 1`,
        values: [merchantNo],
      })
    ).length;

const isFilled = (columns: readonly string[]): string => `num_nonnulls(${columns.join(", ")}) > 0`;

const emptySome =
  (table: string, columns: readonly string[]): Round =>
  async (tx, merchantNo) =>
    (
      await tx.query({
        text: `update ${table} set ${columns.map((name) => `${name} = null`).join(", ")} where (merchant_no, id) in (
                 select merchant_no, id from ${table} where merchant_no = $1 and ${isFilled(columns)} limit ${ROWS_A_ROUND})
               returning 1`,
        values: [merchantNo],
      })
    ).length;

const hasDestination = "(destination::jsonb ->> 'name' <> '' or provider_handle is not null)";

/** Of a payout its kind, operator and country stay. */
const forgetDestinations: Round = async (tx, merchantNo) =>
  (
    await tx.query({
      text: `update payouts set provider_handle = null, destination =
                 (destination::jsonb || '{"name":"","phone":null,"iban":null,"bankName":null,"walletId":null}')::text
              where (merchant_no, id) in (
                 select merchant_no, id from payouts where merchant_no = $1 and ${hasDestination} limit ${ROWS_A_ROUND})
              returning 1`,
      values: [merchantNo],
    })
  ).length;

type Forget = (tx: Transaction, merchantNo: MerchantNo, ids: readonly string[]) => Promise<unknown>;

/** Rows with a sealed value, which gets a sealed value of nobody: what is read of it opens. */
const resealed: readonly {
  readonly table: string;
  readonly forget: (side: CellSide) => Forget;
}[] = [
  {
    table: "charges",
    forget:
      ({ keyring }) =>
      (tx, merchantNo, ids) =>
        tx.query({
          text: `update charges c set payer = n.payer, payer_phone_mac = null, provider_handle = null,
                     method_details = (c.method_details::jsonb - '{phone,last4,walletId}'::text[])::text
                   from unnest($2::uuid[], $3::bytea[]) n (id, payer) where c.merchant_no = $1 and c.id = n.id`,
          values: [merchantNo, ids, ids.map((id) => sealPayer(keyring, { merchantNo, id }, NOBODY))],
        }),
  },
  {
    table: "beneficiaries",
    forget:
      ({ keyring }) =>
      (tx, merchantNo, ids) => {
        const nothing = JSON.stringify(NO_DETAILS);
        const sealed = (id: string) =>
          keyring.seal(nothing, detailsContext(merchantNo, id as Id<"beneficiary">));
        return tx.query({
          text: `update beneficiaries b set name = '', shown = $4, details = n.details, registered_name = null, account_mac = null
                   from unnest($2::uuid[], $3::bytea[]) n (id, details) where b.merchant_no = $1 and b.id = n.id`,
          values: [merchantNo, ids, ids.map(sealed), nothing],
        });
      },
  },
];

/** Goes through all rows of a table by their id: nothing in a row says whether it was done, so a run that goes on begins with the first one. */
function eachOnce(table: string, forget: Forget): Round {
  let last: { readonly of: MerchantNo; readonly id: string } | null = null;
  return async (tx, merchantNo) => {
    const after = last?.of === merchantNo ? last.id : FIRST_ID;
    const rows = await tx.query<{ id: string }>({
      text: `select id from ${table} where merchant_no = $1 and id > $2 order by id limit ${ROWS_A_ROUND}`,
      values: [merchantNo, after],
    });
    const ids = rows.map(({ id }) => id);
    await forget(tx, merchantNo, ids);
    last = { of: merchantNo, id: ids.at(-1) ?? after };
    return ids.length;
  };
}

async function countAll({ db }: CellSide, { numbers }: Left): Promise<readonly ClearedTable[]> {
  const parts = [
    ...removed.map(({ table }) => ({ table, only: "true" })),
    ...emptied.map(({ table, columns }) => ({ table, only: isFilled(columns) })),
    { table: "payouts", only: hasDestination },
    ...resealed.map(({ table }) => ({ table, only: "true" })),
  ];
  const counted: ClearedTable[] = [];
  for (const { table, only } of parts) {
    const [row] = await db.query<{ rows: number }>({
      text: `select count(*)::int as rows from ${table} where merchant_no = any($1::int[]) and ${only}`,
      values: [numbers],
    });
    if (row !== undefined && row.rows > 0) counted.push({ table, rows: row.rows });
  }
  return counted;
}

async function writeCleared(
  { here, merchantId, ids, clock, movedBy }: Clearing,
  { moveId, numbers }: Left,
  cleared: readonly ClearedTable[],
): Promise<void> {
  const [merchantNo = null] = numbers;
  await here.db.transaction(async (tx) => {
    await tx.query({
      text: "update merchant_moves set cleared_at = clock_timestamp() where id = $1",
      values: [moveId],
    });
    await writeAudit(tx, ids, clock.nowMs(), {
      merchantNo,
      actor: systemActor,
      action: "merchant.cleared",
      subject: merchantId,
      after: { rows: cleared.reduce((sum, { rows }) => sum + rows, 0), move: moveId, clearedBy: movedBy },
    });
  });
}
