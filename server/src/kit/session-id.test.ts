import { describe, expect, it } from "vitest";
import { createTestKeyring } from "../../test/harness/keyring.ts";
import type { CellCode } from "./cell.ts";
import { createManualClock } from "./clock.ts";
import { createIdSource, type MerchantNo } from "./ids.ts";
import { createSeededRandom } from "./random.ts";
import {
  concealSessionIds,
  formatSessionId,
  parseSessionHandle,
  parseSessionId,
  revealSessionIds,
} from "./session-id.ts";

const keyring = createTestKeyring();
const ids = createIdSource(createManualClock(Date.UTC(2026, 10, 21)), createSeededRandom(5));
const mine = 7 as MerchantNo;
const theirs = 8 as MerchantNo;
const newKey = (merchantNo = mine) => ({ merchantNo, id: ids.next("checkoutSession") });

describe("a session's public id", () => {
  it.each([1, 2 ** 31 - 1, 2 ** 32 - 1])("leads back to the session of merchant number %d", (number) => {
    const key = newKey(number as MerchantNo);
    const text = formatSessionId(keyring, key);
    expect(text).toMatch(/^cs_[0-9a-z]{58}$/);
    expect(parseSessionId(keyring, text)).toEqual(key);
  });

  it("is refused when any one character of it is another", () => {
    const text = formatSessionId(keyring, newKey());
    for (let at = 0; at < text.length; at += 1) {
      const other = text[at] === "0" ? "1" : "0";
      expect(parseSessionId(keyring, text.slice(0, at) + other + text.slice(at + 1)), String(at)).toBeNull();
    }
  });

  it("is refused when a character is written as one that shares its low byte", () => {
    const text = formatSessionId(keyring, newKey());
    for (let at = 35; at < text.length; at += 1) {
      const twin = String.fromCodePoint((text.codePointAt(at) ?? 0) + 0x100);
      expect(parseSessionId(keyring, text.slice(0, at) + twin + text.slice(at + 1)), String(at)).toBeNull();
    }
  });

  it("of another service, another length or another kind is refused", () => {
    const text = formatSessionId(keyring, newKey());
    const foreign = formatSessionId(createTestKeyring("another"), newKey());
    for (const other of ["", "cs_", foreign, text.slice(0, -1), `${text}0`, ` ${text}`, text.toUpperCase()]) {
      expect(parseSessionId(keyring, other), other).toBeNull();
    }
    expect(parseSessionId(keyring, text.replace("cs_", "ch_"))).toBeNull();
  });

  it("sorts by the time the session was made", () => {
    const clock = createManualClock(0);
    const source = createIdSource(clock, createSeededRandom(1));
    const made = Array.from({ length: 100 }, () => {
      clock.advance(1);
      return formatSessionId(keyring, { merchantNo: mine, id: source.next("checkoutSession") });
    });
    expect([...made].sort()).toEqual(made);
  });
});

describe("in a cell with a code", () => {
  const ci = createTestKeyring("test", "ci" as CellCode);
  const key = newKey();
  const text = formatSessionId(ci, key);
  const handle = text.slice(0, -26);

  it("the code stands behind the prefix, and leads back as without one", () => {
    expect(text).toMatch(/^cs_ci_[0-9a-z]{58}$/);
    expect([parseSessionId(ci, text), parseSessionHandle(ci, handle)]).toEqual([key, key]);
  });

  it("ids of other cells are nobody's, even under the same keys: each session has one id", () => {
    const sn = createTestKeyring("test", "sn" as CellCode);
    for (const other of [keyring, sn]) {
      const theirs = formatSessionId(other, key);
      expect([parseSessionId(ci, theirs), parseSessionId(other, text)]).toEqual([null, null]);
      expect([parseSessionHandle(ci, theirs.slice(0, -26)), parseSessionHandle(other, handle)]).toEqual([
        null,
        null,
      ]);
    }
  });

  it("is concealed whichever cell reads it, and revealed by its own alone", () => {
    for (const code of ["a", "9z", "abc"]) {
      const own = createTestKeyring("test", code as CellCode);
      const id = formatSessionId(own, key);
      const said = `see ${id}, cs_ and ${id}.`;
      const concealed = concealSessionIds(said);
      expect(concealed).toBe(`see ${id.slice(0, -26)}, cs_ and ${id.slice(0, -26)}.`);
      expect(revealSessionIds(own, mine, concealed)).toBe(said);
      expect([ci, keyring].map((each) => revealSessionIds(each, mine, concealed))).toEqual([
        concealed,
        concealed,
      ]);
    }
  });
});

describe("a text with session ids", () => {
  const text = formatSessionId(keyring, newKey());
  const handle = text.slice(0, 35);
  const json = JSON.stringify({ a: text, b: [`https://x.example/${text}?c=${text}`], n: "cs_short" });

  it("is stored without their secret part", () => {
    const stored = concealSessionIds(json);
    expect(stored).not.toContain(text.slice(35));
    expect(JSON.parse(stored)).toEqual({
      a: handle,
      b: [`https://x.example/${handle}?c=${handle}`],
      n: "cs_short",
    });
    expect(concealSessionIds(stored)).toBe(stored);
  });

  it("is whole again for the merchant whose sessions they are", () => {
    expect(revealSessionIds(keyring, mine, concealSessionIds(json))).toBe(json);
  });

  it("hands no merchant the token of another's session", () => {
    const planted = JSON.stringify({ metadata: { note: handle } });
    expect(revealSessionIds(keyring, theirs, planted)).toBe(planted);
  });

  it("without session ids stays unchanged", () => {
    const plain = "nothing of the kind: csc_1, ch_2";
    expect(concealSessionIds(plain)).toBe(plain);
    expect(revealSessionIds(keyring, mine, plain)).toBe(plain);
  });
});
