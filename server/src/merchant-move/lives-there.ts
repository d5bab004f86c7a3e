import { type FormerStay, findArrived, openStays } from "../keyring/former-ids.ts";
import { nameOfCell } from "../kit/cell.ts";
import type { Clock } from "../kit/clock.ts";
import type { IdSource, MerchantId } from "../kit/ids.ts";
import { findMove, type Move } from "./moves.ts";
import { type CellSide, MoveRefusedError } from "./types.ts";

/** What is told to a cell that a merchant has left. */
export interface MovedOn {
  readonly here: CellSide;
  /** The cell that the merchant lives in now. */
  readonly there: CellSide;
  readonly merchantId: MerchantId;
  /** Of entries in the audit log. */
  readonly ids: IdSource;
  readonly clock: Clock;
  /** Who runs the command, for the audit log. */
  readonly movedBy: string;
}

/** Where a merchant lives that has lived in another cell before. */
export interface LivesThere {
  /** The row there of its last arrival. */
  readonly arrived: Move;
  /** All cells that it lived in before, the first one first. */
  readonly stays: readonly FormerStay[];
  /** Its last stay in the cell that asks. */
  readonly known: FormerStay;
}

/**
 * Reads in another cell how a merchant came there, and what it knows of the stay in this one. Refuses with MoveRefusedError where it does
 * not live.
 */
export async function requireLivesThere(
  here: CellSide,
  there: CellSide,
  merchantId: MerchantId,
): Promise<LivesThere> {
  const arrived = await findMove(there.db, merchantId);
  if (arrived?.direction !== "IN" || arrived.step !== "THAWED")
    throw new MoveRefusedError(`it does not live in ${nameOfCell(there.keyring.cell)}`);
  const [row] = await findArrived(there.db, merchantId);
  const stays = row === undefined ? [] : openStays(there.keyring, row);
  const known = stays.findLast(({ cell }) => cell === here.keyring.cell);
  if (known === undefined)
    throw new MoveRefusedError(
      `${nameOfCell(there.keyring.cell)} does not know that it lived in ${nameOfCell(here.keyring.cell)}`,
    );
  return { arrived, stays, known };
}
