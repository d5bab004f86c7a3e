import { numericCodeOf } from "./currency.ts";
import { decodeEmv, decodeObjects, emvTemplate, encodeEmv } from "./emv.ts";
import { decimalText, type Money, parseDecimal } from "./money.ts";

/** The codes of PI-SPI, the instant payment platform of the UEMOA: EMV texts with the platform's own template. */
const GUID = "int.bceao.pi";
const CURRENCY = "XOF";
/** The members of the UEMOA. */
export const piSpiCountries = ["BJ", "BF", "CI", "GW", "ML", "NE", "SN", "TG"] as const;
/** The channel of a code that is made for one payment. */
export const PI_SPI_DYNAMIC = "400";
/** The platform's placeholder for the name and the city, which it looks up by the alias. */
const UNNAMED = "X";
const REFERENCE_LENGTH_MAX = 25;
const AMOUNT_LENGTH_MAX = 13;

export interface PiSpiCode {
  /** The merchant's account at the platform: a UUID. */
  readonly alias: string;
  readonly channel: string;
  /** In XOF. */
  readonly amount: Money;
  /** The merchant's, one of `piSpiCountries`. */
  readonly country: string;
  /** At most 25 characters; it comes back with the payment. */
  readonly reference: string;
}

export function isPiSpiCountry(country: string): boolean {
  return piSpiCountries.some((one) => one === country);
}

/** The text of a code for one payment. Throws on another currency, and on what is longer than its field. */
export function piSpiCode({ alias, channel, amount, country, reference }: PiSpiCode): string {
  const francs = decimalText(amount);
  if (amount.currency !== CURRENCY) throw new Error("PI-SPI moves XOF only");
  if (francs.length > AMOUNT_LENGTH_MAX) throw new Error("the amount has more than 13 digits");
  if (reference.length > REFERENCE_LENGTH_MAX) throw new Error("the reference has more than 25 characters");
  return encodeEmv([
    { id: "00", value: "01" },
    {
      id: "36",
      value: emvTemplate([
        { id: "00", value: GUID },
        { id: "01", value: alias },
      ]),
    },
    { id: "52", value: "0000" },
    { id: "53", value: numericCodeOf(CURRENCY) },
    { id: "54", value: francs },
    { id: "58", value: country },
    { id: "59", value: UNNAMED },
    { id: "60", value: UNNAMED },
    {
      id: "62",
      value: emvTemplate([
        { id: "05", value: reference },
        { id: "11", value: channel },
      ]),
    },
  ]);
}

/** What a payer's application reads in such a code; null when it is none, or has no amount. */
export function readPiSpiCode(payload: string): PiSpiCode | null {
  const fields = mapOf(decodeEmv(payload));
  const account = mapOf(decodeObjects(fields.get("36") ?? ""));
  const additional = mapOf(decodeObjects(fields.get("62") ?? ""));
  const amount = parseDecimal(fields.get("54"), CURRENCY);
  const [alias, country] = [account.get("01"), fields.get("58")];
  const [reference, channel] = [additional.get("05"), additional.get("11")];
  if (account.get("00") !== GUID || fields.get("53") !== numericCodeOf(CURRENCY)) return null;
  if (alias === undefined || country === undefined || reference === undefined || channel === undefined)
    return null;
  return amount === null ? null : { alias, channel, amount, country, reference };
}

function mapOf(objects: ReturnType<typeof decodeEmv>): ReadonlyMap<string, string> {
  return new Map((objects ?? []).map(({ id, value }) => [id, value]));
}
