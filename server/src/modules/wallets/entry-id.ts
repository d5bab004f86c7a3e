import { createHash } from "node:crypto";
import { formatUuid, type Id, parsePublicId, publicId, uuidBytes } from "../../kit/ids.ts";

/**
 * The public id of an entry contains its position in the wallet: a cursor needs no look-up, and ids sort as the entries
 * do. The rest of the 128 bits comes from the wallet, so that entries of two wallets never have the same id.
 */
const POSITION_BYTES = 6;
const WALLET_BYTES = 16 - POSITION_BYTES;

export function entryId(walletId: Id<"wallet">, position: bigint): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Number(position), 0, POSITION_BYTES);
  walletMark(walletId).copy(bytes, POSITION_BYTES);
  return publicId("walletEntry", formatUuid(bytes) as Id<"walletEntry">);
}

/** The position in an id; null when it is not an entry of this wallet. */
export function positionOfEntry(walletId: Id<"wallet">, text: string): bigint | null {
  const id = parsePublicId("walletEntry", text);
  if (id === null) return null;
  const bytes = uuidBytes(id);
  const position = bytes.readUIntBE(0, POSITION_BYTES);
  const isOfWallet = bytes.subarray(POSITION_BYTES).equals(walletMark(walletId));
  return isOfWallet && position > 0 ? BigInt(position) : null;
}

function walletMark(walletId: Id<"wallet">): Buffer {
  return createHash("sha256").update(walletId).digest().subarray(0, WALLET_BYTES);
}
