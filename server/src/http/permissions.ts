/** Permissions of API keys: `merchant.<area>.<read|manage>`, where `manage` implies `read`. */
export const merchantAreas = [
  "checkout",
  "links",
  "payments",
  "charges",
  "refunds",
  "wallets",
  "payouts",
  "beneficiaries",
  "webhooks",
  "apikeys",
  "events",
  "profile",
  "team",
  "reports",
] as const;

export type MerchantArea = (typeof merchantAreas)[number];
export type Permission = `merchant.${MerchantArea}.${"read" | "manage"}` | "merchant.payouts.approve";

/** Every permission that a merchant's key can have; the first sandbox key gets all of them. */
export const allPermissions: readonly Permission[] = [
  ...merchantAreas.map((area): Permission => `merchant.${area}.manage`),
  "merchant.payouts.approve",
];

/** Permissions of a tenant's operators: `tenant.<area>.<read|manage>`. An API key can never have one. */
export const tenantAreas = [
  "merchants",
  "kyb",
  "providers",
  "routing",
  "fees",
  "payments",
  "ledger",
  "reconciliation",
  "audit",
  "team",
] as const;

export type TenantArea = (typeof tenantAreas)[number];
export type TenantPermission = `tenant.${TenantArea}.${"read" | "manage"}`;

/** Every permission that an operator can have; the first operator gets all of them. */
export const allTenantPermissions: readonly TenantPermission[] = tenantAreas.map(
  (area): TenantPermission => `tenant.${area}.manage`,
);

/** Whether `held` covers `required`: by name, or by `manage` of the same area. */
export function hasPermission(held: readonly string[], required: Permission | TenantPermission): boolean {
  return (
    held.includes(required) ||
    (required.endsWith(".read") && held.includes(required.replace(/read$/, "manage")))
  );
}
