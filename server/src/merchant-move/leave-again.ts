import { systemActor, writeAudit } from "../db/audit.ts";
import type { Queryable } from "../db/database.ts";
import { type FormerStay, findArrived, openStays } from "../keyring/former-ids.ts";
import { nameOfCell } from "../kit/cell.ts";
import { type Id, type MerchantNo, publicId } from "../kit/ids.ts";
import {
  type FencedMerchant,
  keepFence,
  lowerFence,
  prepareFence,
  raiseFence,
  removeFence,
} from "./fence.ts";
import { numbersHere } from "./follow.ts";
import type { LivesThere, MovedOn } from "./lives-there.ts";
import { findMove, type Move, takeOver, writePlan, writeStep } from "./moves.ts";
import { endLeaving } from "./park.ts";
import { MoveRefusedError } from "./types.ts";

/** Clocks of two cells differ: what is an hour older is compared, too. */
const CLOCK_TOLERANCE_MS = 3_600_000;
/** So many ids in one question to the other cell. */
const IDS_A_ROUND = 1_000;

/** A payment, refund or payout that this cell has and the one in which the merchant lives has not. */
export interface OnlyHere {
  /** Public. */
  readonly id: string;
  readonly mode: string;
  readonly status: string;
  /** In minor units of `currency`. */
  readonly amount: bigint;
  readonly currency: string;
}

/**
 * Repeats the switch in a cell that was restored to a moment before a merchant left it: from the commit on the cell refuses its writes, answers
 * 421 and passes callbacks on, as before the restore. Returns what was made here since, which nobody copies. Refuses with MoveRefusedError
 * while some of that is under way, for nobody would ask about it any more, and where the other cell is the one that was restored.
 */
export async function leaveAgain(moved: MovedOn, lives: LivesThere): Promise<readonly OnlyHere[]> {
  const { arrived, stays, known } = lives;
  const { here, there, merchantId } = moved;
  await requireBehind(moved, stays);
  const { digest } = arrived;
  if (digest === null) throw new Error("an arrival that has ended has a digest");
  const planned = await requireNoOtherMove(moved, lives);
  const numbers = await numbersHere(here.db, merchantId);
  const merchant: FencedMerchant = { merchantId, numbers: numbers.map(({ from }) => from) };
  await prepareFence(here.db, merchant);
  let onlyHere: readonly OnlyHere[];
  let move: Pick<Move, "id" | "attempt">;
  try {
    const raised = await raiseFence(here.db, merchant);
    onlyHere = await findOnlyHere(here.db, there.db, numbers, known);
    requireEnded(onlyHere);
    move = await here.db.transaction(async (tx) => {
      await keepFence(tx, merchant, raised);
      const row = planned ?? (await planAgain(tx, moved, merchant.numbers, known));
      await writeStep(tx, row, ["PLANNED"], { step: "SWITCHED", digest });
      await writeAudit(tx, moved.ids, moved.clock.nowMs(), {
        merchantNo: merchant.numbers[0] ?? null,
        actor: systemActor,
        action: "merchant.moved_away",
        subject: merchantId,
        after: {
          to: there.keyring.cell ?? "default",
          digest,
          move: arrived.id,
          movedBy: moved.movedBy,
          afterRestore: true,
          onlyHere: onlyHere.map(({ id }) => id),
        },
      });
      return row;
    });
  } catch (error) {
    await lowerFence(here.db, merchant);
    await removeFence(here.db, merchant);
    throw error;
  }
  await endLeaving(here, { ...move, merchantId, numbers: merchant.numbers });
  return onlyHere;
}

/**
 * Refuses with MoveRefusedError unless this cell knows of fewer departures from here than the other one: then this one was restored. The next
 * cells know of each departure as a stay. Times of two clocks are not compared.
 */
async function requireBehind(
  { here, there, merchantId }: MovedOn,
  stays: readonly FormerStay[],
): Promise<void> {
  const [row] = await findArrived(here.db, merchantId);
  const own = row === undefined ? [] : openStays(here.keyring, row);
  const departures = (list: readonly FormerStay[]): number =>
    list.filter(({ cell }) => cell === here.keyring.cell).length;
  if (departures(stays) > departures(own)) return;
  throw new MoveRefusedError(
    `it came back to ${nameOfCell(here.keyring.cell)}, and ${nameOfCell(there.keyring.cell)} does not know: was that one restored from a backup? Then give this command with its settings`,
  );
}

/** The row of the lost departure, when the restore brought it back before its switch; null: there is none. Refuses every other move. */
async function requireNoOtherMove(
  { here: { db }, merchantId }: MovedOn,
  { arrived, stays, known }: LivesThere,
): Promise<Move | null> {
  const last = await findMove(db, merchantId);
  if (last === null || last.step === "THAWED") return null;
  const cell = nameOfCell(last.otherCell);
  if (last.direction === "IN")
    throw new MoveRefusedError(
      `this database was restored to a moment at which its way here from ${cell} had not ended: restore to a later one`,
    );
  // When it has moved on since, the cell that it left this one for is the next stay.
  const next = stays[stays.indexOf(known) + 1];
  if (last.id === arrived.id || next?.cell === last.otherCell) return takeOver(db, last.id);
  throw new MoveRefusedError(`a move to ${cell} is under way: give it up first`);
}

/** With `tx`, a row of the departure that the restore has taken away. */
async function planAgain(
  tx: Queryable,
  { there, merchantId, ids, movedBy }: MovedOn,
  numbers: readonly MerchantNo[],
  known: FormerStay,
): Promise<Pick<Move, "id" | "attempt">> {
  const id = ids.uuid();
  await writePlan(tx, {
    id,
    merchantId,
    direction: "OUT",
    otherCell: there.keyring.cell,
    numbers,
    movedBy,
    // A sandbox that was reset here since has no number there.
    otherNumbers: numbers.map((own) => numberThere(known, own) ?? own),
  });
  return { id, attempt: 1 };
}

/** A number of this cell in the other one, whose row `known` is: its `there` is this cell. */
const numberThere = (known: FormerStay, own: MerchantNo): MerchantNo | undefined =>
  known.here[known.there.indexOf(own)];

const kinds = [
  { table: "charges", kind: "charge" },
  { table: "refunds", kind: "refund" },
  { table: "payouts", kind: "payout" },
] as const;

/** What this cell has made since the merchant left it, and the other one has not, oldest first. */
async function findOnlyHere(
  here: Queryable,
  there: Queryable,
  numbers: readonly { readonly mode: string; readonly from: MerchantNo }[],
  known: FormerStay,
): Promise<readonly OnlyHere[]> {
  const found: OnlyHere[] = [];
  const since = new Date(known.untilMs - CLOCK_TOLERANCE_MS);
  for (const { mode, from } of numbers)
    for (const { table, kind } of kinds) {
      const rows = await here.query<Omit<OnlyHere, "id" | "mode"> & { id: Id<typeof kind> }>({
        text: `select id, status, amount, currency from ${table} where merchant_no = $1 and created_at >= $2 order by id`,
        values: [from, since],
      });
      const other = numberThere(known, from);
      for (let at = 0; at < rows.length; at += IDS_A_ROUND) {
        const round = rows.slice(at, at + IDS_A_ROUND);
        const others = await there.query<{ id: string }>({
          text: `select id from ${table} where merchant_no = $1 and id = any($2::uuid[])`,
          values: [other ?? null, round.map(({ id }) => id)],
        });
        const copied = new Set(others.map(({ id }) => id));
        for (const { id, ...row } of round)
          if (!copied.has(id)) found.push({ ...row, mode, id: publicId(kind, id) });
      }
    }
  return found;
}

const ENDED: ReadonlySet<string> = new Set(["SUCCEEDED", "FAILED", "CANCELLED", "PAID", "REVERSED"]);

function requireEnded(onlyHere: readonly OnlyHere[]): void {
  const open = onlyHere.filter(({ status }) => !ENDED.has(status));
  if (open.length === 0) return;
  throw new MoveRefusedError(
    `payments, refunds or payouts that only this cell has are under way: ${open.length}, the first ${open[0]?.id}. Suspend the merchant here, and wait until they have ended`,
  );
}
