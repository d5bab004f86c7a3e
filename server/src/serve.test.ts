import { describe, expect, it } from "vitest";
import { defaultLimits } from "./http/limits/index.ts";
import { limitsOf } from "./serve.ts";

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
