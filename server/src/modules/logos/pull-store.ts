import type { Queryable } from "../../db/database.ts";
import { plusInterval } from "../../db/times-sql.ts";
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
             next_check_at = case when checked_at > $1 then ${plusInterval("next_check_at", "($1::timestamptz - checked_at)")}
                                  when problem = $6 then $3::timestamptz
                                  else $1 end
       where merchant_no in (
         select merchant_no from merchant_logos
          where next_check_at > $2 and next_check_at < 'infinity'
            and (checked_at > $2
              or ${plusInterval("next_check_at", "-$7::interval")} > case
                when checked_at is not null then greatest(${plusInterval("checked_at", "$8::interval")}, $4::timestamptz)
                when problem = $6 then $3::timestamptz
                else $4::timestamptz end)
          order by next_check_at limit $5 for update skip locked)
      returning 1`,
    values: [
      new Date(nowMs),
      new Date(nowMs + clocksDifferMs),
      new Date(nowMs + lookAgainMs),
      new Date(nowMs + leaseMs),
      limit,
      GIVEN_UP,
      `${clocksDifferMs} milliseconds`,
      `${lookAgainMs} milliseconds`,
    ],
  });
  return rows.length;
}
