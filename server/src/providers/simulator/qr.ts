import { numericCodeOf } from "../../kit/currency.ts";
import { emvTemplate, encodeEmv } from "../../kit/emv.ts";
import { decimalText, type Money } from "../../kit/money.ts";
import { isPiSpiCountry, PI_SPI_DYNAMIC, piSpiCode } from "../../kit/pi-spi-code.ts";

export type QrScheme = "PI_SPI" | "WAVE" | "ORANGE" | "EMVCO";

/** Our own identifier: it tells a wallet application that only the simulator can settle this code. */
export const SIMULATOR_GUID = "dev.cauris.simulator";
/** The alias of the simulator's merchants at the instant payment platform of the UEMOA. */
const PI_SPI_ALIAS = "5a1b0000-0000-4000-8000-000000000001";

/** PI-SPI moves only CFA francs, between the eight UEMOA countries. */
export function schemeServes(scheme: QrScheme, country: string | null, amount: Money): boolean {
  return scheme !== "PI_SPI" || (amount.currency === "XOF" && isPiSpiCountry(country ?? "CI"));
}

/** Letters, digits and spaces that every scanner shows, cut to `length`; `fallback` when nothing is left. */
function plainText(text: string, length: number, fallback: string): string {
  const plain = text
    .normalize("NFD")
    .replace(/[^\x20-\x7e]/g, "")
    .trim()
    .slice(0, length)
    .trim();
  return plain === "" ? fallback : plain;
}

/** `reference`: at most 25 characters, the code's own number at the simulator. */
export function qrPayload(request: {
  readonly scheme: QrScheme;
  readonly amount: Money;
  readonly country: string | null;
  readonly title: string;
  readonly reference: string;
}): string {
  const { scheme, amount, title, reference } = request;
  const country = request.country ?? "CI";
  if (scheme === "PI_SPI") {
    return piSpiCode({ alias: PI_SPI_ALIAS, channel: PI_SPI_DYNAMIC, amount, country, reference });
  }
  return encodeEmv([
    { id: "00", value: "01" },
    { id: "01", value: "12" },
    {
      id: "26",
      value: emvTemplate([
        { id: "00", value: SIMULATOR_GUID },
        { id: "01", value: scheme },
      ]),
    },
    { id: "52", value: "5999" },
    { id: "53", value: numericCodeOf(amount.currency) },
    { id: "54", value: decimalText(amount) },
    { id: "58", value: country },
    { id: "59", value: plainText(title, 25, "SIMULATOR") },
    { id: "60", value: "SIMULATOR" },
    { id: "62", value: emvTemplate([{ id: "05", value: reference }]) },
  ]);
}
