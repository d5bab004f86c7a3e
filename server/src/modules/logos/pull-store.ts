import type { Queryable } from "../../db/database.ts";
import { GIVEN_UP } from "./store.ts";

export interface PullLogos {
  readonly nowMs: number;
  /** How far the clocks of two processes may differ, in milliseconds. */
  readonly clocksDifferMs: number;
  /** The longest wait between two looks at a picture. */
  readonly lookAgainMs: number;
  readonly leaseMs: number;
  readonly limit: number;
}

/**
 * Shortens the wait of merchants' logos that a clock which was ahead has written. A look that is dated later than now is dated
 * now, and the next one follows it after the same wait; a wait that no look explains ends now. Returns how many.
 */
export async function pullLogos(db: Queryable, pull: PullLogos): Promise<number> {
  const { nowMs, clocksDifferMs, lookAgainMs, leaseMs, limit } = pull;
  const rows = await db.query({
    text: `
      update merchant_logos set checked_at = case when checked_at > $1 then $1 else checked_at end,
             next_check_at = case when checked_at > $1 then next_check_at - (checked_at - $1)
                                  when problem = $6 then $1::timestamptz + $3::interval
                                  else $1 end
       where merchant_no in (
         select merchant_no from merchant_logos
          where next_check_at > $1::timestamptz + $2::interval
            and (checked_at > $1::timestamptz + $2::interval
              or next_check_at - $2::interval > case
                when checked_at is not null then greatest(checked_at + $3::interval, $1::timestamptz + $4::interval)
                when problem = $6 then $1::timestamptz + $3::interval
                else $1::timestamptz + $4::interval end)
          order by next_check_at limit $5 for update skip locked)
      returning 1`,
    values: [
      new Date(nowMs),
      `${clocksDifferMs} milliseconds`,
      `${lookAgainMs} milliseconds`,
      `${leaseMs} milliseconds`,
      limit,
      GIVEN_UP,
    ],
  });
  return rows.length;
}
