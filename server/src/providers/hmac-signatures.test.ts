import { describe, expect, it } from "vitest";
import { type HmacScheme, hmacSignatureFault, hmacSignatureHeader } from "./hmac-signatures.ts";

/** Vectors computed independently: secret, time and body are the same, the separator is each provider's own. */
const vectors: readonly (readonly [provider: string, separator: string, signature: string])[] = [
  ["Wave", "", "04da29c45c0a2c169d8db6623460169e2b6d3ee1b8541d8d1796ca5ad741a6bd"],
  ["Stripe", ".", "38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789"],
  ["Sonatel", ",", "027f53cc4d27edeee2223f9320b930ea671cf7db4f038be29012d1857c982424"],
];
const secret = "whsec_test";
const body = Buffer.from('{"a":1}');
const atSeconds = 1_700_000_000;
const nowMs = atSeconds * 1_000;

describe.each(vectors)("signatures as %s makes them", (_provider, separator, hex) => {
  const scheme: HmacScheme = { separator, toleranceSeconds: 300 };
  const fault = (header: string | undefined, rawBody = body, atMs = nowMs, key = secret) =>
    hmacSignatureFault(scheme, key, header, rawBody, atMs);
  const good = hmacSignatureHeader(scheme, secret, atSeconds, body);

  it("match the vector", () => {
    expect(good).toBe(`t=${atSeconds},v1=${hex}`);
    expect(fault(good)).toBeNull();
  });

  it("are valid for the tolerance on both sides, and not a second longer", () => {
    for (const sign of [1, -1]) {
      expect(fault(good, body, nowMs + sign * 300_000)).toBeNull();
      expect(fault(good, body, nowMs + sign * 301_000)).toBe("outside_tolerance");
    }
  });

  it("are valid with one right signature of several, while a secret changes", () => {
    expect(fault(`t=${atSeconds},v1=${"0".repeat(64)}, v1=${hex}`)).toBeNull();
  });

  it("are refused over another body, with another secret, and with another separator", () => {
    expect(fault(good, Buffer.from('{"a":2}'))).toBe("forged");
    expect(fault(good, body, nowMs, "other")).toBe("forged");
    const other = hmacSignatureHeader({ ...scheme, separator: `${separator}.` }, secret, atSeconds, body);
    expect(fault(other)).toBe("forged");
  });

  it.each([
    ["missing", undefined],
    ["malformed", ""],
    ["malformed", `v1=${hex}`],
    ["malformed", `t=${atSeconds}`],
    ["malformed", `t=${atSeconds},t=${atSeconds},v1=${hex}`],
    ["malformed", `t=1e9,v1=${hex}`],
    ["forged", `t=0${atSeconds},v1=${hex}`],
    ["forged", `t=${atSeconds},v1=${hex.toUpperCase()}`],
    ["forged", `t=${atSeconds},v0=${hex},v1=${"0".repeat(64)}`],
  ])("are refused as %s: %s", (reason, header) => {
    expect(fault(header)).toBe(reason);
  });
});
