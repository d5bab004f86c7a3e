import { zoneCity } from "./country-zones.ts";
import type { Locale } from "./money.ts";

const timeOf: Readonly<Record<Locale, (city: string) => string>> = {
  fr: (city) => `(heure ${/^[AEIOU]/.test(city) ? "d’" : "de "}${city})`,
  en: (city) => `(${city} time)`,
  pt: (city) => `(hora de ${city})`,
};

/**
 * Whose time a clock shows, behind it: `(heure de Douala)`. A zone of another country stays as it is called, `(Europe/Paris)`,
 * and UTC is `UTC`. Pure.
 */
export function zoneText(timeZone: string, locale: Locale): string {
  if (timeZone === "UTC") return "UTC";
  const city = zoneCity(timeZone);
  return city === null ? `(${timeZone})` : timeOf[locale](city);
}
