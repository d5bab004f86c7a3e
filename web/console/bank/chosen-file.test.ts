import { describe, expect, it } from "vitest";
import { uploadTypes } from "../../../server/src/modules/bank-files/schemas.ts";
import { bankFilePath, bankFileType, unsendable } from "./chosen-file.ts";

describe("a file that an operator chose", () => {
  it.each([
    ["relevé-2026.xml", "application/xml"],
    ["RELEVE.CSV", "text/csv"],
    ["export.txt", "text/csv"],
    ["camt054", "application/xml"],
  ])("%s is sent as %s, which the service takes", (name, type) => {
    expect(bankFileType(name)).toBe(type);
    expect(uploadTypes).toContain(type);
  });

  it("is named as the service takes it: on one line, not too long, and nothing of it is an address", () => {
    const path = bankFilePath("acct_1", `a&b?\u0007c=${"x".repeat(300)}`);
    const query = new URLSearchParams(path.split("?")[1]);
    expect(path.split("?")).toHaveLength(2);
    expect(query.get("providerAccountId")).toBe("acct_1");
    expect(query.get("fileName")).toBe(`a&b? c=${"x".repeat(193)}`);
  });

  it.each([
    [0, "EMPTY"],
    [1, null],
    [20 * 1_024 * 1_024, null],
    [20 * 1_024 * 1_024 + 1, "TOO_LARGE"],
  ])("of %i bytes: %s", (size, problem) => {
    expect(unsendable({ size })).toBe(problem);
  });
});
