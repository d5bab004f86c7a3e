import { describe, expect, it } from "vitest";
import { inTurns } from "./turns.ts";

describe("work in turns", () => {
  it("comes to each item once, in order, and makes it no earlier", async () => {
    const story: string[] = [];
    function* items() {
      for (const item of ["a", "b", "c"]) {
        story.push(`make ${item}`);
        yield item;
      }
    }
    await inTurns(items(), (item, index) => void story.push(`${index} ${item}`), 2);
    expect(story).toEqual(["make a", "0 a", "make b", "1 b", "make c", "2 c"]);
  });

  it("lets others have their turn after so many items", async () => {
    const story: string[] = [];
    await inTurns(
      ["a", "b", "c", "d", "e"],
      (item) => {
        story.push(item);
        if (item === "b" || item === "d") setImmediate(() => story.push("others"));
      },
      2,
    );
    expect(story).toEqual(["a", "b", "others", "c", "d", "others", "e"]);
  });

  it("ends when the work wants no more, and does nothing with an empty list", async () => {
    const seen: number[] = [];
    await inTurns([1, 2, 3], (item) => {
      seen.push(item);
      return item < 2;
    });
    await inTurns([], () => void seen.push(0));
    expect(seen).toEqual([1, 2]);
  });
});
