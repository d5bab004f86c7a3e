import { countryName } from "./country-name.ts";
import type { Locale } from "./money.ts";

/** A network address for a reader: `Côte d’Ivoire (154.68.10.1)`, or the address alone where its country is not known. Pure. */
export function placeText(address: string, countryCode: string | null, locale: Locale): string {
  return countryCode === null ? address : `${countryName(countryCode, locale)} (${address})`;
}
