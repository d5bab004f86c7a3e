import { describe, expect, it } from "vitest";
import { inSlices } from "./slices.ts";

const bytes = Buffer.from("abcdefghij");

describe("work in slices", () => {
  it("comes to every byte once, in order, and is told which slice is the last", async () => {
    const seen: [string, boolean][] = [];
    const work = (slice: Buffer, isLast: boolean): number => {
      seen.push([slice.toString(), isLast]);
      return slice.length;
    };
    await inSlices(bytes, work, 4);
    expect(seen).toEqual([
      ["abcd", false],
      ["efgh", false],
      ["ij", true],
    ]);
  });

  it("lets others have their turn between two slices", async () => {
    const story: string[] = [];
    const work = (slice: Buffer): number => {
      story.push(slice.toString());
      setImmediate(() => story.push("others"));
      return slice.length;
    };
    await inSlices(bytes, work, 5);
    expect(story).toEqual(["abcde", "others", "fghij"]);
  });

  it("gives again what was not taken, and refuses to go round for ever", async () => {
    const seen: string[] = [];
    const two = (slice: Buffer): number => {
      seen.push(slice.toString());
      return Math.min(2, slice.length);
    };
    await inSlices(bytes.subarray(0, 5), two, 4);
    expect(seen).toEqual(["abcd", "cde", "e"]);
    await expect(inSlices(bytes, () => 0, 4)).rejects.toThrow("without end");
  });

  it("with no bytes does no work", async () => {
    await inSlices(Buffer.alloc(0), () => {
      throw new Error("nothing to do");
    });
  });
});
