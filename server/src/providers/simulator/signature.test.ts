import { describe, expect, it } from "vitest";
import { SIGNATURE_TOLERANCE_SECONDS, signatureFault, signatureHeader } from "./signature.ts";

const secret = "whsec_test";
const body = Buffer.from('{"a":1}');
const atSeconds = 1_700_000_000;
const nowMs = atSeconds * 1_000;
const good = signatureHeader(secret, atSeconds, body);
const hex = good.split("v1=")[1] ?? "";

describe("callback signatures", () => {
  it("match the published vector of time, full stop and body", () => {
    expect(hex).toBe("38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789");
    expect(signatureFault(secret, good, body, nowMs)).toBeNull();
  });

  it.each([0, 1, SIGNATURE_TOLERANCE_SECONDS])("hold %i s early or late", (seconds) => {
    expect(signatureFault(secret, good, body, nowMs + seconds * 1_000)).toBeNull();
    expect(signatureFault(secret, good, body, nowMs - seconds * 1_000)).toBeNull();
  });

  it("are refused outside the tolerance, on both sides", () => {
    const afterMs = (SIGNATURE_TOLERANCE_SECONDS + 1) * 1_000;
    expect(signatureFault(secret, good, body, nowMs + afterMs)).toBe("outside_tolerance");
    expect(signatureFault(secret, good, body, nowMs - afterMs)).toBe("outside_tolerance");
  });

  it.each([
    ["missing", undefined],
    ["malformed", ""],
    ["malformed", "v1="],
    ["malformed", `v1=${hex}`],
    ["malformed", `t=${atSeconds}`],
    ["malformed", `t=${atSeconds},t=${atSeconds},v1=${hex}`],
    ["malformed", `t=1e9,v1=${hex}`],
    ["malformed", `t=-${atSeconds},v1=${hex}`],
    ["forged", `t=${atSeconds},v1=`],
    ["forged", `t=${atSeconds},v1=${hex.slice(0, -1)}`],
    ["forged", `t=${atSeconds},v1=${hex.toUpperCase()}`],
    ["forged", `t=${atSeconds + 1},v1=${hex}`],
    ["forged", `t=${atSeconds},v0=${hex},v1=${"0".repeat(64)}`],
  ])("are refused as %s: %s", (fault, header) => {
    expect(signatureFault(secret, header, body, nowMs)).toBe(fault);
  });

  it("are refused over another body or with another secret", () => {
    expect(signatureFault(secret, good, Buffer.from('{"a":2}'), nowMs)).toBe("forged");
    expect(signatureFault("other", good, body, nowMs)).toBe("forged");
  });

  it("hold with one good signature among several, while a secret is changed", () => {
    expect(signatureFault(secret, `t=${atSeconds},v1=${"0".repeat(64)},v1=${hex}`, body, nowMs)).toBeNull();
  });
});
