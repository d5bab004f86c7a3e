import { describe, expect, it } from "vitest";
import { nextStatus, reachable, type Transitions } from "./state-machine.ts";

type Status = "A" | "B" | "C" | "LOST";
const table: Transitions<Status, "go" | "back" | "stay"> = {
  A: { go: "B", stay: "A" },
  B: { go: "C", back: "A" },
  C: {},
  LOST: { go: "A" },
};

describe("a state table", () => {
  it("allows the transitions that it lists, and no others", () => {
    expect(nextStatus(table, "A", "go")).toBe("B");
    expect(nextStatus(table, "A", "stay")).toBe("A");
    expect(nextStatus(table, "A", "back")).toBeNull();
    expect(nextStatus(table, "C", "go")).toBeNull();
  });

  it("shows what can be reached, circles and the start included, and what cannot", () => {
    expect([...reachable(table, "A")].sort()).toEqual(["A", "B", "C"]);
    expect([...reachable(table, "C")]).toEqual(["C"]);
    expect(reachable(table, "LOST").has("LOST")).toBe(true);
  });
});
