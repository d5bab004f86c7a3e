import type { Coverage } from "../../ui/api/views.ts";

export type DayKind = "DONE" | "WAITING" | "GAP";

/** A day that was compared, one that waits for its first try, or a gap: given up, or tried in vain. Pure. */
export function dayKind({ status, problem }: Pick<Coverage["days"][number], "status" | "problem">): DayKind {
  if (status === "DONE") return "DONE";
  return status === "GIVEN_UP" || problem !== null ? "GAP" : "WAITING";
}
