import { describe, expect, it } from "vitest";
import { Secret } from "../kit/secret.ts";
import { processCountOf } from "./count.ts";

const GIB = 2 ** 30;
const embedded = { processes: "auto", databaseUrl: undefined } as const;

describe("auto", () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [8, 4],
    [64, 32],
  ])("on %i cores that it shares with its PostgreSQL is %i", (cores, count) => {
    expect(processCountOf(embedded, { cores, memoryBytes: 64 * GIB })).toBe(count);
  });

  it("leaves a machine with little memory to PostgreSQL", () => {
    expect(processCountOf(embedded, { cores: 8, memoryBytes: 2.5 * GIB })).toBe(2);
    expect(processCountOf(embedded, { cores: 8, memoryBytes: 0.5 * GIB })).toBe(1);
  });

  it("is one beside a database of one's own", () => {
    const config = { processes: "auto", databaseUrl: new Secret("postgres://db/cauris") } as const;
    expect(processCountOf(config, { cores: 8, memoryBytes: 64 * GIB })).toBe(1);
  });
});

it("is what was asked for", () => {
  expect(processCountOf({ ...embedded, processes: 5 }, { cores: 1, memoryBytes: GIB })).toBe(5);
});
