import { describe, expect, it } from "vitest";
import { type IdKind, prefixes } from "../../kit/ids.ts";
import { parseSubject, subjectIdText } from "./subjects.ts";

const id = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e40";

describe("the public id of money that is decided about", () => {
  it.each([
    ["CHARGE", "ch_"],
    ["REFUND", "re_"],
    ["PAYOUT", "po_"],
  ] as const)("%s begins with %s and is read back", (type, prefix) => {
    const text = subjectIdText(type, id);
    expect(text.startsWith(prefix)).toBe(true);
    expect(parseSubject(text)).toEqual({ type, id });
  });

  it("an id of any other kind is refused", () => {
    const body = subjectIdText("CHARGE", id).slice("ch_".length);
    const others = (Object.keys(prefixes) as IdKind[]).filter(
      (kind) => !["charge", "refund", "payout"].includes(kind),
    );
    expect(others.length).toBeGreaterThan(20);
    for (const kind of others) expect(parseSubject(`${prefixes[kind]}_${body}`), kind).toBeNull();
    for (const text of ["", "ch_", "ch", body, id, `ch_${body}0`, `CH_${body}`]) {
      expect(parseSubject(text), text).toBeNull();
    }
  });
});
