import { describe, expect, test } from "vitest";
import { operatorCodes, operatorCountries, operatorCountry } from "../../server/src/kit/operators.ts";
import { contrastRatio } from "./colour.ts";
import { dictionaries } from "./i18n/index.ts";
import { dialForCode, helpOf, operatorHelp } from "./operator-help.ts";
import { habitOf, operatorHabits, operatorMarks } from "./operator-marks.ts";
import { createPagesFixture } from "./pages.test-support.ts";
import { guessOperator, phoneHint, writtenPhone } from "./phone-hints.ts";

/** The page's own tables of operators: complete over every country and operator that can be paid with. */
const known = operatorCountries.map(({ countryCode, operators }) => ({
  countryCode,
  codes: operators.map(({ code }) => code).toSorted(),
}));

describe("what a payer dials", () => {
  test.each(known)("$countryCode has an entry for each operator and no other", ({ countryCode, codes }) => {
    expect(Object.keys(operatorHelp[countryCode] ?? {}).toSorted()).toEqual(codes);
  });
  test("is known for no other country", () => {
    expect(Object.keys(operatorHelp).toSorted()).toEqual(known.map((one) => one.countryCode).toSorted());
  });
  test.each(known.flatMap(({ countryCode, codes }) => codes.map((code) => [countryCode, code] as const)))(
    "%s %s: a code that a phone takes, with its source, or an honest word",
    (countryCode, code) => {
      const help = helpOf(countryCode, code);
      if (help.kind === "unknown") return;
      expect(help.source.length).toBeGreaterThan(10);
      if (help.kind === "app") return;
      expect(help.dial).toMatch(/^[*#][0-9]+([*][0-9]+)*#$/);
      if (help.kind === "code")
        expect(help.withAmount.replace("{amount}", "12500")).toMatch(/^[*#][0-9*]+#$/);
    },
  );
  test("is unknown where the table has nothing", () => {
    for (const [country, operator] of [
      [null, "MTN"],
      ["CI", null],
      ["XX", "MTN"],
      ["CI", "toString"],
      ["constructor", "MTN"],
    ] as const)
      expect(helpOf(country, operator)).toEqual({ kind: "unknown" });
  });
  test("has the amount where the operator takes it, and only in whole units of its own code", () => {
    const burkina = helpOf("BF", "ORANGE");
    expect(dialForCode(burkina, "*144*4*6#", "12500")).toBe("*144*4*6*12500#");
    expect(dialForCode(burkina, "*144*4*6#", null)).toBe("*144*4*6#");
    expect(dialForCode(burkina, "#144*82#", "12500")).toBe("#144*82#");
    expect(dialForCode(helpOf("CI", "ORANGE"), "#120#", "12500")).toBe("#120#");
  });
});

describe("how a number is written", () => {
  test.each(known)(
    "$countryCode: the example is whole, of an operator, and in the groups of the page",
    ({ countryCode }) => {
      const hint = phoneHint(countryCode);
      const digits = hint?.example.replaceAll(" ", "") ?? "";
      expect(digits.length).toBe(operatorCountry(countryCode)?.nationalDigits);
      expect(hint?.example.split(" ").map((group) => group.length)).toEqual(hint?.groups);
      expect(guessOperator(digits, countryCode)).not.toBeNull();
    },
  );
  test.each([
    ["+237677123456", "+237 6 77 12 34 56"],
    ["+2250707123456", "+225 07 07 12 34 56"],
    ["+245955012345", "+245 955 012 345"],
    ["+243811234567", "+243 81 123 45 67"],
  ])("%s as %s", (phone, written) => {
    expect(writtenPhone(phone).replaceAll("\u00a0", " ")).toBe(written);
  });
});

describe("signs and places of operators", () => {
  test.each([...operatorCodes, "PI_SPI" as const])("%s has a sign that is readable", (code) => {
    const { ground, ink, fill, line } = operatorMarks[code];
    expect(contrastRatio(ground, ink)).toBeGreaterThanOrEqual(4.5);
    expect(`${fill ?? ""}${line ?? ""}`).toMatch(/^M[\d.MmLlHhVvCcSsQqTtAaZz -]+$/);
  });
  test("no two signs look alike, but those of one brand in two countries, which nobody sees together", () => {
    const { FREE: ofSenegal, TMONEY: ofTogo, ...others } = operatorMarks;
    expect(ofSenegal).toEqual(ofTogo);
    const looks = [...Object.values(others), ofTogo].map((mark) => JSON.stringify(mark));
    expect(new Set(looks).size).toBe(looks.length);
    for (const { codes } of known) expect(codes).not.toEqual(expect.arrayContaining(["FREE", "TMONEY"]));
  });
  test.each(known)("$countryCode: each operator has one place", ({ countryCode, codes }) => {
    expect(operatorHabits[countryCode]?.toSorted()).toEqual(codes);
  });
  test("the first of a country is the one its payers expect", () => {
    expect([habitOf("SN", "WAVE"), habitOf("CI", "ORANGE"), habitOf("CM", "MTN")]).toEqual([0, 0, 0]);
    expect(habitOf("CI", "AIRTEL")).toBe(4);
    expect(habitOf(null, "WAVE")).toBe(0);
  });
});

test.each([
  ["SN", "XOF", "fr", "Sénégal (+221)", ["Wave", "Orange Money", "Mixx by Yas", "E-Money"], "12 500 F CFA"],
  ["BJ", "XOF", "fr", "Bénin (+229)", ["MTN MoMo", "Moov Money", "Celtiis Cash"], "12 500 F CFA"],
  ["CM", "XAF", "fr", "Cameroun (+237)", ["MTN MoMo", "Orange Money"], "12 500 FCFA"],
  ["GW", "XOF", "pt", "Guiné-Bissau (+245)", ["Orange Money"], "12 500 F CFA"],
] as const)(
  "the page of a merchant of %s opens with the operators of its country, by habit",
  async (countryCode, currency, locale, country, names, amount) => {
    const fixture = await createPagesFixture();
    const ofCurrency = operatorCountries.filter(({ currencies }) => currencies.includes(currency));
    fixture.offer(
      ofCurrency
        .flatMap(({ operators }) => operators)
        .map(({ code, displayName, countryCode }) => ({ operator: code, displayName, countryCode })),
    );
    fixture.add("abroad", { countryCode, currency, locale });
    const { body } = await fixture.app.inject({ method: "GET", url: "/checkout/cs_abroad" });
    await fixture.app.close();
    const text = body.replaceAll("\u00a0", " ");
    expect([...text.matchAll(/<span>([^<]+)<\/span><span class="tag"/g)].map(([, name]) => name)).toEqual(
      names,
    );
    const { form } = dictionaries[locale];
    for (const words of [`<html lang="${locale}">`, country, form.operator, amount])
      expect(text).toContain(words);
  },
);
