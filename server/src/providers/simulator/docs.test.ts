import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { namedTokens, testCards } from "./cards.ts";
import { nameScenarios } from "./names.ts";
import { scenarios } from "./rules.ts";
import { payerWalletSeeds } from "./seed.ts";
import { toFailureCode } from "./status-map.ts";

const page = await readFile(new URL("../../../../docs/concepts/simulator.md", import.meta.url), "utf8");
const compact = page.replaceAll(" ", "");

describe("docs/concepts/simulator.md", () => {
  it("has the same table of magic numbers as the code, line by line", () => {
    const table = page.slice(page.indexOf("| Ends in"), page.indexOf('"Refused" is'));
    const lines = scenarios.map(({ suffix, text, steps, startCode }) => {
      const code = steps.at(-1)?.code ?? startCode;
      const failure = code === null ? "–" : `\`${toFailureCode(code)}\``;
      return `| ${suffix ?? "any other"} | ${text.en} | ${failure} |`;
    });
    expect(table.trim().split("\n").slice(2)).toEqual(lines);
  });

  it("has the same table of name checks as the code", () => {
    for (const { suffix, text } of nameScenarios) expect(page).toContain(`| ${suffix} | ${text} |`);
  });

  it("names every test card in a line with its failure code, every token and every payer", () => {
    const rows = compact.split("\n");
    for (const { number, code } of testCards) {
      const row = rows.find((line) => line.includes(number));
      expect(row, number).toContain(code === null ? "|–|" : `\`${toFailureCode(code)}\``);
    }
    for (const token of namedTokens.filter((name) => name !== "tok_sim_visa")) expect(page).toContain(token);
    for (const { phone, pin } of payerWalletSeeds) expect(compact).toContain(`|${phone}|${pin}|`);
  });
});
