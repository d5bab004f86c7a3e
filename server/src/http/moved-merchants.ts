import { type CellClues, type CellCode, cellPattern } from "../kit/cell.ts";
import { decodeBase32, type MerchantNo } from "../kit/ids.ts";
import { errors } from "./errors.ts";

/** The merchants that have left this cell for another one, or came from one, as this process knows. */
export interface MovedMerchants {
  /** Whether a request that names another cell is of a merchant that came from there: its ids and keys of before stay as they are. */
  hasCome(clues: CellClues): boolean;
  /** The cell that a merchant lives in now, null for the default one; undefined: it is here. */
  cellOf(merchantNo: MerchantNo): CellCode | null | undefined;
  cellOfSlug(slug: string): CellCode | null | undefined;
  /** The number here of who had this one in a cell that it came from; undefined: nobody. */
  numberOf(cell: CellCode | null, there: MerchantNo): MerchantNo | undefined;
  /** Nobody has left, as nearly always: then a request is not looked at. */
  isEmpty(): boolean;
}

export const nobodyMoved: MovedMerchants = {
  hasCome: () => false,
  cellOf: () => undefined,
  cellOfSlug: () => undefined,
  numberOf: () => undefined,
  isEmpty: () => true,
};

const session = new RegExp(
  `^/(?:(?:api/v1/)?checkout/(?:pay/)?cs|checkout/receipts/rc)_(?:(${cellPattern})_)?([0-9a-z]{32})[0-9a-z]{26}(?:[/?]|$)`,
);
const link = new RegExp(`^/(?:pay|api/v1/checkout/links)/(?:${cellPattern}_)?([^/?]+)`);

/** The cell and the number in the id of a session or a receipt at the start of a path; null: there is none. */
export function numberIn(
  path: string,
): { readonly cell: CellCode | null; readonly merchantNo: MerchantNo } | null {
  const [, cell, handle = ""] = session.exec(path) ?? [];
  const bytes = decodeBase32(handle);
  if (bytes?.length !== 20) return null;
  return { cell: (cell ?? null) as CellCode | null, merchantNo: bytes.readUInt32BE(16) as MerchantNo };
}

/** The slug in the address of a link, without a code; undefined: it is another address. */
export const slugIn = (path: string): string | undefined => link.exec(path)?.[1];

/**
 * Refuses with WRONG_CELL (421) a request of a merchant that has left, and says where it lives: the proxy's map is older than the move.
 * An id that nobody made is answered in the same way, which tells no more than the number of a merchant.
 */
export function createMovedRefusal(own: CellCode | null, moved: MovedMerchants) {
  const refuse = (cell: CellCode | null | undefined): void => {
    if (cell !== undefined) throw errors.WRONG_CELL({ cell, answeredBy: own });
  };
  return {
    /** By the id of a session or a receipt, or the slug of a link, in its path. */
    path: (url: string): void => {
      if (moved.isEmpty()) return;
      const named = numberIn(url);
      const merchantNo =
        named === null || named.cell === own
          ? named?.merchantNo
          : // It came from there, and has moved on.
            moved.numberOf(named.cell, named.merchantNo);
      if (merchantNo !== undefined) refuse(moved.cellOf(merchantNo));
      const slug = slugIn(url);
      if (slug !== undefined) refuse(moved.cellOfSlug(slug));
    },
    /** By its key, or the person who is logged in. */
    caller: (merchantNo: MerchantNo): void => {
      if (!moved.isEmpty()) refuse(moved.cellOf(merchantNo));
    },
  };
}

export type MovedRefusal = ReturnType<typeof createMovedRefusal>;
