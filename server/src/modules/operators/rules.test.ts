import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allTenantPermissions, hasPermission } from "../../http/permissions.ts";
import { Refusal } from "../../kit/errors.ts";
import { changedAccount, permissionsLacking, refuseExcess, refuseLesser, refuseOwn } from "./rules.ts";
import { grantableTenantPermissions } from "./schemas.ts";
import { operatorStatuses } from "./types.ts";

const holding = (...permissions: readonly string[]) => ({ permissions });
function refusal(act: () => void): unknown {
  try {
    act();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.declaration.name, error.details];
  }
}

describe("an operator gives what it has", () => {
  test.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ["all it has", ["tenant.fees.manage"], ["tenant.fees.manage"], []],
    ["reading, where it manages", ["tenant.fees.manage"], ["tenant.fees.read"], []],
    ["not managing, where it reads", ["tenant.fees.read"], ["tenant.fees.manage"], ["tenant.fees.manage"]],
    [
      "not another area",
      ["tenant.fees.manage"],
      ["tenant.kyb.read", "tenant.fees.read"],
      ["tenant.kyb.read"],
    ],
    ["not a merchant's permission", allTenantPermissions, ["merchant.team.read"], ["merchant.team.read"]],
    ["nothing, to nobody's loss", [], [], []],
  ])("%s", (_name, held, wanted, lacking) => {
    expect(permissionsLacking(holding(...held), wanted)).toEqual(lacking);
    expect(refusal(() => refuseExcess(holding(...held), wanted as never))).toEqual(
      lacking.length === 0 ? null : ["OPERATOR_EXCEEDS_CREATOR", { exceeds: lacking }],
    );
    expect(refusal(() => refuseLesser(holding(...held), holding(...wanted)))).toEqual(
      lacking.length === 0 ? null : ["OPERATOR_EXCEEDS_CALLER", { lacks: lacking }],
    );
  });

  test("an operator with every permission may give each of them", () => {
    expect(permissionsLacking(holding(...allTenantPermissions), grantableTenantPermissions)).toEqual([]);
  });

  test("for any two sets of permissions, an allowed grant opens nothing that the giver could not open", () => {
    const some = fc.subarray([...grantableTenantPermissions]);
    let through = 0;
    fc.assert(
      fc.property(some, some, (held, wanted) => {
        const lacking = permissionsLacking(holding(...held), wanted);
        expect(lacking).toEqual(wanted.filter((one) => !hasPermission(held, one)));
        if (lacking.length > 0) return;
        through += 1;
        for (const probe of grantableTenantPermissions) {
          if (hasPermission(wanted, probe)) expect(hasPermission(held, probe)).toBe(true);
        }
      }),
      { seed: 20_261_122, numRuns: 500 },
    );
    expect(through).toBeGreaterThan(10);
  });
});

describe("one's own account", () => {
  test.each([
    [{}, null],
    [{ name: "Awa" }, null],
    [{ permissions: [] }, "OPERATOR_OWN_ACCOUNT"],
    [{ status: "ACTIVE" }, "OPERATOR_OWN_ACCOUNT"],
    [{ name: "Awa", status: "DISABLED" }, "OPERATOR_OWN_ACCOUNT"],
  ] as const)("%j: %s", (change, name) => {
    expect(refusal(() => refuseOwn(change))).toEqual(name === null ? null : [name, {}]);
  });
});

describe("a changed account", () => {
  const before = {
    name: "Awa",
    permissions: ["tenant.team.read"],
    status: "ACTIVE",
    passwordHash: "hash",
    hasSecondFactor: false,
  } as const;
  const shown = { name: "Awa", permissions: ["tenant.team.read"], status: "ACTIVE" };

  test.each([
    ["nothing", {}, shown],
    ["its name", { name: "Awa Diop" }, { ...shown, name: "Awa Diop" }],
    ["its permissions", { permissions: [] }, { ...shown, permissions: [] }],
    ["its status", { status: "DISABLED" }, { ...shown, status: "DISABLED" }],
  ] as const)("changes %s, and the rest stays", (_name, change, after) => {
    expect(changedAccount(before, change)).toEqual(after);
  });

  // The status that is asked for, from each status there is, with a password, with a passkey alone, and with neither.
  test.each(operatorStatuses)("%s becomes ACTIVE only once somebody has opened the account", (status) => {
    const of = (passwordHash: string | null, asked?: "ACTIVE" | "DISABLED", hasSecondFactor = false) =>
      changedAccount(
        { ...before, status, passwordHash, hasSecondFactor },
        asked === undefined ? {} : { status: asked },
      ).status;
    expect(of(null, "ACTIVE", true)).toBe("ACTIVE");
    expect([of("hash", "ACTIVE"), of(null, "ACTIVE")]).toEqual(["ACTIVE", "INVITED"]);
    expect([of("hash", "DISABLED"), of(null, "DISABLED")]).toEqual(["DISABLED", "DISABLED"]);
    expect(of("hash")).toBe(status);
    expect(of(null)).toBe(status === "ACTIVE" ? "INVITED" : status);
  });
});
