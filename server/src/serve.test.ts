import { describe, expect, it } from "vitest";
import { defaultLimits } from "./http/limits/index.ts";
import { isPrivateTo, limitsOf, liveKeysRefusedBecause } from "./serve.ts";

describe("RATE_LIMITS", () => {
  it.each(["http://localhost:3000", "https://pay.example.org"])("on limits everybody at %s", (publicUrl) => {
    expect(limitsOf({ rateLimits: "on" }, publicUrl)).toBe(defaultLimits);
  });

  it.each(["http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:8080"])(
    "off lifts them at %s",
    (publicUrl) => {
      expect(limitsOf({ rateLimits: "off" }, publicUrl)).toBeNull();
    },
  );

  it.each(["https://pay.example.org", "http://10.0.0.7:3000", "https://localhost.example.org"])(
    "off stops the start at %s, where others reach the service",
    (publicUrl) => {
      expect(() => limitsOf({ rateLimits: "off" }, publicUrl)).toThrow(/^RATE_LIMITS can only be off/);
    },
  );
});

describe("loopback for webhooks, and PINs on pages", () => {
  it.each([
    ["127.0.0.1", "http://localhost:3000", true],
    ["localhost", "http://localhost:3000", true],
    ["::1", "http://[::1]:3000", true],
    ["0.0.0.0", "http://localhost:3000", false],
    ["192.0.2.2", "http://localhost:3000", false],
    ["::", "http://localhost:3000", false],
    ["127.0.0.1", "https://pay.example.org", false],
    ["127.0.0.1.example.org", "http://localhost:3000", false],
  ])("on %s under %s: %s", (host, publicUrl, isPrivate) => {
    expect(isPrivateTo({ env: "sandbox", host }, publicUrl)).toBe(isPrivate);
    expect(isPrivateTo({ env: "production", host }, publicUrl)).toBe(false);
  });
});

describe("live keys", () => {
  it.each([
    ["https://pay.example.org", false],
    ["http://localhost:3000", false],
    ["http://127.0.0.1:3000", false],
    ["http://pay.example.org", true],
    ["http://10.0.0.7:3000", true],
  ])("under %s are refused: %s", (publicUrl, isRefused) => {
    expect(liveKeysRefusedBecause(publicUrl) !== null).toBe(isRefused);
  });
});
