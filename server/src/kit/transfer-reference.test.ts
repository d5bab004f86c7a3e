import { describe, expect, it } from "vitest";
import { createSeededRandom } from "./random.ts";
import {
  creditorReference,
  findTransferReferences,
  isCreditorReference,
  newTransferReference,
  readTransferReference,
} from "./transfer-reference.ts";

const random = createSeededRandom(11);
const references = Array.from({ length: 500 }, () => newTransferReference(random));

describe("a new reference", () => {
  it("has ten characters that are not confused, and two check digits", () => {
    for (const reference of references) expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}\d{2}$/);
    expect(new Set(references).size).toBe(references.length);
  });

  it("uses every one of its 50 bits", () => {
    const lowest = newTransferReference({ bytes: (count) => Buffer.alloc(count), unit: () => 0 });
    const highest = newTransferReference({ bytes: (count) => Buffer.alloc(count, 0xff), unit: () => 0 });
    expect([lowest, highest.slice(0, 10)]).toEqual(["000000000097", "ZZZZZZZZZZ"]);
  });
});

describe("reading what a person typed", () => {
  it("accepts lower case, spaces and punctuation, and the letters that look like digits", () => {
    for (const reference of references) {
      const typed = `${reference.slice(0, 4)} ${reference.slice(4, 8)}-${reference.slice(8)}`.toLowerCase();
      expect(readTransferReference(typed)).toBe(reference);
      expect(readTransferReference(reference.replaceAll("0", "O").replaceAll("1", "l"))).toBe(reference);
    }
  });

  it("accepts the long form, which is ISO 11649", () => {
    for (const reference of references) {
      const long = creditorReference(reference);
      expect(isCreditorReference(long)).toBe(true);
      expect(long).toHaveLength(16);
      expect(readTransferReference(long)).toBe(reference);
    }
  });

  it("refuses every single wrong character, and every swap of two neighbours among the ten", () => {
    const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    for (const reference of references.slice(0, 50)) {
      for (let at = 0; at < reference.length; at += 1) {
        for (const wrong of alphabet) {
          if (wrong === reference[at]) continue;
          const typed = `${reference.slice(0, at)}${wrong}${reference.slice(at + 1)}`;
          expect(readTransferReference(typed), `${typed} for ${reference}`).toBeNull();
        }
        const [one = "", other = ""] = reference.slice(at, at + 2);
        if (one === other || at > 8) continue;
        const swapped = `${reference.slice(0, at)}${other}${one}${reference.slice(at + 2)}`;
        expect(readTransferReference(swapped), `${swapped} for ${reference}`).toBeNull();
      }
    }
  });

  it.each(["", "RF18539007547034", "12345678901", "RF00K7M2Q9XT3A47", "K7M2Q9XT3A4", "🙂".repeat(12)])(
    "refuses %j",
    (text) => {
      expect(readTransferReference(text)).toBeNull();
    },
  );
});

describe("finding references in free text", () => {
  const [one, other] = references;
  if (one === undefined || other === undefined) throw new Error("there are 500");
  it.each([
    ["between words", `Paiement commande ${one} merci`, one],
    ["broken by the bank's line length", `REF ${one.slice(0, 5)}\n${one.slice(5)}/INV`, one],
    ["inside the long form", `RFB/${creditorReference(one)}/`, one],
    ["in lower case with points", one.toLowerCase().split("").join("."), one],
  ])("finds one %s", (_where, text, expected) => {
    expect(findTransferReferences(text)).toContain(expected);
  });

  it("finds both when a payer pays two at once", () => {
    expect(findTransferReferences(`${one} + ${other}`)).toEqual(expect.arrayContaining([one, other]));
  });

  it("finds none where a character is wrong", () => {
    const wrong = `${one.slice(0, 11)}${one.endsWith("0") ? "1" : "0"}`;
    expect(findTransferReferences(wrong)).toEqual([]);
  });
});

describe("creditor references", () => {
  it("have the published example's check digits", () => {
    expect(creditorReference("539007547034")).toBe("RF18539007547034");
    expect(isCreditorReference("RF18539007547034")).toBe(true);
    expect(isCreditorReference("RF19539007547034")).toBe(false);
  });

  it.each(["", "a", "A B", "A".repeat(22)])("are refused for the body %j", (body) => {
    expect(() => creditorReference(body)).toThrow("1 to 21 characters");
  });
});
