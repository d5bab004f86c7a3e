import { expect, it } from "vitest";
import { countryOfAddress } from "./address-country.ts";

it.each([
  ["154.68.10.1", "CI"],
  ["41.214.0.1", "SN"],
  ["2a01:e0a::1", "FR"],
  ["2001:4278::/64", "SN"],
  ["::ffff:154.68.10.1", "CI"],
  ["127.0.0.1", null],
  ["192.168.1.7", null],
  ["fd00::1", null],
  ["", null],
  ["unknown", null],
] as const)("%s is of %s", (address, country) => {
  expect(countryOfAddress(address)).toBe(country);
});
