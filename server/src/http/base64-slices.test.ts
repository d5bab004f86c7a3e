import { describe, expect, it } from "vitest";
import { decodeBase64, encodeBase64 } from "./base64-slices.ts";

const files = Array.from({ length: 40 }, (_, length) =>
  Buffer.from(Array.from({ length }, (_byte, index) => (index * 89 + 250) % 256)),
);
const spellings: readonly (readonly [string, (base64: string) => string])[] = [
  ["as it is", (base64) => base64],
  ["with escaped slashes, as PHP writes them", (base64) => base64.replaceAll("/", "\\/")],
  ["with escaped signs, as .NET writes them", (base64) => base64.replaceAll("+", "\\u002B")],
];

describe("base64 in slices", () => {
  it.each(spellings)("%s is the same bytes, wherever a slice ends", async (_name, spell) => {
    for (const sliceBytes of [7, 8, 9, 10, 11, 12, 64]) {
      for (const file of files.slice(1)) {
        const text = Buffer.from(spell(file.toString("base64")));
        expect((await decodeBase64(text, sliceBytes))?.toString("hex")).toBe(file.toString("hex"));
      }
    }
  });

  it("reads what Node writes, for every byte", async () => {
    for (let length = 1; length < 700; length += 1) {
      const file = Buffer.from(Array.from({ length }, (_byte, index) => (index * 167 + length * 31) % 256));
      const text = Buffer.from(file.toString("base64"));
      expect((await decodeBase64(text))?.equals(file)).toBe(true);
    }
  });

  it("takes no more in a turn than a slice, and makes no second text of it", async () => {
    const file = Buffer.alloc(3_000, "bytes");
    const text = Buffer.from(file.toString("base64"));
    let turns = 0;
    const watch = () => {
      turns += 1;
      watching = setImmediate(watch);
    };
    let watching = setImmediate(watch);
    const bytes = await decodeBase64(text, 400);
    clearImmediate(watching);
    expect(bytes?.equals(file)).toBe(true);
    // Ten slices have nine turns of others between them.
    expect(turns).toBeGreaterThanOrEqual(9);
    expect(bytes?.buffer).toBe(text.buffer);
  });

  it.each([
    ["no padding", "QUI"],
    ["padding within", "QQ==QQ=="],
    ["padding at the end of a slice, and more behind it", "QUJDREU=QUJD"],
    ["bits behind the end", "QUJ="],
    ["a line break", "QUJD\\nQUJD"],
    ["white space", "QUJD QUJD"],
    ["the alphabet of addresses", "QU-_"],
    ["a backslash", "QUJD\\\\UJD"],
    ["half an escape", "QUJDQUJ\\"],
    ["an escape that is none", "QUJD\\x2bJD"],
    ["other letters", "QUJDé"],
    ["a letter beyond the alphabet that ends like one within", "QUJ\\u0141"],
    ["padding alone", "===="],
    ["too much padding", "Q==="],
    ["padding where none belongs", "QUJD="],
    ["bits behind the first byte", "QR=="],
    ["an escape of another letter", "QUJ\\u00e9"],
    ["one pad of two", "QQ="],
    ["three pads", "QQ==="],
    ["letters behind a pad", "QQ=Q"],
    ["half an escape at the end", "QUJDQUJ\\u002"],
  ])("%s is refused, wherever a slice ends", async (_name, text) => {
    for (const sliceBytes of [7, 8, 9, 10, 64]) {
      expect(await decodeBase64(Buffer.from(text), sliceBytes)).toBeNull();
    }
  });
});

it("writes what Node writes, for every length, wherever a slice ends", async () => {
  for (let length = 0; length < 200; length += 1) {
    const file = Buffer.from(Array.from({ length }, (_byte, index) => (index * 167 + length * 31) % 256));
    for (const sliceBytes of [3, 4, 5, 64, 1_000]) {
      expect((await encodeBase64(file, sliceBytes)).toString("latin1")).toBe(file.toString("base64"));
    }
  }
});
