import { describe, expect, it } from "vitest";
import { isPlainPath, liesUnder } from "./plain-path.ts";

describe("a plain path", () => {
  it.each(["/srv/bank", "/srv/bank files/in-1", "/a"])("%s is one", (path) => {
    expect(isPlainPath(path)).toBe(true);
  });
  it.each(["", "/", "srv/bank", "/srv/bank/", "/srv//bank", "/srv/./bank", "/srv/../bank", "/srv/.."])(
    "%j is none",
    (path) => {
      expect(isPlainPath(path)).toBe(false);
    },
  );
});

describe("a folder", () => {
  it("holds the paths under it", () => {
    expect(liesUnder("/srv/bank", "/srv/bank/first/in")).toBe(true);
  });
  it.each(["/srv/bank", "/srv/bankers/in", "/srv", "/srv/bank/../etc", "srv/bank/in"])(
    "does not hold %s",
    (path) => {
      expect(liesUnder("/srv/bank", path)).toBe(false);
    },
  );
});
