import { describe, expect, test } from "vitest";
import { createTestKeyring } from "../../test/harness/keyring.ts";
import type { MerchantNo } from "../kit/ids.ts";
import { canonicalJson, fingerprintOf } from "./canonical-json.ts";
import { openAnswer, parseIdempotencyKey, sealAnswer } from "./idempotency.ts";

describe("the key in the header", () => {
  test.each([
    ["abc", "abc"],
    ['"abc"', "abc"],
    ['"a\\"b"', 'a"b'],
    ["  abc ", "abc"],
    ["a", "a"],
    ["k".repeat(255), "k".repeat(255)],
    ["8f14e45f-ceea-467f-a0d4-9b1c0a4f1c2e", "8f14e45f-ceea-467f-a0d4-9b1c0a4f1c2e"],
  ])("%j is %j", (header, key) => {
    expect(parseIdempotencyKey(header)).toBe(key);
  });
  test("is absent", () => expect(parseIdempotencyKey(undefined)).toBeNull());
  test.each([[""], [" "], ['""'], ["k".repeat(256)], ["clé"], ["a\tb"], ["a\u0000"]])(
    "%j is refused",
    (header) => {
      expect(() => parseIdempotencyKey(header)).toThrow("not valid");
    },
  );
  test("twice is refused", () => expect(() => parseIdempotencyKey(["a", "b"])).toThrow("not valid"));
});

describe("the fingerprint of a body", () => {
  test.each([
    [{ a: 1, b: { d: null, c: [1, 2] } }, '{"a":1,"b":{"c":[1,2],"d":null}}'],
    [{ é: "\n" }, '{"é":"\\n"}'],
    [[], "[]"],
    [undefined, "null"],
  ])("canonical form of %j", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });
  test("ignores the order of fields and nothing else", () => {
    expect(fingerprintOf({ a: 1, b: 2 })).toEqual(fingerprintOf({ b: 2, a: 1 }));
    expect(fingerprintOf({ a: [1, 2] })).not.toEqual(fingerprintOf({ a: [2, 1] }));
    expect(fingerprintOf({ a: "1" })).not.toEqual(fingerprintOf({ a: 1 }));
    expect(fingerprintOf({ a: null })).not.toEqual(fingerprintOf({}));
  });
});

test("a kept answer is unreadable in the table and opens only under its own key", () => {
  const keyring = createTestKeyring();
  const merchantNo = 7 as MerchantNo;
  const claim = { route: "POST /x", key: "k", fingerprint: Buffer.alloc(32) };
  const body = sealAnswer(keyring, merchantNo, claim, { status: 201, data: { secret: "whsec_abc" } });
  expect(body.toString("latin1")).not.toContain("whsec_");
  expect(openAnswer(keyring, merchantNo, claim, { status: 201, body })).toEqual({
    status: 201,
    data: { secret: "whsec_abc" },
  });
  expect(() => openAnswer(keyring, 8 as MerchantNo, claim, { status: 201, body })).toThrow();
  expect(() => openAnswer(keyring, merchantNo, { ...claim, key: "other" }, { status: 201, body })).toThrow();
});
