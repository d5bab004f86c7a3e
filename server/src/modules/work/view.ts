import type { Static } from "typebox";
import { type Id, publicId } from "../../kit/ids.ts";
import { displayMoney, type Locale, money } from "../../kit/money.ts";
import { iso, isoOrNull } from "../payments/index.ts";
import { type ItemParts, kindRules, objectIdOf, readItem, type WorkKind, workId } from "./kinds.ts";
import type { WorkCountView, WorkItemView } from "./schemas.ts";
import type { WorkCount, WorkRow } from "./store.ts";

/** Who reads, and when. */
export interface Reader {
  readonly operatorId: Id<"operator">;
  readonly nowMs: number;
  readonly locale: Locale;
  /** Of operators. */
  readonly names: ReadonlyMap<string, string>;
}

export function workItemView(row: WorkRow, reader: Reader): Static<typeof WorkItemView> {
  const parts = readItem(row.item);
  const { amount, currency, takenBy, proposedBy, sinceMs, dueMs } = row;
  const { operatorId, nowMs, locale, names } = reader;
  const colleague = (id: Id<"operator"> | null) =>
    id === null ? null : { id: publicId("operator", id), name: names.get(id) ?? "" };
  return {
    object: "work_item",
    id: workId(parts),
    kind: parts.kind,
    mode: row.mode,
    objectId: objectIdOf(parts),
    detail: row.detail,
    name: parts.kind === "BROKEN_INVARIANT" ? parts.object : (paperOf(parts)?.type ?? null),
    day: parts.kind === "STATEMENT_GAP" ? parts.extra : (paperOf(parts)?.lastDay ?? null),
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    amount: amount?.toString() ?? null,
    amountDisplay:
      amount === null || currency === null ? null : displayMoney(money(amount, currency), locale),
    currency,
    since: iso(sinceMs),
    ageSeconds: Math.max(0, Math.floor((nowMs - sinceMs) / 1_000)),
    due: iso(dueMs),
    overdue: dueMs <= nowMs,
    takenBy: colleague(takenBy),
    takenAt: isoOrNull(row.takenAtMs),
    proposedBy: colleague(proposedBy),
    isYours: proposedBy === operatorId,
    endsByHand: kindRules[parts.kind].endsByHand === true,
  };
}

/** The type and last day of a paper that ends; null for other rows. */
function paperOf({ kind, extra }: ItemParts): { readonly type: string; readonly lastDay: string } | null {
  if (kind !== "EXPIRING_PAPER" || extra === null) return null;
  const end = extra.indexOf("-");
  return { type: extra.slice(0, end), lastDay: extra.slice(end + 1) };
}

/** The counts of each kind, with its sums in each currency. */
export function workCountViews(
  rows: readonly WorkCount[],
  locale: Locale,
): readonly Static<typeof WorkCountView>[] {
  const byKind = new Map<WorkKind, WorkCount[]>();
  for (const row of rows) byKind.set(row.kind, [...(byKind.get(row.kind) ?? []), row]);
  return [...byKind].map(([kind, ofKind]) => ({
    kind,
    count: ofKind.reduce((total, { count }) => total + count, 0),
    overdue: ofKind.reduce((total, { overdue }) => total + overdue, 0),
    oldest: iso(Math.min(...ofKind.map(({ oldestMs }) => oldestMs))),
    sums: ofKind.flatMap(({ amount, currency }) =>
      amount === null || currency === null
        ? []
        : [
            {
              currency,
              amount: amount.toString(),
              amountDisplay: displayMoney(money(amount, currency), locale),
            },
          ],
    ),
  }));
}
