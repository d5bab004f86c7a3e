import {
  decodeBase32,
  encodeBase32,
  formatUuid,
  type Id,
  type MerchantNo,
  uuidBytes,
} from "../../kit/ids.ts";
import type { ProviderReference } from "../../providers/provider.ts";

const MERCHANT_NO_MAX = 2 ** 31 - 1;

/**
 * Our name for a charge, a refund or a payout at its provider, and the provider's idempotency key: its id and merchant number, 32
 * characters. A callback leads straight to the row, without a directory.
 */
export function providerReference(
  merchantNo: MerchantNo,
  id: Id<"charge"> | Id<"refund"> | Id<"payout">,
): ProviderReference {
  const bytes = Buffer.alloc(20);
  uuidBytes(id).copy(bytes);
  bytes.writeUInt32BE(merchantNo, 16);
  return encodeBase32(bytes) as ProviderReference;
}

/** What a reference names, or null when it is none of ours. */
export function parseProviderReference(
  text: string,
): { readonly merchantNo: MerchantNo; readonly id: string } | null {
  const bytes = text.length === 32 ? decodeBase32(text) : null;
  if (bytes?.length !== 20) return null;
  const merchantNo = bytes.readUInt32BE(16);
  // Anybody may have written it: no merchant has a number that its column could not hold.
  return merchantNo > MERCHANT_NO_MAX
    ? null
    : { merchantNo: merchantNo as MerchantNo, id: formatUuid(bytes.subarray(0, 16)) };
}
