import type { Transaction } from "../db/database.ts";
import type { CaughtUp } from "./catch-up.ts";
import {
  aloneWith,
  type FencedMerchant,
  isFenced,
  lowerFence,
  prepareFence,
  raiseFence,
  removeFence,
  TOO_LATE,
} from "./fence.ts";
import {
  type CopyReport,
  copyOneMoment,
  type FirstCopy,
  followChanges,
  numbersHere,
  numberThere,
  OWN_WAITS,
  requirePlace,
} from "./follow.ts";
import { requireHere } from "./moves.ts";
import { type MovedNumber, MoveRefusedError, type Rehearsal } from "./types.ts";

export interface RehearsalReport extends CopyReport {
  /** Null: nobody was frozen. */
  readonly frozen: FrozenReport | null;
}

export interface FrozenReport {
  /** From the first refused write to the first allowed one. */
  readonly ms: number;
  /** Of that, until the last write that was under way had ended. */
  readonly drainedMs: number;
  /** What was changed while the copy was made, by round; the last one was made behind the fence. */
  readonly rounds: readonly CaughtUp[];
}

/**
 * Copies a merchant into the other cell: all rows that move, with its number there, sealed with the keys there. Reads the copy again,
 * holds each table and each seal of the ledger against the original, and takes everything back. The copy is of one moment; with
 * `isFrozen` it then follows what the merchant goes on to write, and its last changes are copied while nobody writes. Nothing is
 * changed in either cell. Refuses with MoveRefusedError and UnreadableValueError.
 */
export async function rehearseMove(rehearsal: Rehearsal): Promise<RehearsalReport> {
  const { from, to, merchantId } = rehearsal;
  if (from.keyring.cell === to.keyring.cell) throw new MoveRefusedError("both are the same cell");
  const run = async () => {
    await requireHere(from.db, merchantId);
    return rehearseAndTakeBack(rehearsal);
  };
  return rehearsal.isFrozen === true ? aloneWith(from.db, merchantId, run) : run();
}

async function rehearseAndTakeBack(rehearsal: Rehearsal): Promise<RehearsalReport> {
  const { to } = rehearsal;
  let report: RehearsalReport | undefined;
  const takeBack = new Error("take back");
  const copying = to.db.transaction(async (target) => {
    await target.query({ text: OWN_WAITS });
    report = await rehearseIn(target, rehearsal);
    throw takeBack;
  });
  await copying.catch((error: unknown) => {
    if (error !== takeBack) throw error;
  });
  if (report === undefined) throw new Error("a rehearsal that ends has a report");
  return report;
}

async function rehearseIn(target: Transaction, rehearsal: Rehearsal): Promise<RehearsalReport> {
  const { report, ...first } = await copyOneMoment(target, rehearsal, async (source) => {
    const numbers = await numbersHere(source, rehearsal.merchantId);
    await requirePlace(target, rehearsal);
    const moved: MovedNumber[] = [];
    for (const number of numbers)
      moved.push({ ...number, to: await numberThere(target, rehearsal.merchantId, number.mode) });
    return moved;
  });
  if (rehearsal.isFrozen === true) return { ...report, frozen: await follow(rehearsal, first) };
  await rehearsal.inspect?.(target, first.copying.numbers);
  return { ...report, frozen: null };
}

/** Copies what is written meanwhile until little is, then freezes the merchant, copies the rest, compares, and thaws. */
async function follow(rehearsal: Rehearsal, first: Omit<FirstCopy, "report">): Promise<FrozenReport> {
  const { from, merchantId, nowMs } = rehearsal;
  const { copying } = first;
  const merchant: FencedMerchant = {
    merchantId,
    numbers: copying.numbers.map((number) => number.from),
  };
  const following = followChanges(from, first);
  await prepareFence(from.db, merchant);
  try {
    await following.settle();
    const startedAtMs = nowMs();
    await raiseFence(from.db, merchant);
    const drainedAtMs = nowMs();
    try {
      await following.finish();
      if (!(await isFenced(from.db, merchant))) throw new MoveRefusedError(TOO_LATE);
      await rehearsal.inspect?.(copying.target, copying.numbers);
    } finally {
      await lowerFence(from.db, merchant);
    }
    return {
      ms: nowMs() - startedAtMs,
      drainedMs: drainedAtMs - startedAtMs,
      rounds: following.rounds,
    };
  } finally {
    await removeFence(from.db, merchant);
  }
}
