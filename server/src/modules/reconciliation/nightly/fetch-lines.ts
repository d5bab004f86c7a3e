import type { AccountCalls } from "../../../providers/calls.ts";
import type { StatementLine } from "../../../providers/provider.ts";

/** A provider that cannot tell a quarter of an hour at once is asked no further. */
const SLICE_MS_MIN = 900_000;

export type FetchedLines =
  | { readonly kind: "lines"; readonly lines: readonly StatementLine[] }
  | { readonly kind: "unavailable"; readonly reason: string };

/**
 * The provider's book of `[fromMs, toMs)`, oldest first: in halves where it is too long for one call. `unavailable` also
 * for a line that lies outside: a book that cannot be divided cannot be trusted either.
 */
export async function fetchLines(
  calls: Pick<AccountCalls, "statement">,
  fromMs: number,
  toMs: number,
): Promise<FetchedLines> {
  const told = await calls.statement(fromMs, toMs);
  if (told.kind === "unavailable") return told;
  if (told.kind === "lines") {
    const isOutside = told.lines.some(({ occurredAtMs }) => occurredAtMs < fromMs || occurredAtMs >= toMs);
    return isOutside ? { kind: "unavailable", reason: "a line lies outside the period" } : told;
  }
  if (toMs - fromMs <= SLICE_MS_MIN) return { kind: "unavailable", reason: "too many lines" };
  const middleMs = Math.floor((fromMs + toMs) / 2);
  const first = await fetchLines(calls, fromMs, middleMs);
  if (first.kind === "unavailable") return first;
  const second = await fetchLines(calls, middleMs, toMs);
  return second.kind === "unavailable" ? second : { kind: "lines", lines: [...first.lines, ...second.lines] };
}
