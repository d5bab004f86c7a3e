import { expect, it } from "vitest";
import { isTimeZone } from "./time-zone.ts";

it.each<readonly [string, boolean]>([
  ["UTC", true],
  ["Africa/Abidjan", true],
  ["Etc/GMT+1", true],
  ["Moon/Crater", false],
  ["+01:00", false],
  ["", false],
  ["Africa/Abidjan\n", false],
  ["../../etc/passwd", false],
])("%j is a name of a time zone: %s", (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
