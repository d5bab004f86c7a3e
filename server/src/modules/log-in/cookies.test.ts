import { describe, expect, it, test } from "vitest";
import { sessionCookie } from "./cookies.ts";

const HOUR_MS = 60 * 60 * 1000;

test.each([
  [
    "merchant",
    "https://pay.example.org",
    "__Host-cauris-merchant=t; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax; Secure",
  ],
  [
    "operator",
    "https://pay.example.org",
    "__Host-cauris-console=t; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax; Secure",
  ],
  ["merchant", "http://localhost:8080", "cauris-merchant=t; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax"],
  ["operator", "http://127.0.0.1:8080", "cauris-console=t; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax"],
] as const)("%s at %s", (audience, publicUrl, expected) => {
  const cookie = sessionCookie(audience, publicUrl);
  expect(cookie.set("t", HOUR_MS)).toBe(expected);
  expect(cookie.cleared).toBe(expected.replace("=t; Max-Age=3600", "=; Max-Age=0"));
});

describe("the token of a Cookie header", () => {
  const { read } = sessionCookie("merchant", "https://pay.example.org");
  it.each([
    ["a=1; __Host-cauris-merchant=token; b=2", "token"],
    ["__Host-cauris-merchant=", ""],
    [undefined, null],
    ["", null],
    ["cauris-merchant=token", null],
    ["__Host-cauris-console=token", null],
    ["x__Host-cauris-merchant=token", null],
    // A browser sends one; two are somebody's attempt to have one checked and the other used.
    ["__Host-cauris-merchant=one; __Host-cauris-merchant=two", null],
  ])("%j", (header, expected) => {
    expect(read(header)).toBe(expected);
  });
});
