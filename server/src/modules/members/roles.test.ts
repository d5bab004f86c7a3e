import { describe, expect, test } from "vitest";
import { allPermissions, merchantAreas } from "../../http/permissions.ts";
import { modes } from "../../kit/payment-terms.ts";
import { memberRoles, permissionsOfRole, rightsOf } from "./roles.ts";

const short = (permissions: readonly string[]) =>
  permissions.map((one) => one.replace("merchant.", "")).toSorted();
const everyManage = merchantAreas.map((area) => `${area}.manage`).toSorted();

describe("what a role may do", () => {
  test.each([
    ["OWNER", short(allPermissions)],
    ["ADMINISTRATOR", everyManage],
    [
      "ACCOUNTANT",
      [
        "beneficiaries.manage",
        "charges.read",
        "checkout.read",
        "links.read",
        "payments.read",
        "payouts.manage",
        "refunds.manage",
        "reports.read",
        "wallets.read",
      ],
    ],
    ["APPROVER", ["beneficiaries.read", "payouts.approve", "payouts.read", "wallets.read"]],
    [
      "DEVELOPER",
      [
        "apikeys.manage",
        "charges.read",
        "checkout.read",
        "events.manage",
        "links.read",
        "payments.read",
        "refunds.read",
        "webhooks.manage",
      ],
    ],
    [
      "SUPPORT",
      ["charges.read", "checkout.read", "events.read", "links.read", "payments.read", "refunds.manage"],
    ],
    [
      "VIEWER",
      merchantAreas
        .filter((area) => area !== "apikeys")
        .map((area) => `${area}.read`)
        .toSorted(),
    ],
  ] as const)("%s in live mode", (role, expected) => {
    expect(short(permissionsOfRole(role, "LIVE"))).toEqual(expected);
  });
  test("in the sandbox a developer manages everything but approves nothing; every other role is as in live mode", () => {
    expect(short(permissionsOfRole("DEVELOPER", "SANDBOX"))).toEqual(everyManage);
    for (const role of memberRoles) {
      if (role !== "DEVELOPER")
        expect(permissionsOfRole(role, "SANDBOX")).toEqual(permissionsOfRole(role, "LIVE"));
    }
  });
});

describe("a role without a second factor", () => {
  test.each([
    ["OWNER", ["beneficiaries.manage", "payouts.approve", "payouts.manage", "refunds.manage"]],
    ["ADMINISTRATOR", ["beneficiaries.manage", "payouts.manage", "refunds.manage"]],
    ["ACCOUNTANT", ["beneficiaries.manage", "payouts.manage", "refunds.manage"]],
    ["APPROVER", ["payouts.approve"]],
    ["DEVELOPER", []],
    ["SUPPORT", ["refunds.manage"]],
    ["VIEWER", []],
  ] as const)("%s waits in live mode with what moves money, and still reads it", (role, waiting) => {
    const rights = rightsOf(role, "LIVE", null, false);
    expect(short(rights.waiting)).toEqual(waiting);
    const reading = waiting
      .filter((one) => one.endsWith("manage"))
      .map((one) => one.replace("manage", "read"));
    const kept = short(permissionsOfRole(role, "LIVE")).filter((one) => !waiting.includes(one as never));
    expect(short(rights.permissions)).toEqual([...kept, ...reading].toSorted());
  });
  test("waits for nothing in the sandbox, and for nothing once the factor is there", () => {
    for (const role of memberRoles) {
      const all = { permissions: permissionsOfRole(role, "SANDBOX"), waiting: [] };
      expect(rightsOf(role, "SANDBOX", null, false)).toEqual(all);
      expect(rightsOf(role, "LIVE", null, true)).toEqual({
        permissions: permissionsOfRole(role, "LIVE"),
        waiting: [],
      });
    }
  });
});

describe("a narrower list", () => {
  test("leaves only what it names, and a part of what the role manages can be left as reading", () => {
    const only = ["merchant.refunds.read", "merchant.payouts.manage"];
    expect(rightsOf("ACCOUNTANT", "SANDBOX", only, true).permissions).toEqual(only);
  });
  test("never gives what the role does not have", () => {
    for (const mode of modes) {
      for (const role of memberRoles) {
        const { permissions } = rightsOf(role, mode, [...allPermissions, "merchant.links.read"], true);
        const full = permissionsOfRole(role, mode);
        const held = (one: string) =>
          full.some((has) => has === one || has.replace("manage", "read") === one);
        expect(permissions.every(held)).toBe(true);
      }
    }
    expect(rightsOf("VIEWER", "LIVE", ["merchant.apikeys.read"], true).permissions).toEqual([]);
  });
});
