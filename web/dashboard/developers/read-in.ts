import { type UseQueryResult, useQuery } from "@tanstack/preact-query";
import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { keyOf } from "../../ui/api/reads.ts";
import { type Answer, request } from "../../ui/api/request.ts";
import { useScope } from "../../ui/app/scope.tsx";

/** Reads `path` of the same merchant in a mode, whichever the page shows. */
export function useReadIn<Data>(mode: Mode, path: string): UseQueryResult<Answer<Data>> {
  const scope = { ...useScope(), mode };
  return useQuery<Answer<Data>>({
    queryKey: keyOf(scope, path),
    queryFn: ({ signal }) => request<Data>(scope, path, undefined, signal),
  });
}
