import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../../kit/random.ts";
import { makeRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";
import { isLinkToken, isSessionToken, makeLinkToken, makeSessionToken } from "./token.ts";

const random = createSeededRandom(1);

describe("tokens", () => {
  const login = makeSessionToken("BEARER", "operator", random).reveal();
  const cookie = makeSessionToken("COOKIE", "operator", random).reveal();
  const person = makeSessionToken("COOKIE", "merchant", random).reveal();
  const link = makeLinkToken(random).reveal();
  const isBearer = (text: string) => isSessionToken("BEARER", "operator", text);

  it("have 256 bits behind a prefix, and each kind is refused in place of the other", () => {
    expect(Buffer.from(login.slice("svc_op_".length), "base64url")).toHaveLength(32);
    expect(Buffer.from(link.slice("svc_inv_".length), "base64url")).toHaveLength(32);
    const kinds = (text: string) => [
      isBearer(text),
      isSessionToken("COOKIE", "operator", text),
      isSessionToken("COOKIE", "merchant", text),
      isLinkToken(text),
    ];
    expect([login, cookie, person, link].map(kinds)).toEqual([
      [true, false, false, false],
      [false, true, false, false],
      [false, false, true, false],
      [false, false, false, true],
    ]);
    expect(makeSessionToken("BEARER", "operator", random).reveal()).not.toBe(login);
  });

  it.each([
    "",
    "svc_op_",
    login.slice(0, -1),
    `${login}A`,
    `${login}\n`,
    ` ${login}`,
    login.toUpperCase(),
    `${login.slice(0, -1)}=`,
    login.replace("svc_op_", "svc_mk_"),
  ])("are nothing but what was made: %j", (text) => {
    expect(isBearer(text)).toBe(false);
  });
});

describe("recovery codes", () => {
  const codes = makeRecoveryCodes(random);
  const [code = ""] = codes;

  it("are ten, different, in groups of four without letters that look like digits", () => {
    expect(new Set(codes).size).toBe(10);
    for (const each of codes) expect(each).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  });

  it("are accepted in capital letters, without their dashes and with blanks around them", () => {
    const same = (text: string) => recoveryCodeHash(text).equals(recoveryCodeHash(code));
    const typed = [code.toUpperCase(), code.replaceAll("-", ""), code.replaceAll("-", " - "), ` ${code}\t`];
    expect(typed.filter(same)).toEqual(typed);
    expect(codes.filter(same)).toEqual([code]);
    expect(same(code.slice(0, -1))).toBe(false);
  });

  it.each([
    ["0", "o"],
    ["0", "O"],
    ["1", "i"],
    ["1", "L"],
  ])("%s may be read as %s", (digit, letter) => {
    const text = "k3t0-8v21-x0an-7gd1";
    expect(recoveryCodeHash(text.replaceAll(digit, letter))).toEqual(recoveryCodeHash(text));
  });
});
