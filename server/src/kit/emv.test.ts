import { describe, expect, it } from "vitest";
import { decodeEmv, decodeObjects, emvCrc, emvObject, encodeEmv } from "./emv.ts";

// Published samples: the EMVCo specification's own, and those of the UEMOA's instant payment platform.
const published = [
  "00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A",
  "00020101021226300015org.example.pay0107M123456520459995303952540415005802CI5913BOUTIQUE TEST6007ABIDJAN62170513INV-2026-00016304CDC8",
  "00020136560012int.bceao.pi0136111c3e1b-4312-49ec-b75e-4c8c74c10fd7520400005303952540410005802CI5901X6001X62270516F2YG7643D5HH2023110350063049618",
  "00020136560012int.bceao.pi01363497a720-ab11-4973-9619-534e04f263a15204000053039525802CI5901X6001X62210510CAISSE_A01110300063042345",
  "00020136560012int.bceao.pi01363497a720-ab11-4973-9619-534e04f263a1520400005303952540415005802CI5901X6001X62290518Produit-ABC-123654110300063049C73",
  "00020136560012int.bceao.pi01363497a720-ab11-4973-9619-534e04f263a15204000053039525405825005802CI5901X6001X62330522Tx-20251112-055052-001110340063041994",
];

describe("EMV payloads", () => {
  it("carry the check value of the standard", () => {
    expect(emvCrc("123456789")).toBe("29B1");
    expect(emvCrc("")).toBe("FFFF");
  });

  it.each(published)("are read and written back as published: %s", (sample) => {
    const objects = decodeEmv(sample);
    expect(objects).not.toBeNull();
    expect(encodeEmv((objects ?? []).slice(0, -1))).toBe(sample);
  });

  it("with one character changed are refused", () => {
    const sample = published[1] ?? "";
    for (let index = 0; index < sample.length; index += 1) {
      const other = sample[index] === "0" ? "1" : "0";
      expect(
        decodeEmv(`${sample.slice(0, index)}${other}${sample.slice(index + 1)}`),
        `at ${index}`,
      ).toBeNull();
    }
  });

  it("refuse what does not fit: empty or long values, bad ids, a wrong beginning", () => {
    expect(() => emvObject("59", "")).toThrow();
    expect(() => emvObject("59", "x".repeat(100))).toThrow();
    expect(() => emvObject("5", "x")).toThrow();
    expect(() => encodeEmv([{ id: "01", value: "12" }])).toThrow();
    for (const text of ["", "6304", "630429B1", "00", "0099x"]) expect(decodeEmv(text)).toBeNull();
    expect(decodeObjects("0002")).toBeNull();
  });
});
