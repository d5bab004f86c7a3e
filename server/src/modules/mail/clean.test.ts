import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { testSeed } from "../../../test/harness/seed.ts";
import { cleanMessage, cleanName } from "./clean.ts";

describe("a name in a mail", () => {
  it.each([
    ["keeps accents and markup as they are", "Épicerie <b>Ama</b> & fils", "Épicerie <b>Ama</b> & fils"],
    ["loses line breaks", "Ama\r\nBcc: a\n\tb", "Ama Bcc: a b"],
    ["loses marks that turn the text around", "\u202eevil\u202c\u2066x\u2069\u200f", "evilx"],
    ["loses characters without a width", "A\u200bm\u00ada\ufeff", "Ama"],
    ["has no control characters", "A\u0000m\u0007a\u009b", "A m a"],
    ["has no half of a surrogate pair", "Ama \ud83d", "Ama \ufffd"],
    ["is cut to 80 characters", "x".repeat(200), `${"x".repeat(79)}…`],
    ["is cut between characters as people see them", "👩‍🌾".repeat(90), `${"👩🌾".repeat(39)}👩…`],
  ])("%s", (_title, name, expected) => {
    expect(cleanName(name)).toBe(expected);
  });

  it.each(["http://evil.example/x", "www.evil.example", "evil.com", "a.b.c"])(
    "is no address that a mail program makes a link of: %s",
    (name) => {
      const cleaned = cleanName(name);
      expect(cleaned).not.toMatch(/[\p{L}\p{N}][.:/]+[\p{L}\p{N}]/u);
      expect(cleaned.replaceAll("\u2060", "")).toBe(name);
    },
  );
});

test("whatever is typed, a name is one short line without invisible marks but ours", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (name) => {
      const cleaned = cleanName(name);
      expect(cleaned).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/u);
      expect([...new Intl.Segmenter().segment(cleaned.replaceAll("\u2060", ""))].length).toBeLessThan(82);
    }),
    { seed: testSeed() },
  );
});

test("a message keeps its lines", () => {
  expect(cleanMessage("Bonjour,\r\n\n\n\nle RCCM ?\u202e\u2028Merci\n")).toBe("Bonjour,\n\nle RCCM ?\nMerci");
  expect(cleanMessage("x".repeat(9_000))).toHaveLength(2_000);
});
