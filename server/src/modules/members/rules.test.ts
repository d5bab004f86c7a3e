import { describe, expect, test } from "vitest";
import { refusalOf } from "../../../test/harness/refusal.ts";
import { type MemberRole, memberRoles, permissionsOfRole } from "./roles.ts";
import { giverOfKey, giverOfTerms, refuseExcess, refuseLesser, wrongTerms } from "./rules.ts";
import type { MemberTerms } from "./types.ts";

const inMode = (role: MemberRole, only: readonly string[] | null = null) => ({ role, only });
const terms = (
  live: MemberRole | null,
  sandbox: MemberRole | null = live,
  over: Partial<MemberTerms> = {},
): MemberTerms => ({
  LIVE: live === null ? null : inMode(live),
  SANDBOX: sandbox === null ? null : inMode(sandbox),
  refundLimits: {},
  ...over,
});
const codeOf = (act: () => void): string => refusalOf(act)?.name ?? "passes";

describe("who may give which role", () => {
  test.each([
    ["OWNER", [...memberRoles]],
    // An approver approves payouts, which an administrator cannot.
    ["ADMINISTRATOR", ["ADMINISTRATOR", "ACCOUNTANT", "DEVELOPER", "SUPPORT", "VIEWER"]],
    ["ACCOUNTANT", []],
    ["APPROVER", []],
    ["DEVELOPER", []],
    ["SUPPORT", []],
    ["VIEWER", []],
  ] as const)("%s", (role, expected) => {
    const giver = giverOfTerms(terms(role));
    const given = memberRoles.filter(
      (wanted) => codeOf(() => refuseExcess(giver, terms(wanted))) === "passes",
    );
    expect(given).toEqual(expected);
    const changed = memberRoles.filter(
      (target) => codeOf(() => refuseLesser(giver, terms(target))) === "passes",
    );
    expect(changed).toEqual(expected);
  });
  test("a developer, who manages the team in the sandbox alone, gives roles of the sandbox alone", () => {
    const giver = giverOfTerms(terms("DEVELOPER"));
    expect(codeOf(() => refuseExcess(giver, terms(null, "ADMINISTRATOR")))).toBe("passes");
    expect(codeOf(() => refuseExcess(giver, terms("VIEWER", "VIEWER")))).toBe("MEMBER_EXCEEDS_INVITER");
    expect(codeOf(() => refuseLesser(giver, terms("VIEWER", "VIEWER")))).toBe("MEMBER_EXCEEDS_CALLER");
  });
  test("an administrator who was narrowed gives no more than what is left", () => {
    const only = ["merchant.team.manage", "merchant.links.read"];
    const giver = giverOfTerms({
      ...terms(null, null),
      LIVE: inMode("ADMINISTRATOR", only),
    });
    const links = { ...terms(null, null), LIVE: inMode("ADMINISTRATOR", ["merchant.links.read"]) };
    expect(codeOf(() => refuseExcess(giver, links))).toBe("passes");
    const managing = { ...terms(null, null), LIVE: inMode("ADMINISTRATOR", ["merchant.links.manage"]) };
    expect(refusalOf(() => refuseExcess(giver, managing))).toMatchObject({
      name: "MEMBER_EXCEEDS_INVITER",
      details: { exceeds: ["LIVE merchant.links.manage"] },
    });
  });
  test("without the team in the list, nothing is given", () => {
    const giver = giverOfTerms({
      ...terms(null, null),
      LIVE: inMode("ADMINISTRATOR", ["merchant.links.manage"]),
    });
    expect(giver.permissions.LIVE).toEqual([]);
  });
  test("a key gives what it holds: a live key in both modes, a sandbox key nothing live, and none makes an owner", () => {
    const all = permissionsOfRole("OWNER", "LIVE");
    expect(codeOf(() => refuseExcess(giverOfKey("LIVE", all, false), terms("APPROVER")))).toBe("passes");
    expect(codeOf(() => refuseExcess(giverOfKey("SANDBOX", all, false), terms(null, "APPROVER")))).toBe(
      "passes",
    );
    expect(codeOf(() => refuseExcess(giverOfKey("SANDBOX", all, false), terms("VIEWER")))).toBe(
      "MEMBER_EXCEEDS_INVITER",
    );
    expect(codeOf(() => refuseExcess(giverOfKey("LIVE", all, false), terms("OWNER")))).toBe("OWNER_ONLY");
    expect(codeOf(() => refuseLesser(giverOfKey("LIVE", all, false), terms("OWNER")))).toBe("OWNER_ONLY");
  });
  test("the live key of the owner names the first owner, and no further one; no other key names any", () => {
    const all = permissionsOfRole("OWNER", "LIVE");
    const names = (mode: "LIVE" | "SANDBOX", isOwnerKey: boolean, hasOwner: boolean) =>
      codeOf(() => refuseExcess(giverOfKey(mode, all, isOwnerKey), terms("OWNER"), hasOwner));
    expect(names("LIVE", true, false)).toBe("passes");
    expect(names("LIVE", true, true)).toBe("OWNER_ONLY");
    expect(names("LIVE", false, false)).toBe("OWNER_ONLY");
    expect(names("SANDBOX", true, false)).toBe("OWNER_ONLY");
  });
});

describe("terms that cannot be", () => {
  test.each([
    ["no role at all", terms(null, null), "live"],
    ["an owner in live mode alone", terms("OWNER", null), "sandbox"],
    ["an owner in the sandbox alone", terms("VIEWER", "OWNER"), "live"],
    [
      "an owner with a shorter list",
      { ...terms("OWNER"), LIVE: inMode("OWNER", ["merchant.links.read"]) },
      "live.permissions",
    ],
    [
      "a list beyond the role",
      { ...terms("VIEWER"), SANDBOX: inMode("VIEWER", ["merchant.links.manage"]) },
      "sandbox.permissions",
    ],
  ] as const)("%s", (_name, given, path) => {
    expect(wrongTerms(given)?.path).toBe(path);
  });
  test.each([
    ["one mode", terms(null, "VIEWER")],
    ["two different roles", terms("VIEWER", "DEVELOPER")],
    ["an owner", terms("OWNER")],
    [
      "reading where the role manages",
      { ...terms("ACCOUNTANT"), LIVE: inMode("ACCOUNTANT", ["merchant.refunds.read"]) },
    ],
  ] as const)("%s can be", (_name, given) => {
    expect(wrongTerms(given)).toBeNull();
  });
});
