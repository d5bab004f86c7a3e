import type { Queryable, Transaction } from "../db/database.ts";
import { placeOfLeft } from "../db/left-merchants.ts";
import type { CellCode } from "../kit/cell.ts";
import { nameOfCell } from "../kit/cell.ts";
import type { MerchantId, MerchantNo } from "../kit/ids.ts";
import { MoveRefusedError } from "./types.ts";

/**
 * How far a move is in one cell. The old cell knows PLANNED, SWITCHED and THAWED; the new one PLANNED, VERIFIED (the copy is
 * there, is the original, and nobody can write it) and THAWED. Both may end in GIVEN_UP.
 */
export type MoveStep = "PLANNED" | "VERIFIED" | "SWITCHED" | "THAWED" | "GIVEN_UP";

/** A cell's row of a move. */
export interface Move {
  readonly id: string;
  readonly merchantId: MerchantId;
  readonly direction: "OUT" | "IN";
  readonly otherCell: CellCode | null;
  /** The merchant's numbers here and there, in one order. */
  readonly numbers: readonly MerchantNo[];
  readonly otherNumbers: readonly MerchantNo[];
  readonly step: MoveStep;
  /** Which run of the command this is: what an earlier one would still write is refused. */
  readonly attempt: number;
  readonly digest: string | null;
}

const columns = `id, merchant_id as "merchantId", direction, other_cell as "otherCell", numbers, other_numbers as "otherNumbers",
  step, attempt, digest`;

/** The last move of the merchant that was not given up; null: there is none. */
export async function findMove(db: Queryable, merchantId: MerchantId): Promise<Move | null> {
  const [move] = await db.query<Move>({
    text: `select ${columns} from merchant_moves where merchant_id = $1 and step <> 'GIVEN_UP' order by planned_at desc limit 1`,
    values: [merchantId],
  });
  return move ?? null;
}

/** Whether the merchant has come here with this move, wherever it is now. */
export async function hasOpened(db: Queryable, moveId: string): Promise<boolean> {
  const rows = await db.query({
    text: "select from merchant_moves where id = $1 and direction = 'IN' and step = 'THAWED'",
    values: [moveId],
  });
  return rows.length > 0;
}

/** Refuses with MoveRefusedError a merchant that is on its way. */
export async function requireNoMove(db: Queryable, merchantId: MerchantId): Promise<void> {
  const move = await findMove(db, merchantId);
  if (move === null || move.step === "THAWED") return;
  throw new MoveRefusedError(
    `a move ${move.direction === "OUT" ? "to" : "from"} ${nameOfCell(move.otherCell)} is under way: end that one first`,
  );
}

/** Refuses with MoveRefusedError a merchant that is on its way, or has left. */
export async function requireHere(db: Queryable, merchantId: MerchantId): Promise<void> {
  const place = await placeOfLeft(db, merchantId);
  if (place !== null) throw new MoveRefusedError(`it has moved to ${nameOfCell(place.cell)}`);
  await requireNoMove(db, merchantId);
}

/** Writes the row of a move that begins. */
export async function writePlan(
  db: Queryable,
  move: Omit<Move, "step" | "attempt" | "digest"> & { readonly attempt?: number; readonly movedBy: string },
): Promise<void> {
  await db.query({
    // Moves of a merchant follow each other, also when the database's clock was set back.
    text: `insert into merchant_moves (id, merchant_id, direction, other_cell, numbers, other_numbers, step, attempt, moved_by, planned_at)
           values ($1, $2, $3, $4, $5, $6, 'PLANNED', $7, $8, greatest(clock_timestamp(),
             (select max(planned_at) + interval '1 microsecond' from merchant_moves where merchant_id = $2)))`,
    values: [
      ...[move.id, move.merchantId, move.direction, move.otherCell, move.numbers, move.otherNumbers],
      ...[move.attempt ?? 1, move.movedBy],
    ],
  });
}

/**
 * Begins another run of a move that is PLANNED in the old cell: from then on an earlier run can neither switch nor commit a copy.
 * Waits for a switch that is being committed. Returns the row as it is then: perhaps it is SWITCHED.
 */
export async function takeOver(db: Queryable, id: string): Promise<Move> {
  await db.query({
    text: "update merchant_moves set attempt = attempt + 1 where id = $1 and step = 'PLANNED'",
    values: [id],
  });
  const [move] = await db.query<Move>({
    text: `select ${columns} from merchant_moves where id = $1`,
    values: [id],
  });
  if (move === undefined) throw new Error("a move is never deleted");
  return move;
}

type Change =
  | { readonly step: "PLANNED" | "THAWED" | "GIVEN_UP" }
  | { readonly step: "VERIFIED" | "SWITCHED"; readonly digest: string };

const timeOf: Readonly<Record<Exclude<MoveStep, "PLANNED">, string>> = {
  VERIFIED: "verified_at",
  SWITCHED: "switched_at",
  THAWED: "thawed_at",
  GIVEN_UP: "given_up_at",
};

/**
 * Writes a step with its effects, in their transaction. Refuses with MoveRefusedError where the row is not at one of the steps
 * `before`, or another run has taken the move over.
 */
export async function writeStep(
  tx: Transaction,
  { id, attempt }: Pick<Move, "id" | "attempt">,
  before: readonly MoveStep[],
  change: Change,
): Promise<void> {
  const { step } = change;
  const written = await tx.query({
    text: `update merchant_moves set step = $4, digest = coalesce($5, digest)
             ${step === "PLANNED" ? "" : `, ${timeOf[step]} = coalesce(${timeOf[step]}, clock_timestamp())`}
            where id = $1 and attempt = $2 and step = any($3::text[]) returning 1`,
    values: [id, attempt, before, step, "digest" in change ? change.digest : null],
  });
  if (written.length === 0)
    throw new MoveRefusedError("another run of the command has taken this move over, or ended it");
}

/** Gives the row of the other cell the number of a run, and makes it PLANNED again: its copy is gone with the same transaction. */
export async function writeRun(
  tx: Transaction,
  { id, attempt }: Pick<Move, "id" | "attempt">,
): Promise<void> {
  const written = await tx.query({
    // When it is verified says until when ids were made in the old cell.
    text: `update merchant_moves set step = 'PLANNED', attempt = $2, verified_at = null where id = $1 and attempt <= $2 and step in ('PLANNED', 'VERIFIED') returning 1`,
    values: [id, attempt],
  });
  if (written.length === 0)
    throw new MoveRefusedError("another run of the command has taken this move over, or ended it");
}

/** Keeps with a copy, in the new cell's row, the keys that the old cell, and those before it, make ids with, sealed. */
export async function writeIdKeys(
  tx: Transaction,
  { id }: Pick<Move, "id">,
  { idKey, formerIds }: { readonly idKey: Buffer; readonly formerIds: Buffer | null },
): Promise<void> {
  await tx.query({
    text: "update merchant_moves set id_key = $2, former_ids = $3 where id = $1",
    values: [id, idKey, formerIds],
  });
}
