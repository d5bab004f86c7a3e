import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testSeed } from "../../server/test/harness/seed.ts";
import { arrangeChoices } from "./choices.ts";
import { brandColours, contrastRatio, DARK_SURFACE, LIGHT_SURFACE } from "./colour.ts";
import { buildRequest, errorsOfRefusal } from "./completion-form.ts";
import {
  amountText,
  breakable,
  chooseLocale,
  dictionaries,
  locales,
  momentText,
  wholeAmount,
} from "./i18n/index.ts";
import { methods, qrPayload, refusal } from "./pages.test-support.ts";
import { guessOperator, tidyPhone } from "./phone-hints.ts";
import { qrPath, qrPng } from "./qr.ts";
import { safeUrl } from "./safe-url.ts";
import { nothingTyped, readTyped, type Typed, typedCookie, typedFromCookie } from "./typed.ts";

const seed = testSeed();
const property = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, holds), { seed, numRuns: 500 });
const t = dictionaries.fr;

describe("a merchant's colour", () => {
  test("never makes text unreadable, whatever colour is chosen", () => {
    const channel = fc.integer({ min: 0, max: 255 });
    property(fc.tuple(channel, channel, channel), (rgb) => {
      const colour = `#${rgb.map((one) => one.toString(16).padStart(2, "0")).join("")}`;
      const brand = brandColours(colour);
      expect(contrastRatio(brand.fill, brand.onFill)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(brand.fillDark, brand.onFillDark)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(brand.inkLight, LIGHT_SURFACE)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(brand.inkDark, DARK_SURFACE)).toBeGreaterThanOrEqual(4.5);
    });
  });
  test("that is not a colour never reaches the style sheet", () => {
    expect(brandColours("red;}body{display:none")).toEqual(brandColours(undefined));
    expect(brandColours("#12")).toEqual(brandColours(undefined));
  });
});

describe("phone hints", () => {
  test.each([
    ["07 07 12 34 56", "CI", "ORANGE"],
    ["+225 05 01 02 03 04", "CI", "MTN"],
    ["00225 0102030405", "CI", "MOOV"],
    ["0155123456", "BJ", "MOOV"],
    ["0151123456", "BJ", "MTN"],
    ["65123456", "GA", "MOOV"],
    ["+221771234567", "CI", null],
    ["", "CI", null],
    ["0707", null, null],
  ])("%s in %s points to %s", (typed, country, operator) => {
    expect(guessOperator(typed, country)).toBe(operator);
  });
  test("a number keeps its digits and its plus, and nothing else", () => {
    expect(tidyPhone(" (+225) 07-07 12.34.56 ")).toBe("+2250707123456");
    expect(tidyPhone("00221 77 123 45 67")).toBe("+221771234567");
    expect(tidyPhone("07 07 12 34 56")).toBe("0707123456");
  });
});

describe("choices", () => {
  test("mobile money gathers the operators of one country and comes first", () => {
    const { countries, country, choices } = arrangeChoices(methods, {
      country: null,
      home: "CI",
      method: null,
    });
    expect({ countries, country }).toEqual({ countries: ["CI", "SN"], country: "CI" });
    expect(choices.map((choice) => choice.value)).toEqual([
      "MOBILE_MONEY",
      "CARD",
      "QR",
      "WALLET",
      "BANK_TRANSFER",
    ]);
    expect(choices[0]?.options.map((option) => option.operator)).toEqual(["ORANGE", "WAVE", "MTN", "MOOV"]);
  });
  test("the country that was asked for and the method used last are kept, unknown ones are not", () => {
    const kept = arrangeChoices(methods, { country: "SN", home: "CI", method: "CARD" });
    expect(kept.country).toBe("SN");
    expect(kept.choices[0]?.value).toBe("CARD");
    expect(arrangeChoices(methods, { country: "XX", home: "SN", method: "GOLD" }).country).toBe("SN");
    expect(arrangeChoices(methods, { country: null, home: "FR", method: null }).country).toBe("CI");
  });
  test.each([
    ["CI", ["PI_SPI", "WAVE", "EMVCO"]],
    ["BJ", ["PI_SPI", "EMVCO"]],
    [null, ["PI_SPI", "WAVE", "EMVCO"]],
  ])("in %s the codes are those that an application of the country reads", (country, schemes) => {
    const here = methods.flatMap((one) =>
      one.method === "QR"
        ? [one]
        : one.method === "MOBILE_MONEY" && one.operator === "MTN" && country !== null
          ? [{ ...one, countryCode: country }]
          : [],
    );
    const { choices } = arrangeChoices(here, { country, home: "CI", method: null });
    expect(choices.at(-1)?.options.map((option) => option.operator)).toEqual(schemes);
    const onlyWave = here.filter((one) => one.method !== "QR" || one.operator === "WAVE");
    const left = arrangeChoices(onlyWave, { country, home: "CI", method: null });
    expect(left.choices.at(-1)?.options.map((option) => option.operator)).toEqual(["WAVE"]);
  });
  test("nothing offered is nothing shown", () => {
    expect(arrangeChoices([], { country: "CI", home: "CI", method: null }).choices).toEqual([]);
  });
});

describe("the form", () => {
  const choices = arrangeChoices(methods, { country: "CI", home: "CI", method: null });
  const context = { choices, customFields: [], t, locale: "fr" as const };
  const build = (typed: Partial<Typed>) => buildRequest({ ...nothingTyped, ...typed }, context);

  test.each<[string, Partial<Typed>, Record<string, string>]>([
    [
      "MOBILE_MONEY",
      { operator: "MTN", phone: "05 01 02 03 04" },
      { phone: "0501020304", operator: "MTN", countryCode: "CI" },
    ],
    [
      "MOBILE_MONEY",
      { operator: "ORANGE", phone: "0707070707", otp: "12 34" },
      { phone: "0707070707", operator: "ORANGE", countryCode: "CI", otp: "1234" },
    ],
    ["CARD", {}, {}],
    ["WALLET", { wallet: "wal_01ab" }, { walletId: "wal_01ab" }],
    ["WALLET", { wallet: "07 07 07 07 07" }, { phone: "0707070707", countryCode: "CI" }],
    ["BANK_TRANSFER", { payerName: "Awa K." }, { payerName: "Awa K." }],
    ["QR", {}, { scheme: "PI_SPI" }],
    ["QR", { scheme: "WAVE" }, { scheme: "WAVE" }],
    ["QR", { scheme: "GOLD" }, { scheme: "PI_SPI" }],
  ])("%s with %j becomes what the service takes", (method, typed, paymentDetails) => {
    expect(build({ method, ...typed })).toEqual({
      kind: "request",
      request: { paymentMethod: method, paymentDetails },
    });
  });
  test("a code typed for another operator is not sent on", () => {
    const built = build({ method: "MOBILE_MONEY", operator: "MTN", phone: "0501020304", otp: "1234" });
    expect(JSON.stringify(built)).not.toContain('1234"');
    expect(built.kind).toBe("request");
  });
  test("names every gap at once, each at its field", () => {
    const built = buildRequest(
      { ...nothingTyped, method: "MOBILE_MONEY", operator: "ORANGE" },
      { ...context, customFields: [{ key: "size", label: "Taille", type: "TEXT", required: true }] },
    );
    expect(built.kind === "errors" && built.errors.map((error) => error.field)).toEqual([
      "cf-size",
      "phone",
      "otp",
    ]);
  });
  test("proposes the operator of the prefix and leaves the decision to the payer", () => {
    const built = build({ method: "MOBILE_MONEY", phone: "0501020304" });
    expect(built).toMatchObject({
      kind: "errors",
      typed: { operator: "MTN" },
      errors: [{ field: "op0", message: t.errors.operatorConfirm("MTN MoMo") }],
    });
  });
  test("a number of another offered country is led to that country, of any other of ours refused with its name, and the rest is left to the service", () => {
    const typed = { method: "MOBILE_MONEY", operator: "MTN" };
    expect(build({ ...typed, phone: "+221 77 123 45 67" })).toMatchObject({
      kind: "errors",
      errors: [{ field: "phone", message: t.errors.phoneElsewhere("Sénégal"), country: "SN" }],
    });
    expect(build({ ...typed, phone: "+229 01 97 12 34 56" })).toMatchObject({
      kind: "errors",
      errors: [{ field: "phone", message: t.errors.phoneAbroad("Bénin") }],
    });
    for (const phone of ["+225 05 01 02 03 04", "+33 6 12 34 56 78", "0501020304"])
      expect(build({ ...typed, phone }).kind, phone).toBe("request");
  });
  test("an operator that is closed, or of another country, cannot be chosen", () => {
    const inSenegal = arrangeChoices(methods, { country: "SN", home: "CI", method: null });
    const typed = { ...nothingTyped, method: "MOBILE_MONEY", phone: "761234567" };
    for (const operator of ["FREE", "MTN"])
      expect(buildRequest({ ...typed, operator }, { ...context, choices: inSenegal }).kind).toBe("errors");
  });
  test("a refused path leads to its own field, whatever its notation", () => {
    const fields = [
      { path: "paymentDetails.phone" },
      { path: "/body/customFieldValues/size" },
      { path: "paymentDetails.otp" },
      { path: "nowhere" },
    ];
    const errors = errorsOfRefusal(refusal("VALIDATION_ERROR", 400, { fields }), {
      typed: { ...nothingTyped, method: "MOBILE_MONEY" },
      customFields: [{ key: "size", label: "Taille", type: "TEXT", required: true }],
      t,
    });
    expect(errors?.map((error) => error.field)).toEqual(["phone", "cf-size", "otp", null]);
  });
  test("a refusal that is not about the form is left to the page", () => {
    const context = { typed: nothingTyped, customFields: [], t };
    expect(errorsOfRefusal(refusal("PAYMENT_FAILED", 409), context)).toBeNull();
  });
});

describe("what was typed", () => {
  test("comes back from its cookie unchanged, but never a one-time code", () => {
    property(fc.string({ maxLength: 60 }), (text) => {
      const typed = readTyped({
        method: "CARD",
        phone: text,
        payer_name: text,
        cf_size: text,
        otp: "123456",
      });
      const cookie = typedCookie(typed, "/checkout/cs_1", true);
      const [pair = ""] = cookie.split(";");
      expect(typedFromCookie(`other=1; ${pair}`)).toEqual({
        ...typed,
        otp: "",
        custom: typed.custom.size ? typed.custom : {},
      });
      expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
    });
  });
  test("never makes a cookie that a browser would drop", () => {
    const custom = Object.fromEntries(["a", "b", "c"].map((key) => [`cf_${key}`, "é".repeat(1000)]));
    expect(typedCookie(readTyped(custom), "/checkout/cs_1", true).length).toBeLessThan(4096);
  });
  test("of any shape is read as text or nothing", () => {
    expect(readTyped({ phone: ["a", "b"], method: { evil: true }, otp: 12 })).toEqual({
      ...nothingTyped,
      phone: "a",
    });
    expect(typedFromCookie("payer=%%%")).toEqual(nothingTyped);
  });
});

describe("codes", () => {
  test("path and picture hold the same modules", () => {
    const { size, path } = qrPath(qrPayload);
    const png = qrPng(qrPayload);
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.readUInt32BE(16)).toBe(size * 8);
    const at = png.indexOf("IDAT");
    const lines = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    const lineBytes = size + 1;
    let dark = 0;
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) if (lines[y * 8 * lineBytes + 1 + x] === 0) dark++;
    const drawn = [...path.matchAll(/h(\d+)v1/g)].reduce((sum, [, run]) => sum + Number(run), 0);
    expect(dark).toBe(drawn);
  });
});

describe("links", () => {
  test.each(["javascript:alert(1)", "data:text/html,x", "//evil.example", "maxit://pay", "", "not a url"])(
    "%s is not followed",
    (url) => expect(safeUrl(url)).toBeNull(),
  );
  test("web addresses are kept as they are", () => {
    expect(safeUrl("https://acquirer.example/a?b=1")).toBe("https://acquirer.example/a?b=1");
  });
});

describe("languages", () => {
  test("what the payer asks for wins over the session, French over everything unknown", () => {
    expect([chooseLocale("en", "fr"), chooseLocale("xx", "pt"), chooseLocale(null, "xx")]).toEqual([
      "en",
      "pt",
      "fr",
    ]);
  });
  test("amounts are written as payers of the currency write them", () => {
    const written = (currency: string, amount: string) =>
      locales.map((locale) => amountText(locale, amount, currency).replaceAll("\u00a0", " "));
    expect(written("XOF", "5000")).toEqual(["5 000 F CFA", "5,000 FCFA", "5 000 F CFA"]);
    expect(written("XAF", "250000")).toEqual(["250 000 FCFA", "250,000 FCFA", "250 000 FCFA"]);
    expect(written("CDF", "250000")).toEqual(["2 500 FC", "2,500 FC", "2 500 FC"]);
    expect(written("CDF", "250050")).toEqual(["2 500,50 FC", "2,500.50 FC", "2 500,50 FC"]);
    expect(written("EUR", "1250")).toEqual(["12,50 €", "€12.50", "12,50 €"]);
    expect(written("XXX", "5000")).toEqual(["5000 XXX", "5000 XXX", "5000 XXX"]);
  });
  test("a long amount breaks before its currency and nowhere else", () => {
    expect(breakable(amountText("fr", "100000000", "XOF")).split(" ")).toEqual([
      "100\u00a0000\u00a0000",
      "F\u00a0CFA",
    ]);
    expect(breakable("€12.50")).toBe("€12.50");
  });
  test("a code to dial has whole amounts only", () => {
    expect([wholeAmount("12500", "XOF"), wholeAmount("250000", "CDF"), wholeAmount("250050", "CDF")]).toEqual(
      ["12500", "2500", null],
    );
  });
  test("a moment is told by the clock of the payment's country, which is named", () => {
    const at = "2026-11-21T23:30:00.000Z";
    expect(momentText("fr", at, "BJ")).toMatch(/^22 novembre 2026 à 00\u00a0h\u00a030 \(heure de Cotonou\)$/);
    expect(momentText("fr", at, "CI")).toMatch(/^21 novembre 2026 à 23\u00a0h\u00a030 \(heure d’Abidjan\)$/);
    expect(momentText("en", at, "CM")).toMatch(/00:30 \(Douala time\)$/);
    expect(momentText("pt", at, "FR")).toMatch(/23:30 UTC$/);
  });
  test("no text is empty, and French spaces before its punctuation do not break", () => {
    const texts = (value: unknown): string[] => {
      if (typeof value === "string") return [value];
      if (typeof value === "function") return [String(value("x", "y"))];
      return Object.values(value as Record<string, unknown>).flatMap(texts);
    };
    for (const locale of locales)
      for (const text of texts(dictionaries[locale])) expect(text.trim()).not.toBe("");
    for (const text of texts(dictionaries.fr)) expect(text).not.toMatch(/ [?:;!»]|« /);
  });
});
