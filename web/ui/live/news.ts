import type { LiveMessage } from "./follow.ts";

/** Whether a message says something that the page does not know; remembers it. A message can come twice. */
export function isNews(versions: Map<string, number>, { type, id, version, counts }: LiveMessage): boolean {
  if (type === "ready") return false;
  if (counts !== undefined) {
    const known = versions.has("work");
    const sum = counts.reduce((total, { count, overdue }) => total + count * 1_000 + overdue, 0);
    const isSame = versions.get("work") === sum;
    versions.set("work", sum);
    return known && !isSame;
  }
  if (id === null || version === null) return true;
  if ((versions.get(id) ?? 0) >= version) return false;
  versions.set(id, version);
  return true;
}
