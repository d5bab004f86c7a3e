import { describe, expect, test } from "vitest";
import { allTenantPermissions } from "../../http/permissions.ts";
import { bundledPermissions, operatorRoles, roleOf } from "./roles.ts";

const short = (permissions: readonly string[] | null) =>
  permissions?.map((one) => one.replace("tenant.", "")).toSorted() ?? null;

describe("the roles of operators", () => {
  test.each([
    [
      "ON_CALL",
      ["merchants.read", "payments.manage", "providers.manage", "reconciliation.read", "routing.manage"],
    ],
    ["COMPLIANCE", ["audit.read", "kyb.manage", "merchants.manage"]],
    [
      "FINANCE",
      ["fees.manage", "ledger.manage", "merchants.read", "payments.manage", "reconciliation.manage"],
    ],
    ["SUPPORT", ["merchants.read", "payments.read"]],
  ] as const)("%s", (role, expected) => {
    expect(short(bundledPermissions({ role }))).toEqual(expected);
  });
  test("an administrator manages every area, an auditor reads every area and manages none", () => {
    expect(bundledPermissions({ role: "ADMINISTRATOR" })).toEqual(allTenantPermissions);
    expect(bundledPermissions({ role: "AUDITOR" })).toEqual(
      allTenantPermissions.map((one) => one.replace("manage", "read")),
    );
  });
  test("each role is recognised by its permissions, in any order", () => {
    for (const role of operatorRoles) {
      expect(roleOf([...(bundledPermissions({ role }) ?? [])].reverse())).toBe(role);
    }
  });
  test("a role's permissions plus one, minus one, or no permissions are not a role", () => {
    const support = bundledPermissions({ role: "SUPPORT" }) ?? [];
    expect(roleOf([...support, "tenant.audit.read"])).toBeNull();
    expect(roleOf(support.slice(1))).toBeNull();
    expect(roleOf([])).toBeNull();
  });
  test("a role and single permissions add up, each once", () => {
    const permissions = ["tenant.payments.read", "tenant.audit.read"] as const;
    expect(short(bundledPermissions({ role: "SUPPORT", permissions }))).toEqual([
      "audit.read",
      "merchants.read",
      "payments.read",
    ]);
    expect(bundledPermissions({})).toBeNull();
  });
});
