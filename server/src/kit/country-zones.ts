/** The time zone of each country that the service works in; that of the capital where a country has two. */
const zones: Readonly<Record<string, string>> = {
  BF: "Africa/Ouagadougou",
  BJ: "Africa/Porto-Novo",
  CD: "Africa/Kinshasa",
  CG: "Africa/Brazzaville",
  CI: "Africa/Abidjan",
  CM: "Africa/Douala",
  GA: "Africa/Libreville",
  GH: "Africa/Accra",
  GN: "Africa/Conakry",
  GW: "Africa/Bissau",
  ML: "Africa/Bamako",
  NE: "Africa/Niamey",
  NG: "Africa/Lagos",
  SN: "Africa/Dakar",
  TG: "Africa/Lome",
};

/** Countries with their zones, in the order of both lists. */
export const zoneCountries: readonly string[] = Object.keys(zones);
export const zoneNames: readonly string[] = Object.values(zones);
