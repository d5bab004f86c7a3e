import { describe, expect, it } from "vitest";
import { allPermissions, merchantAreas } from "../../../server/src/http/permissions.ts";
import { areas, permissionsOf, presets, rightsOf, within } from "./permissions.ts";

describe("the rights of a key", () => {
  it("know every area of the service", () => {
    expect(areas.toSorted()).toEqual(merchantAreas.toSorted());
  });

  it("come back from the permissions that give them", () => {
    for (const preset of Object.values(presets)) expect(rightsOf(permissionsOf(preset))).toEqual(preset);
    expect(permissionsOf(presets.EVERYTHING).toSorted()).toEqual(allPermissions.toSorted());
  });

  it("are never more than those of who gives them", () => {
    const held = rightsOf(["merchant.links.manage", "merchant.charges.read"]);
    expect(permissionsOf(within(presets.EVERYTHING, held))).toEqual([
      "merchant.links.manage",
      "merchant.charges.read",
    ]);
    expect(permissionsOf(within(presets.READ, held))).toEqual([
      "merchant.links.read",
      "merchant.charges.read",
    ]);
  });
});
