import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from "@tanstack/preact-query";
import { useScope } from "../app/scope.tsx";
import { type Answer, request, type Scope } from "./request.ts";

/** The name under which an answer is remembered: answers of one merchant and mode never show in another. */
export const keyOf = ({ merchantId, mode }: Pick<Scope, "merchantId" | "mode">, path: string) =>
  [merchantId, mode, path] as const;

const readOf = <Data>(scope: Scope, path: string) => ({
  queryKey: keyOf(scope, path),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => request<Data>(scope, path, undefined, signal),
});

/** Begins to read what a page will show. Never rejects: the page shows the failure. */
export const readAhead = (client: QueryClient, scope: Scope, path: string): Promise<void> =>
  client.prefetchQuery(readOf(scope, path));

/** Reads `path` of the API and shows what is known while it reads again; null: nothing is to be read now. */
export function useRead<Data>(path: string | null): UseQueryResult<Answer<Data>> {
  const scope = useScope();
  return useQuery<Answer<Data>>({
    ...readOf<Data>(scope, path ?? ""),
    enabled: path !== null,
    // Rows that the filters no longer fit stay, greyed, until the new ones are there; never those of another merchant.
    placeholderData: (before, query) =>
      query?.queryKey[0] === scope.merchantId &&
      query.queryKey[1] === scope.mode &&
      isSameList(query.queryKey[2], path)
        ? keepPreviousData(before)
        : undefined,
  });
}

const isSameList = (one: unknown, other: string | null): boolean =>
  typeof one === "string" && other !== null && one.split("?")[0] === other.split("?")[0];

/** Reads again what is shown and begins with one of `paths`; without them, everything of this merchant and mode. */
export function useReadAgain(): (...paths: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  const scope = useScope();
  return (...paths) => readAgain(client, scope, paths);
}

/** As the function of `useReadAgain`; no paths: everything of the scope. */
export function readAgain(client: QueryClient, scope: Scope, paths: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [merchantId, mode, path] }) =>
      merchantId === scope.merchantId &&
      mode === scope.mode &&
      (paths.length === 0 || paths.some((start) => String(path).startsWith(start))),
  });
}
