import type { Static } from "typebox";
import type { Database } from "../../db/database.ts";
import { inOrder, parseCreated, parseStatuses } from "../../http/list-page.ts";
import { parsePage, uncountedMeta, unknownCursor } from "../../http/pagination.ts";
import type { PageMeta } from "../../http/route.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { findPositionAt, type Posting, transferTypes } from "../ledger/index.ts";
import { entryId, positionOfEntry } from "./entry-id.ts";
import { findPositionsOf } from "./entry-sources.ts";
import { type EntryListQuery, sourceTypes } from "./schemas.ts";
import { type EntryKind, findEntries, readEntries, type Wallet, type WalletEntry } from "./store.ts";

/**
 * Maximum payment entries that one page skips while it searches for other kinds. A page that found fewer than requested
 * returns where to continue: its cost stays the same in a wallet of any age.
 */
const SCAN_MAX = 20_000n;

/**
 * One page of a wallet's entries. They are read by cursor along their positions and never counted. A period is a range
 * of positions too, since times never go backwards.
 */
export async function listEntries(
  db: Database,
  merchantNo: MerchantNo,
  wallet: Wallet,
  query: Static<typeof EntryListQuery>,
): Promise<{ readonly entries: readonly WalletEntry[]; readonly meta: PageMeta }> {
  const page = parsePage(query);
  const { pageSize, newestFirst } = page;
  const direction = page.by === "cursor" ? page.direction : "after";
  const descending = newestFirst === (direction === "after");
  const { createdFromMs, createdToMs } = parseCreated(query);
  const positionAt = async (atMs: number | null, otherwise: bigint) =>
    atMs === null ? otherwise : ((await findPositionAt(db, merchantNo, wallet.id, atMs)) ?? otherwise);
  let fromPosition = await positionAt(createdFromMs, 1n);
  let toPosition = await positionAt(createdToMs, wallet.transferCount + 1n);
  if (page.by === "cursor") {
    const at = positionOfEntry(wallet.id, page.cursor);
    if (at === null || at > wallet.transferCount) throw unknownCursor(page);
    if (descending) toPosition = at < toPosition ? at : toPosition;
    else fromPosition = at >= fromPosition ? at + 1n : fromPosition;
  }

  const kinds = kindsOf(query);
  if (query.sourceId !== undefined) {
    const all = await findPositionsOf(db, merchantNo, wallet.id, query.sourceId);
    const inRange = all.filter((position) => position >= fromPosition && position < toPosition);
    const own = (await readEntries(db, merchantNo, wallet.id, inRange)).filter((entry) =>
      isOfKinds(entry, kinds),
    );
    const ordered = own.toSorted((one, other) => (one.position < other.position === descending ? 1 : -1));
    const entries = ordered.slice(0, pageSize);
    const last = ordered.length > pageSize ? entries.at(-1) : undefined;
    return {
      entries: direction === "after" ? entries : entries.toReversed(),
      meta: uncountedMeta(pageSize, last === undefined ? null : entryId(wallet.id, last.position)),
    };
  }
  const scan = scanOf(kinds, fromPosition, toPosition, descending);
  const found = await findEntries(db, merchantNo, wallet.id, {
    kinds,
    fromPosition,
    toPosition,
    descending,
    limit: pageSize + 1,
    ...(kinds?.some(isOfPayment) ? { scanFrom: scan.from, scanTo: scan.to } : { scanFrom: 0n, scanTo: 0n }),
  });
  const certain = found.filter((position) => position >= scan.from && position < scan.to);
  const stoppedShort = scan.endsShort && certain.length <= pageSize;
  const positions = certain.slice(0, pageSize);
  const hasMore = certain.length > pageSize || stoppedShort;
  const last = stoppedShort ? (descending ? scan.from : scan.to - 1n) : positions.at(-1);
  const shown = direction === "after" ? positions : positions.toReversed();
  return {
    entries: inOrder(shown.map(String), await readEntries(db, merchantNo, wallet.id, shown), ({ position }) =>
      String(position),
    ),
    meta: uncountedMeta(pageSize, hasMore && last !== undefined ? entryId(wallet.id, last) : null),
  };
}

/** The range that contains everything searched for. */
function scanOf(kinds: readonly EntryKind[] | null, from: bigint, to: bigint, descending: boolean) {
  const isLong = to - from > SCAN_MAX;
  if (!isLong || kinds === null || !kinds.some(isOfPayment)) return { from, to, endsShort: false };
  return descending
    ? { from: to - SCAN_MAX, to, endsShort: true }
    : { from, to: from + SCAN_MAX, endsShort: true };
}

function isOfPayment({ sourceType, type }: EntryKind): boolean {
  return sourceType === "charge" && (type === "CHARGE" || type === "FEE");
}

const isOfKinds = (entry: EntryKind, kinds: readonly EntryKind[] | null): boolean =>
  kinds === null ||
  kinds.some(({ sourceType, type }) => sourceType === entry.sourceType && type === entry.type);

/** Every kind that passes the filters; null without a filter. */
function kindsOf(query: Static<typeof EntryListQuery>): readonly EntryKind[] | null {
  const types = parseStatuses(query.type);
  const sources = parseStatuses(query.sourceType);
  if (types === null && sources === null) return null;
  const wanted = <Word extends string>(all: readonly Word[], named: readonly string[] | null) =>
    all.filter((word) => named === null || named.includes(word));
  return wanted<Posting["sourceType"]>(sourceTypes, sources).flatMap((sourceType) =>
    wanted(transferTypes, types).map((type) => ({ sourceType, type })),
  );
}
