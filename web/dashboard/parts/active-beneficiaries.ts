import { type UseQueryResult, useQuery } from "@tanstack/preact-query";
import { keyOf } from "../../ui/api/reads.ts";
import { type Answer, queryOf, request } from "../../ui/api/request.ts";
import type { Beneficiary } from "../../ui/api/views.ts";
import { useScope } from "../../ui/app/scope.tsx";

const PATH = "/payments/beneficiaries";
/** A file of payouts has 1 000 rows; who pays more people than this pays by the API. */
const BENEFICIARIES_MAX = 5_000;

/** Everybody who can be paid, read page by page: a form chooses among all of them. */
export function useActiveBeneficiaries(): UseQueryResult<Answer<readonly Beneficiary[]>> {
  const scope = useScope();
  return useQuery({
    queryKey: keyOf(scope, `${PATH}?all`),
    queryFn: async ({ signal }) => {
      const all: Beneficiary[] = [];
      let after: string | null | undefined;
      do {
        const query = queryOf({ status: "ACTIVE", limit: 100, starting_after: after });
        const { data, meta } = await request<readonly Beneficiary[]>(
          scope,
          `${PATH}${query}`,
          undefined,
          signal,
        );
        all.push(...data);
        after = meta?.nextCursor;
      } while (after != null && all.length < BENEFICIARIES_MAX);
      return { data: all, meta: null };
    },
  });
}
