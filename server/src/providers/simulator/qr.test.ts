import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEmv, decodeObjects } from "../../kit/emv.ts";
import { money } from "../../kit/money.ts";
import { type QrScheme, qrPayload, SIMULATOR_GUID } from "./qr.ts";

const SEED = 7_301;

describe("the simulator's codes", () => {
  const code = (scheme: QrScheme, title = "Café Ébène 🙂", minor = 5_000n) =>
    qrPayload({ scheme, amount: money(minor, "XOF"), country: "SN", title, reference: "0123456789ABCDEF" });
  const read = (payload: string) => new Map((decodeEmv(payload) ?? []).map(({ id, value }) => [id, value]));

  it.each(["WAVE", "ORANGE", "EMVCO"] as const)(
    "%s: our own identifier, the amount in major units, the reference",
    (scheme) => {
      const objects = read(code(scheme));
      expect(decodeObjects(objects.get("26") ?? "")).toEqual([
        { id: "00", value: SIMULATOR_GUID },
        { id: "01", value: scheme },
      ]);
      expect(objects.get("53")).toBe("952");
      expect(objects.get("54")).toBe("5000");
      expect(objects.get("58")).toBe("SN");
      expect(objects.get("59")).toBe("Cafe Ebene");
      expect(objects.get("62")).toBe("05160123456789ABCDEF");
    },
  );

  it("PI_SPI: the platform's template, no method object, the dynamic channel", () => {
    const objects = read(code("PI_SPI"));
    expect(objects.has("01")).toBe(false);
    expect(objects.get("36")?.startsWith("0012int.bceao.pi0136")).toBe(true);
    expect(objects.get("52")).toBe("0000");
    expect([objects.get("59"), objects.get("60")]).toEqual(["X", "X"]);
    expect(objects.get("62")).toBe("05160123456789ABCDEF1103400");
  });

  it("writes euros with their cents", () => {
    const payload = qrPayload({
      scheme: "EMVCO",
      amount: money(1_050n, "EUR"),
      country: "FR",
      title: "",
      reference: "A",
    });
    expect(read(payload).get("54")).toBe("10.50");
    expect(read(payload).get("59")).toBe("SIMULATOR");
  });

  it(`can be read back whatever the title (seed ${SEED})`, () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 200 }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (title, minor) => {
          const payload = code("EMVCO", title, minor);
          expect(read(payload).get("54")).toBe(minor.toString());
          expect((read(payload).get("59") ?? "").length).toBeLessThanOrEqual(25);
        },
      ),
      { seed: SEED, numRuns: 300 },
    );
  });
});
