import { expect, it } from "vitest";
import { zoneCountries, zoneNames } from "./country-zones.ts";
import { operatorCountries } from "./operators.ts";
import { isTimeZone } from "./time-zone.ts";

it("knows the zone of every country where mobile money is taken, each of full hours", () => {
  expect(
    operatorCountries.map(({ countryCode }) => countryCode).filter((code) => !zoneCountries.includes(code)),
  ).toEqual([]);
  for (const zone of zoneNames) {
    expect(isTimeZone(zone), zone).toBe(true);
    const shown = new Intl.DateTimeFormat("en", { timeZone: zone, minute: "2-digit" }).format(0);
    expect(Number(shown), zone).toBe(0);
  }
});
