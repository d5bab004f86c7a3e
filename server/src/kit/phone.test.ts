import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { describe, expect, test } from "vitest";
import {
  findOperator,
  guessOperator,
  maskPhone,
  normalizePhone,
  operatorCodes,
  operatorCountries,
  operatorsOf,
  searchedPhone,
} from "./phone.ts";
import { createSeededRandom } from "./random.ts";

describe("a payer's number is understood however it is written", () => {
  test.each([
    ["+2250707070707", null, "+2250707070707", "CI"],
    ["+225 07 07 07 07 07", "CI", "+2250707070707", "CI"],
    ["00225 07 07 07 07 07", null, "+2250707070707", "CI"],
    ["07.07.07.07.07", "CI", "+2250707070707", "CI"],
    ["(07) 07-07-07-07", "CI", "+2250707070707", "CI"],
    ["2250707070707", "CI", "+2250707070707", "CI"],
    ["77 123 45 67", "SN", "+221771234567", "SN"],
    ["70 12 34 56", "BF", "+22670123456", "BF"],
    ["0991234567", "CD", "+243991234567", "CD"],
    ["077123456", "GA", "+24177123456", "GA"],
    ["06 612 34 56", "CG", "+242066123456", "CG"],
    ["655 12 34 56", "CM", "+237655123456", "CM"],
    ["06 12 34 56 78", "FR", "+33612345678", "FR"],
  ])("%s in %s", (text, country, e164, countryCode) => {
    expect(normalizePhone(text, country)).toEqual({ e164, countryCode });
  });

  test.each([
    ["97 00 00 01", "BJ"],
    ["+229 97 00 00 01", "BJ"],
    ["+22997000001", null],
    ["0022997000001", null],
    ["01 97 00 00 01", "BJ"],
    ["+229 01 97 00 00 01", null],
  ])("Benin's old and new forms are one number: %s", (text, country) => {
    expect(normalizePhone(text, country)).toEqual({ e164: "+2290197000001", countryCode: "BJ" });
  });

  test("the numbers of the sandbox are taken in each country with mobile money", () => {
    for (const text of [
      "+2250700000789",
      "+2250500000049",
      "+2250100000139",
      "+221770000129",
      "+22670000789",
    ]) {
      expect(normalizePhone(text, null)).toMatchObject({ e164: text });
    }
  });
});

test.each([
  ["07 07 07 07 07", "CI", "+2250707070707"],
  [" 2250707070707", "SN", "+2250707070707"],
  ["2250707070707", "SN", "+2250707070707"],
  ["00225 07 07 07 07 07", null, "+2250707070707"],
  ["07 07 07 07 07", null, null],
  ["order-12", "CI", null],
  ["12", "CI", null],
])("%j typed to search in %s is %s", (text, country, found) => {
  expect(searchedPhone(text, country)).toBe(found);
});

describe("what is no number is refused with the reason", () => {
  test.each([
    ["", null, "NOT_A_PHONE_NUMBER"],
    ["hello", "CI", "NOT_A_PHONE_NUMBER"],
    ["call 0707070707", "CI", "NOT_A_PHONE_NUMBER"],
    ["+225 07 07", null, "NOT_A_PHONE_NUMBER"],
    ["+225 07 07 07 07 07 07 07", null, "NOT_A_PHONE_NUMBER"],
    ["٠٧٠٧٠٧٠٧٠٧", "CI", "NOT_A_PHONE_NUMBER"],
    ["+999 12345678", null, "NOT_A_PHONE_NUMBER"],
    ["0707070707", null, "COUNTRY_REQUIRED"],
    ["0707070707", "XX", "COUNTRY_UNKNOWN"],
    ["0707070707", "ci", "COUNTRY_UNKNOWN"],
    ["+221771234567", "CI", "COUNTRY_MISMATCH"],
    [`+225${" ".repeat(40)}0707070707`, null, "NOT_A_PHONE_NUMBER"],
  ])("%j in %s is %s", (text, country, problem) => {
    expect(normalizePhone(text, country)).toEqual({ problem });
  });
});

describe("a shown number does not give the payer away", () => {
  test.each([
    ["+2250707070789", "+225 07 ** ** ** 89"],
    ["+221771234567", "+221 77 *** ** 67"],
    ["+22670123456", "+226 70 ** ** 56"],
    ["+2290197000001", "+229 01 ** ** ** 01"],
    ["nonsense", "** se"],
    ["", "** "],
  ])("%s", (e164, masked) => {
    expect(maskPhone(e164)).toBe(masked);
  });
});

describe("the operator is suggested from the first digits, the longest prefix wins", () => {
  test.each([
    ["+2250700000789", "ORANGE"],
    ["+2250500000789", "MTN"],
    ["+2250100000789", "MOOV"],
    ["+2252720000789", null],
    ["+2290155000001", "MOOV"],
    ["+2290151000001", "MTN"],
    ["+2290142000001", "MTN"],
    ["+2290145000001", "MOOV"],
    ["+2290143000001", "CELTIIS"],
    ["+24165123456", "MOOV"],
    ["+243811234567", "VODACOM"],
    ["+22890123456", "TMONEY"],
    ["+33612345678", null],
    ["2250700000789", null],
    ["+225070000", null],
  ])("%s", (e164, code) => {
    expect(guessOperator(e164)?.code ?? null).toBe(code);
  });

  test("Wave sits on any number, so it is never guessed", () => {
    for (const { operators } of operatorCountries) {
      for (const operator of operators) expect(operator.prefixes.length === 0).toBe(operator.code === "WAVE");
    }
  });
});

describe("a number of an operator, taken without being read,", () => {
  const fills = ["0000000000", "1111111111", "9999999999", "1234567890", "9876543210", "0102030405"];
  const random = createSeededRandom(20261121);
  for (let n = 0; n < 50; n += 1) fills.push(String(Math.floor(random.unit() * 1e10)).padStart(10, "0"));

  test.each(operatorCountries)("is what its plan reads: $countryCode", (entry) => {
    const { countryCode, callingCode, nationalDigits } = entry;
    for (const prefix of entry.operators.flatMap(({ prefixes }) => prefixes)) {
      for (const fill of fills) {
        const e164 = `+${callingCode}${(prefix + fill).slice(0, nationalDigits)}`;
        const parsed = parsePhoneNumberFromString(e164, { defaultCountry: "FR", extract: false });
        expect(parsed?.number).toBe(e164);
        if (parsed?.isValid() === true) expect(parsed.country).toBe(countryCode);
        expect(normalizePhone(e164, null)).toEqual({ e164, countryCode });
        expect(normalizePhone(e164, "FR")).toEqual({ problem: "COUNTRY_MISMATCH" });
      }
    }
  });
});

describe("a number of the operators' countries, masked without being read,", () => {
  test.each(operatorCountries)("is what the numbering plan says: $countryCode", (entry) => {
    const { callingCode, nationalDigits } = entry;
    const starts = ["0", "00", "1", "8", "9", ...entry.operators.flatMap(({ prefixes }) => prefixes)];
    for (const start of starts) {
      const national = start.padEnd(nationalDigits, "1234567890");
      const parsed = parsePhoneNumberFromString(`+${callingCode}${national}`, { extract: false });
      expect(parsed?.countryCallingCode).toBe(callingCode);
      expect(parsed?.nationalNumber.length).toBeGreaterThanOrEqual(6);
      const masked = maskPhone(`+${callingCode}${national}`);
      const [shownCode, first, ...rest] = masked.split(" ");
      expect([shownCode, first, rest.at(-1)]).toEqual([
        `+${callingCode}`,
        national.slice(0, 2),
        national.slice(-2),
      ]);
      expect(masked.replaceAll(" ", "").length).toBe(1 + callingCode.length + nationalDigits);
      expect(rest.slice(0, -1).join("")).toMatch(/^\*+$/);
    }
  });

  test("is not taken from text that only looks like one", () => {
    expect(maskPhone("+225abcdefgh89")).toBe("** 89");
  });
});

describe("the operator table", () => {
  test("no prefix belongs to two operators of a country", () => {
    for (const { operators } of operatorCountries) {
      const prefixes = operators.flatMap((operator) => operator.prefixes);
      expect(new Set(prefixes).size).toBe(prefixes.length);
    }
  });

  test("each code works somewhere, and each country names an operator once", () => {
    const used = new Set(operatorCountries.flatMap(({ operators }) => operators.map(({ code }) => code)));
    expect([...used].sort()).toEqual([...operatorCodes].sort());
    for (const { operators } of operatorCountries) {
      expect(new Set(operators.map(({ code }) => code)).size).toBe(operators.length);
    }
  });

  test("Orange in Burkina Faso asks for the password first and says what to dial", () => {
    expect(findOperator("BF", "ORANGE")).toMatchObject({
      authFlow: "OTP",
      needsOtp: true,
      prompt: "*144*4*6#",
    });
  });

  test("Wave sends the payer to its own page", () => {
    expect(findOperator("CI", "WAVE")).toMatchObject({ authFlow: "REDIRECT", needsOtp: false });
  });

  test("an operator that does not work in a country is not found there", () => {
    expect(findOperator("CI", "VODACOM")).toBeNull();
    expect(findOperator("FR", "ORANGE")).toBeNull();
    expect(operatorsOf("FR")).toEqual([]);
  });
});
