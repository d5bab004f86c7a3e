import { assert } from "../../../kit/errors.ts";
import { base32OfPair, decodeBase32, formatUuid, type Id, type MerchantNo } from "../../../kit/ids.ts";
import type { ProviderReference } from "../../../providers/provider.ts";

const MERCHANT_NO_MAX = 2 ** 31 - 1;

/**
 * Our name for a charge, a refund or a payout at its provider, and the provider's idempotency key: its id and merchant
 * number, 32 characters. A callback leads straight to the row, without a lookup table.
 */
export function providerReference(
  merchantNo: MerchantNo,
  id: Id<"charge"> | Id<"refund"> | Id<"payout">,
): ProviderReference {
  return base32OfPair(id, merchantNo) as ProviderReference;
}

/** The id and merchant number in a reference, or null when it is not ours. */
export function parseProviderReference(
  text: string,
): { readonly merchantNo: MerchantNo; readonly id: string } | null {
  const bytes = text.length === 32 ? decodeBase32(text) : null;
  if (bytes?.length !== 20) return null;
  const merchantNo = bytes.readUInt32BE(16);
  // The text may come from anyone: a number too large for its column belongs to no merchant.
  return merchantNo > MERCHANT_NO_MAX
    ? null
    : { merchantNo: merchantNo as MerchantNo, id: formatUuid(bytes.subarray(0, 16)) };
}

const END_CHARACTERS = 6;
/** Bits in the last six characters: no merchant number of ours has more. */
const END_BITS = 30;

/** The last characters of every reference of a merchant, and of no other merchant's: its number. */
export function referenceEndOf(merchantNo: MerchantNo): string {
  assert(merchantNo < 2 ** END_BITS, "a merchant number fits the end of a reference");
  return providerReference(merchantNo, ANY_ID).slice(-END_CHARACTERS);
}

const ANY_ID = "00000000-0000-0000-0000-000000000000" as Id<"charge">;
