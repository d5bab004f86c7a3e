import { queryOf } from "../api/request.ts";
import { AFTER, BEFORE, type Query } from "../app/place.ts";

/** Rows of one page of a list. */
const PAGE_SIZE = 50;

/** The path that a list asks for at an address; the service sends its answer with the page. Pure. */
export function listPath(
  path: string,
  asked: Readonly<Record<string, string | null | undefined>>,
  place: Query,
): string {
  return `${path}${queryOf({ ...asked, limit: PAGE_SIZE, starting_after: place[AFTER], ending_before: place[BEFORE] })}`;
}

/** What a list without filters reads first; with filters the page asks itself. Pure. */
export function firstRows(path: string): (place: { readonly query: Query }) => readonly string[] {
  return ({ query }) =>
    Object.keys(query).every((name) => name === AFTER || name === BEFORE) ? [listPath(path, {}, query)] : [];
}
