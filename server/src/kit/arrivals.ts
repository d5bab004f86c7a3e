import type { CellCode } from "./cell.ts";
import type { MerchantNo } from "./ids.ts";

/** A stay of a merchant in another cell, from which it came, or moved on: its ids of then are checked as that cell made them. */
export interface Arrival {
  /** Its number there, and here. */
  readonly there: MerchantNo;
  readonly here: MerchantNo;
  /** What is older was made there, or in a cell before it, epoch milliseconds. */
  readonly atMs: number;
  readonly ids: IdKeys;
}

/** What the ids of sessions and receipts of one cell are made with. */
export interface IdKeys {
  /** Null: the default cell. */
  readonly cell: CellCode | null;
  mac(purpose: "session-id", text: string): Buffer;
}

/** What the old cell's key for ids is bound to in the new cell's row of the move. */
export const idKeyContext = (moveId: string): string => `merchant_moves.id_key ${moveId}`;
/** The same for what came along of the cells before that one. */
export const formerIdsContext = (moveId: string): string => `merchant_moves.former_ids ${moveId}`;

/** The merchants that came from other cells, as this process knows. */
export interface Arrivals {
  /** Who had this number in that cell. */
  byFormer(cell: CellCode | null, there: MerchantNo): Arrival | undefined;
  /** Where a merchant was before it came here, its first cell first. This one is among them when it came back. */
  byNumber(here: MerchantNo): readonly Arrival[];
  /** Reads again who has come. */
  refresh(): Promise<void>;
}

/** The stay in which an id (UUIDv7) of the merchant was made; undefined: it was made here since it came. */
export function madeBefore(
  arrivals: Arrivals | undefined,
  { merchantNo, id }: { readonly merchantNo: MerchantNo; readonly id: string },
): Arrival | undefined {
  const stays = arrivals?.byNumber(merchantNo) ?? [];
  if (stays.length === 0) return undefined;
  const madeAtMs = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return stays.find(({ atMs }) => madeAtMs < atMs);
}
