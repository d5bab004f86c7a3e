import { describe, expect, it } from "vitest";
import { Refusal } from "../../kit/errors.ts";
import { passwordProblem, refuseWeakPassword } from "./password-rules.ts";

const holder = { email: "awa.diop@lagune-pay.example", name: "Awa Diop" };
const common = new Set(["motherfucker", "dragon", "cat", "administrator"]);
const problem = (password: string) => passwordProblem(password, holder, common);

describe("a password", () => {
  it.each([
    ["short", "elevenchars", "minLength"],
    // Eleven characters of two code units each.
    ["of few wide characters", "😀😁😂😃😄😅😆😇😈😉😊", "minLength"],
    ["endless", "x7".repeat(101), "maxLength"],
    ["of one character", "aaaaaaaaaaaa", "repeated"],
    ["of one part", "abc1abc1abc1ab", "repeated"],
    ["of digits in order", "123456789012", "sequence"],
    ["of the alphabet backwards", "zyxwvutsrqponm", "sequence"],
    ["of a keyboard's row", "qwertyuiopas", "sequence"],
    ["of a French keyboard", "azertyuiopqs", "sequence"],
    ["of the list", "motherfucker", "common"],
    ["of the list in capitals", "MotherFucker", "common"],
    ["of the list in full-width letters", "ｍｏｔｈｅｒｆｕｃｋｅｒ", "common"],
    ["of a word of the list with digits", "dragon123456", "common"],
    ["of a word of the list between signs", "!!Administrator2026!!", "common"],
    ["that is the address", "awa.diop@lagune-pay.example", "personal"],
    ["of name and year", "AwaDiop-2026!", "personal"],
    ["of the service's name", "cauris.cauris-1", "personal"],
  ])("%s is refused: %s", (_name, password, rule) => {
    expect(problem(password)).toBe(rule);
  });

  it.each([
    "cheval batterie agrafe correct",
    "cat93-lamp-xylo",
    "Awa mange du riz gras",
    "kUq3xxW0b2nT5yHs7dLa",
    "abcabcabcabd9f",
    "très bon mot de passe",
    "一二三四五六七八九十百千",
  ])("%s is accepted", (password) => {
    expect(problem(password)).toBeNull();
  });
});

describe("the list that comes along", () => {
  it.each(["finalfantasy", "Password123456", "1qaz2wsx3edc"])("knows %s", async (password) => {
    const refusal = await refuseWeakPassword("newPassword", password, holder).catch(
      (error: unknown) => error,
    );
    if (!(refusal instanceof Refusal)) throw new Error("it was let through");
    expect(refusal.declaration.name).toBe("VALIDATION_ERROR");
    expect(refusal.details.fields).toEqual([
      {
        path: "newPassword",
        rule: "common",
        message:
          "newPassword is among the passwords that are tried first, or one of them with digits around it.",
      },
    ]);
  });
  it("accepts a pass phrase of a few words", async () => {
    await expect(refuseWeakPassword("password", "cheval batterie agrafe", holder)).resolves.toBeUndefined();
  });
});
