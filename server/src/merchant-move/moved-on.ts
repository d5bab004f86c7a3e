import { systemActor, writeAudit } from "../db/audit.ts";
import { placeOfLeft } from "../db/left-merchants.ts";
import type { MerchantNo } from "../kit/ids.ts";
import { aloneWith } from "./fence.ts";
import { leaveAgain, type OnlyHere } from "./leave-again.ts";
import { type MovedOn, requireLivesThere } from "./lives-there.ts";
import { findMove } from "./moves.ts";
import { endLeaving } from "./park.ts";
import { MoveRefusedError } from "./types.ts";

/**
 * Tells a cell that a merchant has left where it lives now: requests are refused with the new cell's code, and callbacks are passed
 * on to it. A cell that does not know any more that it left, after a restore, leaves it again. Can be repeated. Returns what only such a cell
 * has. Refuses with MoveRefusedError where the merchant does not live, and a cell that cannot read ids of `here`.
 */
export function noteMovedOn(moved: MovedOn): Promise<readonly OnlyHere[]> {
  const { here, there, merchantId, ids, clock, movedBy } = moved;
  return aloneWith(here.db, merchantId, async () => {
    const lives = await requireLivesThere(here, there, merchantId);
    const { arrived, known } = lives;
    const onlyHere = (await placeOfLeft(here.db, merchantId)) === null ? await leaveAgain(moved, lives) : [];
    const last = await findMove(here.db, merchantId);
    // A run was killed behind its switch.
    if (last?.direction === "OUT" && last.step === "SWITCHED") await endLeaving(here, last);
    if ((await placeOfLeft(here.db, merchantId))?.cell === there.keyring.cell) return onlyHere;
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
    return onlyHere;
  });
}
