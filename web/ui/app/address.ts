import { useLocation } from "preact-iso";
import { queryOf } from "../api/request.ts";
import type { Query } from "./place.ts";

/** The state of a page lives in its address, so that it can be sent to a colleague: filters, place in a list, open row. */
export function useAddress(): {
  readonly path: string;
  readonly query: Query;
  /** Changes some values and keeps the others; an empty value goes. */
  readonly set: (changes: Readonly<Record<string, string | null>>) => void;
} {
  const { path, query, route } = useLocation();
  return {
    path,
    query,
    set: (changes) => route(`${path}${queryOf({ ...query, ...changes })}`),
  };
}
