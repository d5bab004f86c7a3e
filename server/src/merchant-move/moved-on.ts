import { systemActor, writeAudit } from "../db/audit.ts";
import { placeOfLeft } from "../db/left-merchants.ts";
import { type FormerStay, findArrived, openStays } from "../keyring/former-ids.ts";
import { nameOfCell } from "../kit/cell.ts";
import type { MerchantId, MerchantNo } from "../kit/ids.ts";
import { aloneWith } from "./fence.ts";
import type { Moving } from "./move.ts";
import { findMove, type Move } from "./moves.ts";
import { type CellSide, MoveRefusedError } from "./types.ts";

export interface MovedOn extends Pick<Moving, "merchantId" | "ids" | "clock" | "movedBy"> {
  /** A cell that the merchant has left before, and the one that it lives in now. */
  readonly here: CellSide;
  readonly there: CellSide;
}

/**
 * Tells a cell that a merchant has left that it has moved on since: requests are refused with the new cell's code, and callbacks are passed
 * on to it. Can be repeated. Refuses with MoveRefusedError where the merchant does not live, and a cell that cannot read ids of `here`.
 */
export function noteMovedOn({ here, there, merchantId, ids, clock, movedBy }: MovedOn): Promise<void> {
  return aloneWith(here.db, merchantId, async () => {
    const place = await placeOfLeft(here.db, merchantId);
    if (place === null) throw new MoveRefusedError(`it lives in ${nameOfCell(here.keyring.cell)}`);
    const { arrived, known } = await requireLivesThere(here, there, merchantId);
    if (place.cell === there.keyring.cell) return;
    await here.db.transaction(async (tx) => {
      const [left] = await tx.query<{ merchantNo: MerchantNo | null }>({
        text: `update merchant_moves m set other_cell = $2,
                 other_numbers = array(
                   select coalesce(k.here, o.number) from unnest(m.numbers, m.other_numbers) with ordinality o (own, number, at)
                     left join unnest($3::int[], $4::int[]) k (there, here) on k.there = o.own order by o.at)
                where m.id = (select l.move_id from left_merchants l where l.merchant_id = $1)
                returning m.numbers[1] as "merchantNo"`,
        values: [merchantId, there.keyring.cell, known.there, known.here],
      });
      if (left === undefined) throw new MoveRefusedError("it came back meanwhile");
      await writeAudit(tx, ids, clock.nowMs(), {
        merchantNo: left.merchantNo,
        actor: systemActor,
        action: "merchant.moved_away",
        subject: merchantId,
        after: { to: there.keyring.cell ?? "default", digest: arrived.digest, move: arrived.id, movedBy },
      });
    });
  });
}

/**
 * Reads in another cell how a merchant came there, and what it knows of the stay in this one. Refuses with MoveRefusedError where it does
 * not live.
 */
export async function requireLivesThere(
  here: CellSide,
  there: CellSide,
  merchantId: MerchantId,
): Promise<{ readonly arrived: Move; readonly known: FormerStay }> {
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
  return { arrived, known };
}
