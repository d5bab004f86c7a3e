import { expect, test } from "vitest";
import { allPermissions, hasPermission, merchantAreas } from "./permissions.ts";

test("manage implies read of the same area, and nothing else does", () => {
  expect(hasPermission(["merchant.links.manage"], "merchant.links.read")).toBe(true);
  expect(hasPermission(["merchant.links.read"], "merchant.links.read")).toBe(true);
  expect(hasPermission(["merchant.links.read"], "merchant.links.manage")).toBe(false);
  expect(hasPermission(["merchant.payments.manage"], "merchant.links.read")).toBe(false);
  expect(hasPermission(["merchant.payouts.manage"], "merchant.payouts.approve")).toBe(false);
  expect(hasPermission([], "merchant.links.read")).toBe(false);
});

test("the first key can do everything", () => {
  for (const area of merchantAreas) {
    expect(hasPermission(allPermissions, `merchant.${area}.read`)).toBe(true);
    expect(hasPermission(allPermissions, `merchant.${area}.manage`)).toBe(true);
  }
  expect(hasPermission(allPermissions, "merchant.payouts.approve")).toBe(true);
});
