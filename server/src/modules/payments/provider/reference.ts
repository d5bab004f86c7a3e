import { assert } from "../../../kit/errors.ts";
import { base32OfPair, decodeBase32, formatUuid, type Id, type MerchantNo } from "../../../kit/ids.ts";
import type { ProviderReference } from "../../../providers/provider.ts";

const MERCHANT_NO_MAX = 2 ** 31 - 1;

/**
 * Our name for a charge, a refund or a payout at its provider, and the provider's idempotency key: its id and merchant number, 32
 * characters. A callback leads straight to the row, without a directory.
 */
export function providerReference(
  merchantNo: MerchantNo,
  id: Id<"charge"> | Id<"refund"> | Id<"payout">,
): ProviderReference {
  return base32OfPair(id, merchantNo) as ProviderReference;
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

const END_CHARACTERS = 6;
/** Bits that the last six characters hold: no merchant number of ours has more. */
const END_BITS = 30;

/** With what every reference of a merchant ends, and none of another: its number. */
export function referenceEndOf(merchantNo: MerchantNo): string {
  assert(merchantNo < 2 ** END_BITS, "a merchant number fits the end of a reference");
  return providerReference(merchantNo, ANY_ID).slice(-END_CHARACTERS);
}

const ANY_ID = "00000000-0000-0000-0000-000000000000" as Id<"charge">;
