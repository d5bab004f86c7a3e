import { Type } from "typebox";
import type { Queryable } from "../db/database.ts";
import { type ListFilter, type ListSource, listRows, type Place } from "../db/list.ts";
import type { MerchantNo, TenantId } from "../kit/ids.ts";
import { errors } from "./errors.ts";
import { cursorMeta, type PageRequest, pageMeta, stoppedMeta, unknownCursor } from "./pagination.ts";
import type { PageMeta } from "./route.ts";
import { InstantText } from "./schemas.ts";

/** Spread into the query schema of a list that can be filtered by creation time. */
export const createdQuery = {
  createdFrom: Type.Optional({ ...InstantText, description: "Created at this instant or later." }),
  createdTo: Type.Optional({ ...InstantText, description: "Created before this instant." }),
};

/** `reference`: the merchant's own, of the entries of a list. */
export const ReferenceQuery = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: "Only entries with exactly this reference of yours.",
  }),
);

/** A list of every word, and room for repeated ones in short sets. */
const STATUS_LIST_LENGTH_MIN = 200;

/** `q`: an exact text that names entries of a list. `names` says what it may be. */
export function NameQuery(names: string) {
  return Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: `Exactly one of: ${names}.` }),
  );
}

/** `status=FAILED,CANCELLED`: any words of a closed set. */
export function StatusList(
  values: readonly string[],
  description = "Only these statuses, separated by commas.",
) {
  const value = `(?:${values.join("|")})`;
  return Type.String({
    pattern: `^${value}(?:,${value})*$`,
    maxLength: Math.max(STATUS_LIST_LENGTH_MIN, values.join(",").length),
    description: `${description} One or more of ${values.join(", ")}.`,
    "x-rule": `must be one or more of ${values.join(", ")}, separated by commas`,
    examples: [values.slice(0, 2).join(",")],
  });
}

/** The words of a checked `StatusList`; null when it is absent. */
export function parseStatuses(text: string | undefined): readonly string[] | null {
  return text === undefined ? null : [...new Set(text.split(","))];
}

/** Refuses with VALIDATION_ERROR when the end lies before the start. */
export function parseCreated(query: { readonly createdFrom?: string; readonly createdTo?: string }) {
  const createdFromMs = instantOf("createdFrom", query.createdFrom);
  const createdToMs = instantOf("createdTo", query.createdTo);
  if (createdFromMs !== null && createdToMs !== null && createdToMs < createdFromMs) {
    throw invalidFilter("createdTo", "order", "must not lie before createdFrom");
  }
  return { createdFromMs, createdToMs };
}

function instantOf(path: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalidFilter(path, "format", "must be an instant in ISO 8601 with its offset");
  // Nothing is older than the epoch, and PostgreSQL has no year 0.
  return Math.max(0, ms);
}

/** The refusal of a filter that a schema cannot check: `sentence` follows the name. */
export function invalidFilter(path: string, rule: string, sentence: string) {
  return errors.VALIDATION_ERROR({ fields: [{ path, rule, message: `${path} ${sentence}.` }] });
}

/** The public ids of a list's entries: `parse` gives null for text that cannot be an id of this list. */
export interface ListNames {
  parse(publicId: string): string | null;
  format(id: string): string;
}

export interface ListPage {
  /** Stored ids, in the order of the list. */
  readonly ids: readonly string[];
  readonly meta: PageMeta;
}

export interface ListRequest {
  readonly source: ListSource;
  /** The tenant for a source whose scope is `tenant_id`. */
  readonly merchantNo: MerchantNo | TenantId;
  readonly filter: ListFilter;
  readonly names: ListNames;
  readonly page: PageRequest;
}

/** One page of a list, by number or by cursor, with its `meta`. Refuses a cursor of another kind. */
export async function readListPage(db: Queryable, request: ListRequest): Promise<ListPage> {
  const { rows, meta } = await readListRows(db, request, "t.id");
  return { ids: rows.map((row) => row.id), meta };
}

/** The same with the rows themselves: `columns` are of the row `t` and must include `id`. */
export async function readListRows<Row extends { readonly id: string }>(
  db: Queryable,
  { source, merchantNo, filter, names, page }: ListRequest,
  columns: string,
): Promise<{ readonly rows: readonly Row[]; readonly meta: PageMeta }> {
  const listing = { db, source, merchantNo, filter, columns };
  const { rows, total, hasMore, stoppedAt } = await listRows<Row>(listing, placeOf(page, names));
  const ids = rows.map((row) => names.format(row.id));
  if (stoppedAt !== null) return { rows, meta: stoppedMeta(page, names.format(stoppedAt)) };
  return { rows, meta: page.by === "page" ? pageMeta(page, total, ids) : cursorMeta(page, hasMore, ids) };
}

function placeOf(page: PageRequest, names: ListNames): Place {
  if (page.by === "page") return page;
  const id = names.parse(page.cursor);
  if (id === null) throw unknownCursor(page);
  const { direction, pageSize, newestFirst } = page;
  return { by: "cursor", id, direction, pageSize, newestFirst };
}

/** Rows in the order of `ids`; one that is missing is left out. */
export function inOrder<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): readonly Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
