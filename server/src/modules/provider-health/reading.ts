import type { Database } from "../../db/database.ts";
import { invalidFilter } from "../../http/list-page.ts";
import { cursorMeta, parsePage, uncountedMeta, unknownCursor } from "../../http/pagination.ts";
import { type IdKind, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { type CallFilter, isCall, readCalls, readHealth, sumCounts } from "./reading-store.ts";
import { noCalls, WINDOW_MS } from "./rules.ts";
import type { CallListQuery } from "./schemas.ts";
import { callView, healthView } from "./view.ts";

const QUARTER_HOUR_MS = 900_000;

/** What operators read of calls and of the accounts' health. */
export function createHealthReading({ db }: { readonly db: Database }) {
  return {
    /** The newest first by default. Refuses with VALIDATION_ERROR a cursor that is not a call of this tenant. */
    calls: async (tenantId: TenantId, query: CallListQuery) => {
      const filter = filterOf(query);
      const page = parsePage(query);
      const { pageSize } = page;
      if (page.by === "page") {
        const stretch = { beyond: null, newestFirst: page.newestFirst, limit: pageSize + 1 };
        const found = await readCalls(db, tenantId, filter, stretch);
        const data = found.slice(0, pageSize).map(callView);
        const next = found.length > pageSize ? (data.at(-1)?.id ?? null) : null;
        return { data, meta: uncountedMeta(pageSize, next) };
      }
      const beyond = parsePublicId("providerCall", page.cursor);
      if (beyond === null || !(await isCall(db, tenantId, beyond))) throw unknownCursor(page);
      const newestFirst = page.newestFirst === (page.direction === "after");
      const found = await readCalls(db, tenantId, filter, { beyond, newestFirst, limit: pageSize + 1 });
      const shown = found.slice(0, pageSize).map(callView);
      const data = page.direction === "after" ? shown : shown.reverse();
      return {
        data,
        meta: cursorMeta(
          page,
          found.length > pageSize,
          data.map(({ id }) => id),
        ),
      };
    },

    /** Every account of the tenant, in the order in which they were made. */
    health: async (tenantId: TenantId, mode: Mode | null, nowMs: number) => {
      const accounts = await readHealth(db, tenantId, mode);
      const minute = byAccount(await sumCounts(db, tenantId, nowMs - WINDOW_MS));
      const quarter = byAccount(await sumCounts(db, tenantId, nowMs - QUARTER_HOUR_MS));
      return {
        object: "provider_health" as const,
        accounts: accounts.map((account) =>
          healthView(account, minute.get(account.id) ?? noCalls, quarter.get(account.id) ?? noCalls),
        ),
      };
    },
  };
}
export type HealthReading = ReturnType<typeof createHealthReading>;

function byAccount<Row extends { readonly accountId: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.accountId, row]));
}

/** The characters of a reference that are the operation's id alone; the next one holds bits of the merchant's number too. */
const ID_CHARACTERS = 25;

const operations = [
  ["chargeId", "charge"],
  ["refundId", "refund"],
  ["payoutId", "payout"],
] as const;

/** Refuses with VALIDATION_ERROR two operations at once, and what cannot be an id. */
function filterOf(query: CallListQuery): CallFilter {
  const account =
    query.accountId === undefined ? null : idOf("providerAccount", query.accountId, "accountId");
  const named = [...operations.map(([field]) => field), "reference" as const].filter(
    (field) => query[field] !== undefined,
  );
  const [, second] = named;
  if (second !== undefined) throw invalidFilter(second, "conflict", `cannot be combined with ${named[0]}`);
  if (query.reference !== undefined)
    return { accountId: account, references: [query.reference, `${query.reference}0`] };
  for (const [field, kind] of operations) {
    const text = query[field];
    if (text === undefined) continue;
    const id = idOf(kind, text, field);
    const start = publicId(kind, id).split("_")[1]?.slice(0, ID_CHARACTERS) ?? "";
    return { accountId: account, references: [start, `${start}~`] };
  }
  return { accountId: account, references: null };
}

function idOf<Kind extends IdKind>(kind: Kind, text: string, field: string) {
  const id = parsePublicId(kind, text);
  if (id === null) throw invalidFilter(field, "format", "must be an id");
  return id;
}
