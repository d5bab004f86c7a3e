import { describe, expect, it } from "vitest";
import { decodeEmv, emvCrc } from "./emv.ts";
import { money } from "./money.ts";
import { isPiSpiCountry, type PiSpiCode, piSpiCode, readPiSpiCode } from "./pi-spi-code.ts";

const code: PiSpiCode = {
  alias: "497a720a-ab11-4973-9619-534e04f263a1",
  channel: "400",
  amount: money(2_500n, "XOF"),
  country: "SN",
  reference: "7K3QWX0ZR241",
};

describe("a code of PI-SPI", () => {
  it("has the objects of the published samples, in their order", () => {
    const text = piSpiCode(code);
    const body =
      "00020136560012int.bceao.pi0136497a720a-ab11-4973-9619-534e04f263a1520400005303952540425005802SN5901X6001X" +
      "622305127K3QWX0ZR24111034006304";
    expect(text).toBe(`${body}${emvCrc(body)}`);
    expect(
      decodeEmv(text)
        ?.map(({ id }) => id)
        .join(" "),
    ).toBe("00 36 52 53 54 58 59 60 62 63");
  });

  it("is read as it was written", () => {
    expect(readPiSpiCode(piSpiCode(code))).toEqual(code);
    // A sample of the platform.
    const sample =
      "00020136560012int.bceao.pi0136111c3e1b-4312-49ec-b75e-4c8c74c10fd7520400005303952540410005802CI5901X6001X" +
      "62270516F2YG7643D5HH2023110350063049618";
    expect(readPiSpiCode(sample)).toMatchObject({
      reference: "F2YG7643D5HH2023",
      channel: "500",
      country: "CI",
    });
  });

  it.each([
    ["another CRC", `${piSpiCode(code).slice(0, -4)}0000`],
    ["another amount than its CRC", piSpiCode(code).replace("54042500", "54042501")],
    ["no code", "https://pay.example"],
    ["nothing", ""],
  ])("is not read with %s", (_what, text) => expect(readPiSpiCode(text)).toBeNull());

  it("without an amount is none for one payment", () => {
    const sample =
      "00020136560012int.bceao.pi01363497a720-ab11-4973-9619-534e04f263a15204000053039525802CI5901X6001X62210510CAISSE_A01110300063042345";
    expect(readPiSpiCode(sample)).toBeNull();
  });

  it.each([
    ["another currency", { amount: money(100n, "EUR") }],
    ["fourteen digits", { amount: money(10_000_000_000_000n, "XOF") }],
    ["a reference of 26 characters", { reference: "A".repeat(26) }],
  ])("is not made with %s", (_what, wrong) => expect(() => piSpiCode({ ...code, ...wrong })).toThrow());

  it("is for the eight countries of the UEMOA", () => {
    expect(["BJ", "BF", "CI", "GW", "ML", "NE", "SN", "TG"].every(isPiSpiCountry)).toBe(true);
    expect(["CM", "FR", "", "ci"].some(isPiSpiCountry)).toBe(false);
  });
});
