import { createHash } from "node:crypto";
import { systemActor, writeAudit } from "../db/audit.ts";
import type { Queryable, Transaction } from "../db/database.ts";
import { placeOfLeft } from "../db/left-merchants.ts";
import { notify } from "../db/notify.ts";
import { formerStaysFor } from "../keyring/former-ids.ts";
import { formerIdsContext, idKeyContext } from "../kit/arrivals.ts";
import { nameOfCell } from "../kit/cell.ts";
import type { Clock } from "../kit/clock.ts";
import type { IdSource, MerchantNo } from "../kit/ids.ts";
import { ACCESS_CHANGED } from "../modules/access/index.ts";
import { MERCHANTS_CHANGED } from "../modules/merchants/index.ts";
import type { CaughtUp } from "./catch-up.ts";
import type { Copying } from "./copy.ts";
import {
  aloneWith,
  closeFence,
  FENCE_SECONDS,
  type FencedMerchant,
  keepFence,
  lowerFence,
  openFence,
  prepareFence,
  type RaisedFence,
  raiseFence,
  removeFence,
  TOO_LATE,
} from "./fence.ts";
import {
  type CopyReport,
  copyOneMoment,
  followChanges,
  numbersHere,
  numberThere,
  OWN_WAITS,
  requirePlace,
} from "./follow.ts";
import {
  findMove,
  hasOpened,
  type Move,
  requireHere,
  requireNoMove,
  takeOver,
  writeIdKeys,
  writePlan,
  writeRun,
  writeStep,
} from "./moves.ts";
import { requireNothingHere, requireWhole } from "./obstacles.ts";
import { endLeaving } from "./park.ts";
import { countAll, type MovingTable } from "./rows.ts";
import { keepCopy, takeBackCopy } from "./take-back.ts";
import { type MovedNumber, MoveRefusedError, type Rehearsal } from "./types.ts";
import { readSums } from "./verify.ts";

/** Where a test stops a move: after each commit, and where nothing is committed but much is under way. */
export type MoveMoment = "planned" | "copied" | "frozen" | "verified" | "switched" | "thawed";

export interface Moving extends Omit<Rehearsal, "isFrozen" | "inspect"> {
  /** Of the move, should it begin now, and of its entries in both audit logs. */
  readonly ids: IdSource;
  /** For the entries; `nowMs` measures how long something takes. */
  readonly clock: Clock;
  /** Who runs the command, for the table of moves and the audit logs. */
  readonly movedBy: string;
  readonly reached?: (moment: MoveMoment) => Promise<void>;
}

export interface MoveReport {
  readonly digest: string;
  /** Null: an earlier run of the command has made the copy, and switched. */
  readonly copied:
    | (CopyReport & {
        readonly rounds: readonly CaughtUp[];
        /** Milliseconds in which nobody could write: from the first refusal in the old cell until the new one was opened. */
        readonly frozenMs: number;
      })
    | null;
}

interface Copied {
  readonly report: CopyReport;
  readonly rounds: readonly CaughtUp[];
  readonly frozenAtMs: number;
}

/**
 * Moves a merchant to the other cell, or goes on where an earlier run was killed. Until `switched` is committed in the old cell, the
 * merchant lives there, and a run begins with a new copy. From then on only the new cell writes, and a run only opens it. Refuses with
 * MoveRefusedError and UnreadableValueError; then the merchant lives where it did. Source: docs/decisions/0081-moving-a-merchant.md.
 */
export function moveMerchant(moving: Moving): Promise<MoveReport> {
  return aloneInBoth(moving, async () => {
    const plan = await planOf(moving);
    if (plan.step === "SWITCHED") return thaw(moving, plan, null);
    let copied: Copied | null = null;
    try {
      copied = await copyAndSwitch(moving, plan);
    } catch (error) {
      // The answer to the switch may have been lost: the row alone says what is true.
      const move = await takeOver(moving.from.db, plan.id);
      if (move.step === "PLANNED") {
        await takeBack(moving, move);
        throw error;
      }
    }
    return thaw(moving, await takeOver(moving.from.db, plan.id), copied);
  });
}

/**
 * Takes back what a move has done in both cells, as long as it is not switched; the merchant writes where it did. Can be repeated.
 * Refuses with MoveRefusedError where there is nothing to give up any more.
 */
export function giveUpMove(giving: Pick<Moving, "from" | "to" | "merchantId">): Promise<void> {
  const { from, to, merchantId } = giving;
  return aloneInBoth(giving, async () => {
    const found = await findMove(from.db, merchantId);
    if (found?.direction !== "OUT") throw new MoveRefusedError("no move of this merchant is under way");
    requireCell(found, to.keyring.cell);
    const move = await takeOver(from.db, found.id);
    if (move.step !== "PLANNED")
      throw new MoveRefusedError(
        "it is switched: the other cell may have written since, so the move can only go on",
      );
    await requireNotOpened(to.db, move);
    await takeBack(giving, move);
    const there = await findMove(to.db, merchantId);
    if (there?.id === move.id)
      await to.db.transaction((tx) => writeStep(tx, move, ["PLANNED"], { step: "GIVEN_UP" }));
    await from.db.transaction((tx) => writeStep(tx, move, ["PLANNED"], { step: "GIVEN_UP" }));
  });
}

function aloneInBoth<T>(
  { from, to, merchantId }: Pick<Moving, "from" | "to" | "merchantId">,
  work: () => Promise<T>,
): Promise<T> {
  if (from.keyring.cell === to.keyring.cell) throw new MoveRefusedError("both are the same cell");
  return aloneWith(from.db, merchantId, () => aloneWith(to.db, merchantId, work));
}

function requireCell({ otherCell }: Move, cell: Move["otherCell"]): void {
  if (otherCell !== cell)
    throw new MoveRefusedError(`it is being moved to ${nameOfCell(otherCell)}, not to ${nameOfCell(cell)}`);
}

/** Refuses with MoveRefusedError a move that is planned here and has ended there: this cell was restored to a moment before. */
async function requireNotOpened(there: Queryable, { id, otherCell }: Move): Promise<void> {
  if (await hasOpened(there, id))
    throw new MoveRefusedError(
      `${nameOfCell(otherCell)} has opened it with this very move: this cell was restored to a moment before. Tell it with merchant moved --merchant --to`,
    );
}

/** The old cell's row of the move, after both cells have one. The new cell holds no copy then, unless the move is switched. */
async function planOf(moving: Moving): Promise<Move> {
  const { from, to, merchantId, ids, movedBy } = moving;
  const found = await findMove(from.db, merchantId);
  if (found?.direction !== "OUT") {
    await requireHere(from.db, merchantId);
    const here = await numbersHere(from.db, merchantId);
    const numbers = here.map((number) => number.from);
    await requireWhole(from.db, numbers);
    await requireNothingHere(from.db, numbers);
    await requirePlace(to.db, moving);
    await requireNoMove(to.db, merchantId);
    const otherNumbers: MerchantNo[] = [];
    for (const { mode } of here) otherNumbers.push(await numberThere(to.db, merchantId, mode));
    const otherCell = to.keyring.cell;
    const moveId = ids.uuid();
    const plan = { id: moveId, merchantId, movedBy, numbers, otherNumbers, otherCell };
    await writePlan(from.db, { ...plan, direction: "OUT" });
    await writePlanThere(moving, { ...plan, attempt: 1 });
    await moving.reached?.("planned");
    return takeOver(from.db, moveId);
  }
  requireCell(found, to.keyring.cell);
  if (found.step === "THAWED") throw new MoveRefusedError(`it has moved to ${nameOfCell(found.otherCell)}`);
  const move = await takeOver(from.db, found.id);
  if (move.step !== "PLANNED") return move;
  await requireNotOpened(to.db, move);
  if ((await findMove(to.db, merchantId))?.id !== move.id)
    await writePlanThere(moving, { ...move, movedBy: moving.movedBy });
  await takeBack(moving, move);
  return move;
}

const writePlanThere = (
  { to, from }: Moving,
  plan: Pick<Move, "id" | "merchantId" | "numbers" | "otherNumbers" | "attempt"> & { movedBy: string },
): Promise<void> =>
  writePlan(to.db, {
    ...plan,
    direction: "IN",
    otherCell: from.keyring.cell,
    numbers: plan.otherNumbers,
    otherNumbers: plan.numbers,
  });

const here = ({ merchantId, numbers }: Move): FencedMerchant => ({ merchantId, numbers });
const there = ({ merchantId, otherNumbers }: Move): FencedMerchant => ({ merchantId, numbers: otherNumbers });

/** Both cells as before the copy; the move stays planned. */
async function takeBack({ from, to }: Pick<Moving, "from" | "to">, move: Move): Promise<void> {
  // First, and also when the other cell cannot be reached: no run can switch any more.
  await lowerFence(from.db, here(move));
  if ((await findMove(to.db, move.merchantId))?.id === move.id) {
    const isBack = (await placeOfLeft(to.db, move.merchantId)) !== null;
    await (isBack ? keepCopy : takeBackCopy)(to.db, there(move), (tx) => writeRun(tx, move));
  }
  await removeFence(from.db, here(move));
  await removeFence(to.db, there(move));
}

/** Copies, freezes, copies the rest, commits the copy in the other cell behind a fence of its own, and switches. */
async function copyAndSwitch(moving: Moving, move: Move): Promise<Copied> {
  const { from, to, nowMs, reached } = moving;
  await to.db.transaction((tx) => writeRun(tx, move));
  await prepareFence(from.db, here(move));
  await prepareFence(to.db, there(move));
  const { raised, digest, ...copied } = await to.db.transaction(async (target) => {
    await target.query({ text: OWN_WAITS });
    const { report, ...first } = await copyOneMoment(target, moving, async (source) => {
      await requirePlace(target, moving);
      return pairsOf(move, await numbersHere(source, move.merchantId));
    });
    await reached?.("copied");
    const following = followChanges(from, first);
    await following.settle();
    const frozenAtMs = nowMs();
    const fence = await raiseFence(from.db, here(move));
    try {
      await reached?.("frozen");
      await following.finish();
      await requireWhole(from.db, move.numbers);
      await requireNothingHere(from.db, move.numbers);
      const same = await digestOfBoth({ ...first.copying, source: from.db });
      await writeStep(target, move, ["PLANNED"], { step: "VERIFIED", digest: same });
      const stays = await formerStaysFor(from.db, from.keyring, move.merchantId, first.copying.numbers);
      await writeIdKeys(target, move, {
        idKey: to.keyring.seal(from.keyring.idKey(), idKeyContext(move.id)),
        formerIds:
          stays.length === 0 ? null : to.keyring.seal(JSON.stringify(stays), formerIdsContext(move.id)),
      });
      await closeFence(target, there(move));
      return { raised: fence, digest: same, report, rounds: following.rounds, frozenAtMs };
    } catch (error) {
      // A deadlock makes the whole work again.
      await lowerFence(from.db, here(move));
      throw error;
    }
  });
  await reached?.("verified");
  // By a clock that nobody sets: the database's may be set back.
  const isInTime = () => nowMs() - copied.frozenAtMs < FENCE_SECONDS * 1_000;
  await switchOver(moving, move, { raised, digest, isInTime });
  await reached?.("switched");
  return copied;
}

/** Each mode with its numbers in both cells. */
function pairsOf(move: Move, found: readonly Pick<MovedNumber, "mode" | "from">[]): readonly MovedNumber[] {
  const pairs = found.map(({ mode, from }) => {
    const to = move.otherNumbers[move.numbers.indexOf(from)];
    if (to === undefined) throw new MoveRefusedError(`it has a number (${mode}) that was not planned`);
    return { mode, from, to };
  });
  if (pairs.length !== move.numbers.length) throw new MoveRefusedError("a number that was planned is gone");
  return pairs;
}

interface Switch {
  readonly raised: RaisedFence;
  readonly digest: string;
  readonly isInTime: () => boolean;
}

/** From this commit on the merchant is the other cell's, and never again of this one. */
async function switchOver(moving: Moving, move: Move, { raised, digest, isInTime }: Switch): Promise<void> {
  await moving.from.db.transaction(async (tx) => {
    await keepFence(tx, here(move), raised);
    if (!isInTime()) throw new MoveRefusedError(TOO_LATE);
    await writeStep(tx, move, ["PLANNED"], { step: "SWITCHED", digest });
    await writeEntry(tx, moving, { ...move, direction: "OUT", digest });
  });
}

/** Opens the merchant in the other cell. Each part can be repeated. */
async function thaw(moving: Moving, move: Move, copied: Copied | null): Promise<MoveReport> {
  const { from, to, nowMs, reached } = moving;
  const other = await findMove(to.db, move.merchantId);
  // It is no secret: both cells' operators may read it.
  const isTheCopy = other?.id === move.id && Object.is(other.digest, move.digest);
  if (other === null || move.digest === null || !isTheCopy)
    throw new MoveRefusedError(
      "it is switched, and the other cell has not the copy that was verified: was it restored from a backup? Neither cell writes",
    );
  await to.db.transaction(async (tx) => {
    if (other.step !== "VERIFIED") return;
    await writeStep(tx, other, ["VERIFIED"], { step: "THAWED" });
    await openFence(tx, there(move));
    await writeEntry(tx, moving, other);
    // Where it was before, processes may still believe what they knew of it then.
    for (const channel of [ACCESS_CHANGED, MERCHANTS_CHANGED]) await notify(tx, channel);
  });
  const thawedAtMs = nowMs();
  await reached?.("thawed");
  await endLeaving(from, move);
  await removeFence(to.db, there(move));
  return {
    digest: move.digest,
    copied:
      copied === null
        ? null
        : { ...copied.report, rounds: copied.rounds, frozenMs: thawedAtMs - copied.frozenAtMs },
  };
}

/**
 * Writes a cell's entry of the move in its audit log, in the transaction from which on the merchant has left it, or lives in it: the
 * chains of the two cells name each other by the same digest. It belongs to the merchant's first number.
 */
async function writeEntry(
  tx: Transaction,
  { ids, clock, movedBy }: Moving,
  { id, merchantId, direction, otherCell, numbers, digest }: Omit<Move, "step" | "attempt" | "otherNumbers">,
): Promise<void> {
  const [merchantNo = null] = numbers;
  await writeAudit(tx, ids, clock.nowMs(), {
    merchantNo,
    actor: systemActor,
    action: direction === "OUT" ? "merchant.moved_away" : "merchant.moved_in",
    subject: merchantId,
    // The default cell has no code, and is named as in the proxy's list.
    after: { [direction === "OUT" ? "to" : "from"]: otherCell ?? "default", digest, move: id, movedBy },
  });
}

/** SHA-256 over the rows of each table and the sums and last seals of each wallet. Refuses two cells in which they are not the same. */
async function digestOfBoth({ source, target, numbers, tables }: Copying): Promise<string> {
  const [original, copy] = [
    await digestOf(
      source,
      tables,
      numbers.map((number) => number.from),
    ),
    await digestOf(
      target,
      tables,
      numbers.map((number) => number.to),
    ),
  ];
  if (original !== copy) throw new MoveRefusedError("the cells do not have the same rows, sums and seals");
  return original;
}

async function digestOf(
  db: Queryable,
  tables: readonly MovingTable[],
  numbers: readonly MerchantNo[],
): Promise<string> {
  const hash = createHash("sha256");
  for (const number of numbers)
    hash.update(JSON.stringify([await countAll(db, tables, number), await readSums(db, number)]));
  return hash.digest("hex");
}
