import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allPermissions, allTenantPermissions, hasPermission } from "../../http/permissions.ts";
import { excessOf, type Grant, givableBy } from "./grants.ts";
import { handedPermissions } from "./hand-over.ts";
import { isAllowedIp, isWithin } from "./ip-allowlist.ts";
import { grantablePermissions } from "./schemas.ts";
import type { ApiKey } from "./types.ts";

const full: Grant = {
  permissions: ["merchant.links.manage", "merchant.refunds.read"],
  merchantIds: ["a", "b"],
  ipAllowlist: ["203.0.113.0/24", "2001:db8::/32"],
  expiresAtMs: 1_000,
  requestsPerSecond: 25,
};
const none = { permissions: [], merchantIds: [], lifetime: false, addresses: false, rate: false };

describe("what a key can give", () => {
  test.each<[string, Partial<Grant>, object]>([
    ["what it has", {}, {}],
    ["reading, where it manages", { permissions: ["merchant.links.read"] }, {}],
    [
      "not managing, where it reads",
      { permissions: ["merchant.refunds.manage"] },
      { permissions: ["merchant.refunds.manage"] },
    ],
    ["not another area", { permissions: ["merchant.team.read"] }, { permissions: ["merchant.team.read"] }],
    ["fewer merchants", { merchantIds: ["b"] }, {}],
    ["not another merchant", { merchantIds: ["a", "c"] }, { merchantIds: ["c"] }],
    ["a shorter life", { expiresAtMs: 999 }, {}],
    ["not a longer one", { expiresAtMs: 1_001 }, { lifetime: true }],
    ["not one without end", { expiresAtMs: null }, { lifetime: true }],
    ["fewer addresses", { ipAllowlist: ["203.0.113.7", "2001:db8:1::/48"] }, {}],
    ["not other addresses", { ipAllowlist: ["203.0.113.7", "203.0.114.1"] }, { addresses: true }],
    ["not a wider network", { ipAllowlist: ["203.0.0.0/16"] }, { addresses: true }],
    ["not every address", { ipAllowlist: [] }, { addresses: true }],
    ["fewer requests", { requestsPerSecond: 24 }, {}],
    ["not more requests", { requestsPerSecond: 26 }, { rate: true }],
  ])("%s", (_name, over, excess) => {
    expect(excessOf([full], { ...full, ...over })).toEqual({ ...none, ...excess });
  });

  test("everything, when nothing limits it", () => {
    const free: Grant = { ...full, ipAllowlist: [], expiresAtMs: null };
    expect(excessOf([free], free)).toEqual(none);
    expect(excessOf([free], full)).toEqual(none);
  });

  test("a key that is changed keeps what it had, part by part", () => {
    const had: Grant = {
      permissions: ["merchant.team.read"],
      merchantIds: ["c"],
      ipAllowlist: [],
      expiresAtMs: null,
      requestsPerSecond: 30,
    };
    expect(excessOf([full, had], had)).toEqual(none);
    const mixed = { ...had, permissions: ["merchant.team.read", "merchant.links.read"] };
    expect(excessOf([full, had], mixed)).toEqual(none);
    expect(excessOf([full, had], { ...had, permissions: ["merchant.team.manage"] }).permissions).toEqual([
      "merchant.team.manage",
    ]);
  });

  test("for any two sets of permissions: nothing is left over exactly when each is held", () => {
    const seed = 20_261_121;
    const some = fc.subarray([...grantablePermissions]);
    fc.assert(
      fc.property(some, some, fc.constantFrom(...grantablePermissions), (held, wanted, probe) => {
        const { permissions } = excessOf([{ ...full, permissions: held }], { ...full, permissions: wanted });
        expect(permissions).toEqual(wanted.filter((one) => !hasPermission(held, one)));
        // The giver must be able to open whatever the granted permission opens.
        if (permissions.length === 0 && hasPermission(wanted, probe))
          expect(hasPermission(held, probe)).toBe(true);
      }),
      { seed },
    );
  });
});

/**
 * The key that an operator hands to a merchant: it has few permissions itself, and all other keys of that merchant
 * descend from it.
 */
describe("what the key that an operator hands over can give", () => {
  const handed = {
    mode: "LIVE",
    permissions: handedPermissions,
    merchantId: "a",
    merchantIds: [],
    ipAllowlist: ["203.0.113.0/24"],
    expiresAtMs: 1_000,
    requestsPerSecond: 5,
    requestsPerSecondMax: null,
    owner: true,
  } as unknown as ApiKey;
  const wide: Grant = {
    permissions: allPermissions,
    merchantIds: ["a"],
    ipAllowlist: ["203.0.113.7"],
    expiresAtMs: 1_000,
    requestsPerSecond: 5,
  };

  test("every permission of a merchant's key, although it holds few itself", () => {
    expect(excessOf([givableBy(handed)], wide)).toEqual(none);
    for (const permission of grantablePermissions) {
      expect(excessOf([givableBy(handed)], { ...wide, permissions: [permission] }).permissions).toEqual([]);
    }
  });

  test("not one permission of an operator", () => {
    for (const permission of allTenantPermissions) {
      const asked = { ...wide, permissions: [permission, permission.replace("manage", "read")] };
      expect(excessOf([givableBy(handed)], asked).permissions).toEqual(asked.permissions);
    }
  });

  test.each<[string, Partial<Grant>, object]>([
    ["for another merchant", { merchantIds: ["a", "b"] }, { merchantIds: ["b"] }],
    ["for longer than it lives", { expiresAtMs: null }, { lifetime: true }],
    ["for other addresses", { ipAllowlist: [] }, { addresses: true }],
    ["for more requests", { requestsPerSecond: 6 }, { rate: true }],
  ])("nothing %s: being wide in permissions makes it wide in nothing else", (_name, over, excess) => {
    expect(excessOf([givableBy(handed)], { ...wide, ...over })).toEqual({ ...none, ...excess });
  });

  test("what it holds, and no more, once it is not the owner's key", () => {
    const grant = givableBy({ ...handed, owner: false });
    expect(excessOf([grant], { ...wide, permissions: handedPermissions })).toEqual(none);
    const others = allPermissions.filter((one) => !handedPermissions.includes(one as never));
    expect(excessOf([grant], wide).permissions).toEqual(others);
  });
});

describe("networks within networks", () => {
  test("for any address: who is within lets in nobody whom the outer one keeps out", () => {
    const seed = 20_261_121;
    const address = fc.tuple(fc.nat(3), fc.nat(3)).map(([left, right]) => `10.0.${left}.${right}`);
    const network = fc
      .tuple(address, fc.integer({ min: 16, max: 32 }))
      .map(([base, length]) => `${base}/${length}`);
    const networks = fc.array(fc.oneof(address, network), { maxLength: 3 });
    let within = 0;
    fc.assert(
      fc.property(networks, networks, fc.array(address, { minLength: 5 }), (inner, outer, probes) => {
        if (!isWithin(inner, outer)) return;
        within += 1;
        for (const ip of [...probes, "192.0.2.1", "::1"]) {
          if (isAllowedIp(inner, ip)) expect(isAllowedIp(outer, ip)).toBe(true);
        }
      }),
      { seed, numRuns: 500 },
    );
    expect(within).toBeGreaterThan(50);
  });

  test.each([
    [["::ffff:203.0.113.7"], ["203.0.113.0/24"], true],
    [["nonsense"], ["0.0.0.0/0"], false],
    [["203.0.113.7"], ["nonsense"], false],
    [["2001:db8::1"], ["0.0.0.0/0"], false],
  ])("%j within %j: %s", (inner, outer, expected) => {
    expect(isWithin(inner, outer)).toBe(expected);
  });
});
