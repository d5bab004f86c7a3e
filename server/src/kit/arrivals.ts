import type { CellCode } from "./cell.ts";
import type { MerchantNo } from "./ids.ts";

/** A merchant that came from another cell: its ids of before are checked as that cell made them. */
export interface Arrival {
  /** Its number there, and here. */
  readonly there: MerchantNo;
  readonly here: MerchantNo;
  /** What is older was made there, epoch milliseconds. */
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

/** The merchants that came from other cells, as this process knows. */
export interface Arrivals {
  /** Who had this number in that cell. */
  byFormer(cell: CellCode | null, there: MerchantNo): Arrival | undefined;
  byNumber(here: MerchantNo): Arrival | undefined;
  /** Reads again who has come. */
  refresh(): Promise<void>;
}

/** The arrival of the merchant, for an id (UUIDv7) that the other cell made; undefined: it was made here. */
export function madeBefore(
  arrivals: Arrivals | undefined,
  { merchantNo, id }: { readonly merchantNo: MerchantNo; readonly id: string },
): Arrival | undefined {
  const arrival = arrivals?.byNumber(merchantNo);
  if (arrival === undefined) return undefined;
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) < arrival.atMs ? arrival : undefined;
}
