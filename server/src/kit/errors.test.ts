import { describe, expect, it } from "vitest";
import { assert, declaredErrors, defineErrors, Refusal, unreachable } from "./errors.ts";

const errors = defineErrors({
  TEST_TEAPOT: { status: 418, message: "I am a teapot." },
  TEST_WIRE: { status: 401, message: "Say it otherwise.", wire: "On the wire" },
});

describe("a declared refusal", () => {
  it("carries its code, status and sentence, and what the case adds", () => {
    const refusal = errors.TEST_TEAPOT({ pot: 1 }, 30);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal.message).toBe("I am a teapot.");
    expect(refusal.declaration).toEqual({
      name: "TEST_TEAPOT",
      wire: "TEST_TEAPOT",
      status: 418,
      message: "I am a teapot.",
    });
    expect([refusal.details, refusal.retryAfterSeconds]).toEqual([{ pot: 1 }, 30]);
  });

  it("needs no details, and may have another name on the wire", () => {
    const refusal = errors.TEST_WIRE();
    expect([refusal.details, refusal.retryAfterSeconds]).toEqual([{}, undefined]);
    expect([refusal.declaration.name, refusal.declaration.wire]).toEqual(["TEST_WIRE", "On the wire"]);
    expect(errors.TEST_WIRE.declaration).toBe(refusal.declaration);
  });

  it("is known once: a second declaration of its name is a mistake", () => {
    expect(() => defineErrors({ TEST_TEAPOT: { status: 400, message: "Another." } })).toThrow(
      "declared twice",
    );
    const names = declaredErrors().map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("TEST_"))).toEqual(["TEST_TEAPOT", "TEST_WIRE"]);
  });
});

describe("a broken assumption", () => {
  it("is an error of ours and no refusal", () => {
    expect(() => assert(false, "the sum is zero")).toThrow("assertion failed: the sum is zero");
    expect(() => assert(true, "nothing")).not.toThrow();
    expect(() => unreachable("SOMETHING" as never)).toThrow("SOMETHING");
  });
});
