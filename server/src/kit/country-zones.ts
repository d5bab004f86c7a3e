/**
 * The time zone of each country that the service works in, and the city by which its people name their time. Where a country has
 * two zones it is that of the capital: the city says whose time it is.
 */
const zones: Readonly<Record<string, readonly [zone: string, city: string]>> = {
  BF: ["Africa/Ouagadougou", "Ouagadougou"],
  BJ: ["Africa/Porto-Novo", "Cotonou"],
  CD: ["Africa/Kinshasa", "Kinshasa"],
  CG: ["Africa/Brazzaville", "Brazzaville"],
  CI: ["Africa/Abidjan", "Abidjan"],
  CM: ["Africa/Douala", "Douala"],
  GA: ["Africa/Libreville", "Libreville"],
  GH: ["Africa/Accra", "Accra"],
  GN: ["Africa/Conakry", "Conakry"],
  GW: ["Africa/Bissau", "Bissau"],
  ML: ["Africa/Bamako", "Bamako"],
  NE: ["Africa/Niamey", "Niamey"],
  NG: ["Africa/Lagos", "Lagos"],
  SN: ["Africa/Dakar", "Dakar"],
  TG: ["Africa/Lome", "Lomé"],
};

/** Countries with their zones, in the order of both lists. */
export const zoneCountries: readonly string[] = Object.keys(zones);
export const zoneNames: readonly string[] = Object.values(zones).map(([zone]) => zone);

/** The time zone (IANA) of a country (ISO 3166 alpha-2); null where the service does not work. */
export const zoneOf = (countryCode: string): string | null =>
  Object.hasOwn(zones, countryCode) ? (zones[countryCode]?.[0] ?? null) : null;

const cities: ReadonlyMap<string, string> = new Map(Object.values(zones));

/** The city by which the time of a zone is named; null for zones of other countries. */
export const zoneCity = (timeZone: string): string | null => cities.get(timeZone) ?? null;
