import { format, inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { Secret, sameSecret, sha256 } from "./secret.ts";

describe("a secret", () => {
  const secret = new Secret("hunter2");

  it("is read by those who ask for it", () => {
    expect(secret.reveal()).toBe("hunter2");
  });

  it.each<[string, () => string]>([
    ["text", () => `${secret}`],
    ["JSON", () => JSON.stringify({ secret, list: [secret] })],
    ["inspection", () => inspect({ secret }, { depth: null, showHidden: true })],
    ["formatting", () => format("%s %o %j", secret, secret, secret)],
    ["an error's message", () => String(new Error("failed", { cause: String(secret) }).cause)],
    ["its keys", () => JSON.stringify([Object.keys(secret), Object.entries(secret), { ...secret }])],
  ])("is not shown by %s", (_name, show) => {
    expect(show()).not.toContain("hunter2");
  });
});

describe("comparing secrets", () => {
  it("says whether they are the same, whatever their lengths", () => {
    expect(sameSecret("abc", "abc")).toBe(true);
    expect(sameSecret("abc", Buffer.from("abc"))).toBe(true);
    for (const other of ["", "ab", "abcd", "abd", "ABC"]) expect(sameSecret("abc", other), other).toBe(false);
  });

  it("uses SHA-256", () => {
    expect(sha256("abc").toString("hex")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});
