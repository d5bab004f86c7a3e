import type { Condition } from "../../db/list.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { idsOfShortReference, type NamedIds } from "../../kit/short-reference.ts";

/** SQL: whether the charge `x`, made in one of the milliseconds of `named`, is one that it names. */
export const isNamedIn =
  ({ rest, divisor }: NamedIds): Condition =>
  (bind) =>
    `('x' || substr(x.id::text, 16, 3))::bit(12)::int % ${bind(divisor)}::int = ${bind(rest)}::int`;

/**
 * A query of the ids of the merchant's charges with this short reference, however it was typed; null: the text has not the form
 * of one. A few ranges of the primary key are read, each of one millisecond.
 */
export function chargesOfShortReference(
  { merchantNo, nowMs }: { readonly merchantNo: MerchantNo; readonly nowMs: number },
  typed: string,
): Condition | null {
  const named = idsOfShortReference(typed, nowMs);
  if (named === null) return null;
  return (bind) => `
    select c.id from unnest(${bind(named.ranges.map(({ from }) => from))}::uuid[],
      ${bind(named.ranges.map(({ before }) => before))}::uuid[]) as s (first_id, before_id)
    cross join lateral (
      select x.id from charges x where x.merchant_no = ${bind(merchantNo)} and x.id >= s.first_id and x.id < s.before_id
        and ${isNamedIn(named)(bind)}
    ) c`;
}
