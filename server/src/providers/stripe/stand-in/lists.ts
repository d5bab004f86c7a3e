import type { StandInAnswer } from "../../../stand-ins/stand-in.ts";

const PAGE_SIZE = 10;

/** A page of a list, newest first, with Stripe's filters by time and its paging. */
export function listAnswer(
  all: readonly { readonly id: string; readonly created: number }[],
  query: URLSearchParams,
  path: string,
): StandInAnswer {
  const gte = Number(query.get("created[gte]") ?? 0);
  const lt = Number(query.get("created[lt]") ?? Number.MAX_SAFE_INTEGER);
  const within = all.filter(({ created }) => created >= gte && created < lt);
  const after = query.get("starting_after");
  const from = after === null ? 0 : within.findIndex(({ id }) => id === after) + 1;
  const limit = Number(query.get("limit") ?? PAGE_SIZE);
  const data = within.slice(from, from + limit);
  const json = { object: "list", url: path, has_more: from + limit < within.length, data };
  return { status: 200, json };
}
