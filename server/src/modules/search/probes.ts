import type { MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Kind, Match } from "./kinds.ts";
import { merchantSources, type Source, tenantSources } from "./sources.ts";

export type Bind = (value: unknown) => string;

/** A query for rows of one kind by one property: an index is asked once for each merchant of the scope. */
export type Probe = (bind: Bind) => string;

/** The newest of a kind that one probe returns. */
export const ROWS_PER_PROBE = 20;

/** Which merchants are searched: SQL for rows `s` with `merchant_no`, and with `mac` where the hash differs by merchant. */
export type Scope = (bind: Bind) => string;

export const inMerchants =
  (merchantNos: readonly MerchantNo[]): Scope =>
  (bind) =>
    `unnest(${bind(merchantNos)}::int[]) as s (merchant_no)`;

export const inMerchantsByMac =
  (macs: readonly { readonly merchantNo: MerchantNo; readonly mac: Buffer }[]): Scope =>
  (bind) =>
    `unnest(${bind(macs.map(({ merchantNo }) => merchantNo))}::int[],
      ${bind(macs.map(({ mac }) => mac))}::bytea[]) as s (merchant_no, mac)`;

/** Each merchant with each range of ids: rows `s` with `first_id` and `before_id`. */
export const inMerchantsAndRanges =
  (
    merchantNos: readonly MerchantNo[],
    ranges: readonly { readonly from: string; readonly before: string }[],
  ): Scope =>
  (bind) =>
    `(select m.merchant_no, r.first_id, r.before_id from unnest(${bind(merchantNos)}::int[]) as m (merchant_no)
      cross join unnest(${bind(ranges.map(({ from }) => from))}::uuid[],
        ${bind(ranges.map(({ before }) => before))}::uuid[]) as r (first_id, before_id)) as s`;

/**
 * The newest first. The indexes of references and phones are in the order of ids, so that the newest of a million are
 * read first; the others find a few rows, which are sorted: asked for their ids' order, the planner might read along the
 * primary key instead.
 */
function newestFirst(matchedBy: Match): string {
  const column = matchedBy === "reference" || matchedBy === "phone" ? "x.id" : "x.created_at";
  return `order by ${column} desc limit ${ROWS_PER_PROBE}`;
}

function columnsOf(kind: Kind, matchedBy: Match, source: Source, merchantNo: string): string {
  const {
    amount = "null::bigint",
    currency = "null::bpchar",
    status = "null::text",
    label = "null::text",
    intent = "null::uuid",
  } = source;
  return `'${kind}' as kind, '${matchedBy}' as "matchedBy", x.id, ${merchantNo} as "merchantNo", ${amount} as amount,
    ${currency} as currency, ${status} as status, ${label} as label, ${intent} as "intentId", x.created_at as "createdAtMs"`;
}

/** Rows of merchants. `condition` is SQL over the row `x`, and `s` of the scope. */
export function merchantProbe(
  kind: Kind,
  matchedBy: Match,
  scope: Scope,
  condition: (bind: Bind) => string,
): Probe {
  const source = sourceOf(merchantSources, kind);
  return (bind) => `
    select f.* from ${scope(bind)} cross join lateral (
      select ${columnsOf(kind, matchedBy, source, "x.merchant_no")}
      from ${source.table} x
      where x.merchant_no = s.merchant_no ${source.only === undefined ? "" : `and ${source.only}`} and ${condition(bind)}
      ${newestFirst(matchedBy)}
    ) f order by f.id desc limit ${ROWS_PER_PROBE}`;
}

/** Rows of the tenant itself: what a search names is one of them, or a few. */
export function tenantProbe(
  kind: Kind,
  matchedBy: Match,
  tenantId: TenantId,
  condition: (bind: Bind) => string,
): Probe {
  const source = sourceOf(tenantSources, kind);
  return (bind) => `
    select ${columnsOf(kind, matchedBy, source, source.merchantNo ?? "null::int")}
    from ${source.table} x where x.tenant_id = ${bind(tenantId)} and ${condition(bind)} limit ${ROWS_PER_PROBE}`;
}

function sourceOf(sources: Readonly<Partial<Record<Kind, Source>>>, kind: Kind): Source {
  const source = sources[kind];
  if (source === undefined) throw new Error(`${kind} is not stored there`);
  return source;
}
