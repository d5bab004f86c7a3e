import { parseDecimal } from "../../../server/src/kit/money.ts";

/** Reads what a person types, `12 500` or `12,50`, as minor units; null for anything that is no amount. Pure. */
export function typedAmount(text: string, currency: string): bigint | null {
  const read = parseDecimal(text.replace(/[\s\u202f\u00a0]/g, "").replace(",", "."), currency);
  return read === null || read.minor <= 0n ? null : read.minor;
}
