import { expect, it } from "vitest";
import { isExplained } from "./balance-gaps.ts";

it.each([
  ["equal", { told: 100n, expected: 100n, incoming: 0n, outgoing: 0n }, 0n],
  ["as much more as comes in", { told: 150n, expected: 100n, incoming: 50n, outgoing: 0n }, 0n],
  ["as much less as goes out", { told: 50n, expected: 100n, incoming: 0n, outgoing: 50n }, 0n],
  ["below zero, as tolerated", { told: -5n, expected: 0n, incoming: 0n, outgoing: 0n }, 5n],
])("a balance that is %s is explained", (_name, balances, tolerance) => {
  expect(isExplained(balances, tolerance)).toBe(true);
});

it.each([
  ["one unit less", { told: 99n, expected: 100n, incoming: 0n, outgoing: 0n }, 0n],
  ["one unit more", { told: 101n, expected: 100n, incoming: 0n, outgoing: 0n }, 0n],
  ["more than comes in", { told: 151n, expected: 100n, incoming: 50n, outgoing: 0n }, 0n],
  ["less while money comes in", { told: 99n, expected: 100n, incoming: 50n, outgoing: 0n }, 0n],
  ["more while money goes out", { told: 101n, expected: 100n, incoming: 0n, outgoing: 50n }, 0n],
  ["less by more than both", { told: 42n, expected: 100n, incoming: 0n, outgoing: 50n }, 7n],
])("a balance that is %s is not explained", (_name, balances, tolerance) => {
  expect(isExplained(balances, tolerance)).toBe(false);
});
