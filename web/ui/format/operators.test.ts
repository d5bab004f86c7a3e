import { expect, it } from "vitest";
import { operatorCountries } from "../../../server/src/kit/operators.ts";
import { operatorName, operatorNames } from "./operators.ts";

it.each(Object.entries(operatorNames))("%s is called %s, as payers see it in a country", (code, name) => {
  const networks = operatorCountries.flatMap(({ operators }) => operators);
  const names = networks.filter((network) => network.code === code).map(({ displayName }) => displayName);
  expect(names).toContain(name.replace(/ \(.*\)$/, ""));
});

it("no two networks have one name, and an unknown code stays", () => {
  const names = Object.values(operatorNames);
  expect(new Set(names).size).toBe(names.length);
  expect(operatorName("LATER")).toBe("LATER");
});
