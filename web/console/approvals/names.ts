import { useRead } from "../../ui/api/reads.ts";
import type { Operator } from "../../ui/api/views.ts";
import { useMay } from "../../ui/app/permissions.tsx";

/** The names of operators by id; empty for a reader who may not see the team. */
export function useOperatorNames(): ReadonlyMap<string, string> {
  const may = useMay();
  const read = useRead<readonly Operator[]>(may("tenant.team.read") ? "/tenant/operators" : null);
  return new Map((read.data?.data ?? []).map(({ id, name }) => [id, name]));
}
