import { expect, test } from "vitest";
import { isSteppedUp, STEP_UP_MS } from "../../http/step-up.ts";
import { stepUpMethods } from "./step-up.ts";

const secret = Buffer.from("sealed");

test.each([
  [null, 0, false, ["password"]],
  // Whoever needs a second factor sets one up first.
  [null, 0, true, []],
  [secret, 0, false, ["totp"]],
  [secret, 0, true, ["totp"]],
  [null, 2, true, ["passkey"]],
  [secret, 1, false, ["totp", "passkey"]],
] as const)("app %j, %i passkeys, needed: %s", (own, passkeys, isRequired, expected) => {
  expect(stepUpMethods({ secret: own, passkeys }, isRequired)).toEqual(expected);
});

test.each([
  [null, false],
  [1_000_000 - STEP_UP_MS, false],
  [1_000_000 - STEP_UP_MS + 1, true],
  [1_000_000, true],
  // The clock was set back.
  [1_000_001, false],
])("a proof at %j counts at 1 000 000: %s", (steppedUpAtMs, expected) => {
  expect(isSteppedUp(steppedUpAtMs, 1_000_000)).toBe(expected);
});
