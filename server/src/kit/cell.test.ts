import { describe, expect, it } from "vitest";
import { type CellCode, cellNamedIn, codePart, isCellCode, slugOfAddress, withoutCode } from "./cell.ts";

const body = "06f4c1k8t2v9x3m7n5b0q8d6e200000107e2m5x9k3v7t1n8b4c6d0f2g9";
const account = "01kf0v0d1qf0w8x3z5c7b9n1m3";
const key = "a0Bz9Wyls1Zf1d1HdABmAlRIDqiF8nys2dH9XA";
const ci = "ci" as CellCode;

it.each([
  ["a", true],
  ["9", true],
  ["ci2", true],
  ["", false],
  ["abcd", false],
  ["CI", false],
  ["c_", false],
  ["é", false],
])("%j is a code: %s", (text, isCode) => expect(isCellCode(text)).toBe(isCode));

it("a code is put before and taken away again; another one, or none, is no code of ours", () => {
  expect([codePart(ci), codePart(null)]).toEqual(["ci_", ""]);
  expect([withoutCode(ci, "ci_x"), withoutCode(null, "x")]).toEqual(["x", "x"]);
  expect([withoutCode(ci, "sn_x"), withoutCode(ci, "x"), withoutCode(null, "ci_x")]).toEqual([
    null,
    null,
    null,
  ]);
});

it.each([
  ["https://pay.example.com/pay/ci_kiosk", "kiosk"],
  ["https://pay.example.com/pay/kiosk", "kiosk"],
  ["kiosk", "kiosk"],
  ["my_kiosk", "my_kiosk"],
])("the slug of %s is %s", (text, slug) => expect(slugOfAddress(text)).toBe(slug));

/** What a proxy sees, and the cell that it must lead to; undefined: any. */
const requests: readonly (readonly [string, string | undefined, string | null | undefined])[] = [
  [`/checkout/cs_ci_${body}`, undefined, "ci"],
  [`/checkout/cs_ci_${body}/leave?lang=en`, undefined, "ci"],
  [`/api/v1/checkout/pay/cs_9_${body}/complete`, undefined, "9"],
  [`/api/v1/checkout/pay/cs_abc_${body}/status?waitMs=20000`, undefined, "abc"],
  [`/checkout/receipts/rc_ci_${body}`, undefined, "ci"],
  ["/pay/ci_kiosk", undefined, "ci"],
  ["/pay/ci_kiosk/qr.png", undefined, "ci"],
  ["/api/v1/checkout/links/ci_kiosk/sessions", undefined, "ci"],
  [`/provider-callbacks/acct_ci_${account}/opaque`, undefined, "ci"],
  ["/api/v1/payments/charges", `Bearer svc_mk_live_ci_${key}`, "ci"],
  ["/api/v1/payments/charges", `bearer  svc_mk_sandbox_9_${key}`, "9"],
  // What the path names counts more: a page's id does not move with the key of who looks at it.
  [`/api/v1/checkout/pay/cs_sn_${body}`, `Bearer svc_mk_live_ci_${key}`, "sn"],
  [`/checkout/cs_${body}`, undefined, null],
  [`/api/v1/checkout/pay/cs_${body}/complete`, undefined, null],
  [`/checkout/receipts/rc_${body}`, undefined, null],
  [`/provider-callbacks/acct_${account}`, undefined, null],
  ["/api/v1/payments/charges", `Bearer svc_mk_live_${key}`, null],
  // Slugs of links without a code belong to the cell whose host was asked.
  ["/pay/kiosk", undefined, undefined],
  ["/pay/kiosk?a_b", undefined, undefined],
  ["/login", undefined, undefined],
  ["/api/v1/payments/charges", "Bearer svc_mk_live_x", undefined],
  ["/api/v1/payments/charges?sessionId=cs_ci_x", undefined, undefined],
  [`/checkout/cs_abcd_${body}`, undefined, undefined],
  [`/x/checkout/cs_ci_${body}`, undefined, undefined],
  ["", "", undefined],
];

describe("the cell that a request names", () => {
  it.each(requests)("%s with %s: %s", (path, authorization, cell) => {
    expect(cellNamedIn({ path, authorization })).toBe(cell);
  });
});
