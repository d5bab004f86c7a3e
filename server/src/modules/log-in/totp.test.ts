import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../../kit/random.ts";
import { base32, makeTotpSecret, matchTotp, otpauthUrl, TOTP_STEP_MS, totpCode, totpStep } from "./totp.ts";

const ascii = (text: string, bytes: number) => Buffer.from(text.repeat(7).slice(0, bytes));
const secret = ascii("1234567890", 20);

/** RFC 4226, appendix D. */
describe("HOTP, the vectors of RFC 4226", () => {
  it.each(["755224 287082 359152 969429 338314 254676 287922 162583 399871 520489".split(" ")])(
    "of the counters 0 to 9",
    (...codes) => {
      expect(codes.map((_code, counter) => totpCode(secret, counter))).toEqual(codes);
    },
  );
});

/** RFC 6238, appendix B: eight digits, and a secret as long as each hash. */
describe("TOTP, the vectors of RFC 6238", () => {
  const rows: readonly (readonly [number, string, string, string])[] = [
    [59, "94287082", "46119246", "90693936"],
    [1_111_111_109, "07081804", "68084774", "25091201"],
    [1_111_111_111, "14050471", "67062674", "99943326"],
    [1_234_567_890, "89005924", "91819424", "93441116"],
    [2_000_000_000, "69279037", "90698825", "38618901"],
    [20_000_000_000, "65353130", "77737706", "47863826"],
  ];
  it.each(rows)("at %i s", (seconds, sha1, sha256, sha512) => {
    const step = totpStep(seconds * 1_000);
    expect(totpCode(secret, step, 8)).toBe(sha1);
    expect(totpCode(ascii("1234567890", 32), step, 8, "sha256")).toBe(sha256);
    expect(totpCode(ascii("1234567890", 64), step, 8, "sha512")).toBe(sha512);
  });
});

describe("a code", () => {
  const now = Date.UTC(2026, 10, 21, 10, 0, 10);
  const step = totpStep(now);
  const of = (away: number) => totpCode(secret, step + away);
  it.each([-1, 0, 1])("of a step %i away counts", (away) => {
    expect(matchTotp(secret, of(away), now, null)).toBe(step + away);
  });
  it.each([-2, 2])("of a step %i away does not", (away) => {
    expect(matchTotp(secret, of(away), now, null)).toBeNull();
  });
  it("is accepted until the exact end of the step after its own", () => {
    const end = (step + 2) * TOTP_STEP_MS;
    expect(matchTotp(secret, of(0), end - 1, null)).toBe(step);
    expect(matchTotp(secret, of(0), end, null)).toBeNull();
  });
  it("is accepted once, and a code older than an accepted one is refused", () => {
    expect(matchTotp(secret, of(0), now, step)).toBeNull();
    expect(matchTotp(secret, of(-1), now, step)).toBeNull();
    expect(matchTotp(secret, of(1), now, step)).toBe(step + 1);
  });
  it.each(["", "12345", "1234567", "abcdef"])("that is %j is wrong", (code) => {
    expect(matchTotp(secret, code, now, null)).toBeNull();
  });
});

describe("what an authenticator app reads", () => {
  /** RFC 4648, 10, without padding. */
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("%j is %j in base32", (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });
  it("is an address with the secret and how it is used", () => {
    const made = makeTotpSecret(createSeededRandom(1));
    expect(made).toHaveLength(20);
    const url = otpauthUrl(secret, { issuer: "Cauris", account: "awa+1@example.com" });
    expect(url).toBe(
      "otpauth://totp/Cauris:awa%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Cauris&algorithm=SHA1&digits=6&period=30",
    );
  });
});
