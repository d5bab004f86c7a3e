import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { referenceTable } from "../../../test/harness/reference-table.ts";
import { operatorCountries } from "../../kit/operators.ts";
import { removalReasons } from "./index.ts";

const page = join(import.meta.dirname, "../../../../docs/concepts/routing.md");

describe("docs/concepts/routing.md", () => {
  test("shows every country and operator as the code has them", async () => {
    const rows = operatorCountries.flatMap(({ countryCode, callingCode, currencies, operators }) =>
      operators.map((operator) => [
        countryCode,
        `+${callingCode}`,
        currencies.join(", "),
        `\`${operator.code}\``,
        operator.displayName,
        operator.authFlow,
        operator.prompt === null ? "" : `\`${operator.prompt}\``,
      ]),
    );
    const heads = ["Country", "Code", "Currency", "`operator`", "Name", "How the payer approves", "To dial"];
    const { onPage, inCode } = await referenceTable(page, heads, rows);
    expect(onPage).toBe(inCode);
  });

  test("explains every reason, and no other", async () => {
    const text = await readFile(page, "utf8");
    const table = text.slice(text.indexOf("| Question |"), text.indexOf("Rules are tried"));
    const named = new Set([...table.matchAll(/`([A-Z_]+)`/g)].map(([, reason]) => reason));
    expect([...named].sort()).toEqual([...removalReasons].sort());
  });
});
