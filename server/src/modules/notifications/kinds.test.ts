import { describe, expect, it, test } from "vitest";
import { memberRoles, permissionsOfRole } from "../members/roles.ts";
import { canSwitchOff, isSent, kindsFor, settingKinds } from "./kinds.ts";
import { SettingsBody } from "./schemas.ts";

describe("who is told what", () => {
  it.each([
    ["OWNER", settingKinds, settingKinds],
    ["ADMINISTRATOR", settingKinds.filter((kind) => kind !== "PAYOUT_WAITING"), null],
    ["ACCOUNTANT", ["BENEFICIARY_ADDED", "PAYOUT_FAILED", "NOTE_MENTION", "DAILY_SUMMARY"], null],
    ["APPROVER", ["PAYOUT_WAITING", "NOTE_MENTION"], null],
    [
      "DEVELOPER",
      ["KEY_MADE", "ENDPOINT_DISABLED", "NOTE_MENTION"],
      settingKinds.filter((kind) => kind !== "PAYOUT_WAITING"),
    ],
    ["SUPPORT", ["NOTE_MENTION"], null],
    ["VIEWER", ["NOTE_MENTION", "DAILY_SUMMARY"], null],
  ] as const)("%s", (role, live, sandbox) => {
    expect(kindsFor(permissionsOfRole(role, "LIVE"))).toEqual(live);
    expect(kindsFor(permissionsOfRole(role, "SANDBOX"))).toEqual(sandbox ?? live);
  });
  it("every role has a line above", () => expect(memberRoles).toHaveLength(7));
});

describe("switching off", () => {
  it.each([
    ["KEY_MADE", "LIVE", false],
    ["BENEFICIARY_ADDED", "LIVE", false],
    ["KEY_MADE", "SANDBOX", true],
    ["PAYOUT_WAITING", "LIVE", true],
    ["PAYOUT_FAILED", "LIVE", true],
    ["ENDPOINT_DISABLED", "LIVE", true],
    ["KYB_ASKED", "LIVE", true],
    ["KYB_DECIDED", "LIVE", true],
    ["NOTE_MENTION", "LIVE", true],
  ] as const)("%s in %s: %s", (kind, mode, possible) => {
    expect(canSwitchOff(kind, mode)).toBe(possible);
    expect(isSent(kind, mode, false)).toBe(!possible);
    expect([isSent(kind, mode, true), isSent(kind, mode, undefined)]).toEqual([true, true]);
  });
});

test("the daily summary comes to who asks for it, and to nobody else", () => {
  for (const mode of ["LIVE", "SANDBOX"] as const) {
    expect(canSwitchOff("DAILY_SUMMARY", mode)).toBe(true);
    const sent = [true, false, undefined].map((choice) => isSent("DAILY_SUMMARY", mode, choice));
    expect(sent).toEqual([true, false, false]);
  }
});

test("a request can name every kind", () => {
  for (const mode of [SettingsBody.properties.live, SettingsBody.properties.sandbox])
    expect(Object.keys(mode.properties)).toEqual([...settingKinds]);
});
