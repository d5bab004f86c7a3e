import { useRead } from "../../ui/api/reads.ts";
import type { Operator } from "../../ui/api/views.ts";

/** The names of operators by id; empty for a reader who may not see the team. */
export function useOperatorNames(): ReadonlyMap<string, string> {
  const read = useRead<readonly Operator[]>("/tenant/operators");
  return new Map((read.data?.data ?? []).map(({ id, name }) => [id, name]));
}
