import type { Paper } from "../api/views.ts";
import { dayAfter, EXPIRY_DAYS, validityOf } from "./validity.ts";

/** Of these a merchant may have several beside each other: a newer one replaces an older one only near the older one's end. */
const severalTypes: readonly Paper["type"][] = ["DIRECTOR_ID", "OTHER"];

type Ending = Pick<Paper, "type" | "createdAt" | "acceptedAt" | "refusedAt" | "expiresOn">;

/** Papers that an approval rests on, that end soon or have ended, and that no newer one was handed in for. Pure. */
export function endingPapers<Known extends Ending>(
  papers: readonly Known[],
  nowMs: number,
): readonly Known[] {
  return papers.filter(({ acceptedAt, expiresOn }, index) => {
    if (acceptedAt === null || expiresOn === null || validityOf(expiresOn, nowMs) === "VALID") return false;
    const paper = papers[index];
    return paper !== undefined && !papers.some((other) => replaces(other, paper, expiresOn));
  });
}

function replaces(newer: Ending, older: Ending, lastDay: string): boolean {
  const isLater = newer.type === older.type && newer.refusedAt === null && newer.createdAt > older.createdAt;
  if (!isLater || (newer.expiresOn !== null && newer.expiresOn <= lastDay)) return false;
  return !severalTypes.includes(older.type) || newer.createdAt >= dayAfter(Date.parse(lastDay), -EXPIRY_DAYS);
}
