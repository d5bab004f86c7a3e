import { allTenantPermissions, type TenantPermission, tenantAreas } from "../../http/permissions.ts";

/** The jobs of a platform, as bundles of permissions. */
export const operatorRoles = [
  "ON_CALL",
  "COMPLIANCE",
  "FINANCE",
  "SUPPORT",
  "AUDITOR",
  "ADMINISTRATOR",
] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** What each role may do. A change here is for operators who get the role later: permissions given before stay. */
const permissionsOf: Readonly<Record<OperatorRole, readonly TenantPermission[]>> = {
  ON_CALL: [
    "tenant.routing.manage",
    "tenant.providers.manage",
    "tenant.payments.manage",
    "tenant.merchants.read",
    "tenant.reconciliation.read",
  ],
  COMPLIANCE: ["tenant.kyb.manage", "tenant.merchants.manage", "tenant.audit.read"],
  FINANCE: [
    "tenant.reconciliation.manage",
    "tenant.ledger.manage",
    "tenant.payments.manage",
    "tenant.fees.manage",
    "tenant.merchants.read",
  ],
  SUPPORT: ["tenant.merchants.read", "tenant.payments.read"],
  AUDITOR: tenantAreas.map((area): TenantPermission => `tenant.${area}.read`),
  ADMINISTRATOR: allTenantPermissions,
};

/** The permissions of a role and of a list together, each once; null when neither is given. Pure. */
export function bundledPermissions({
  role,
  permissions,
}: {
  readonly role?: OperatorRole | undefined;
  readonly permissions?: readonly TenantPermission[] | undefined;
}): readonly TenantPermission[] | null {
  if (role === undefined && permissions === undefined) return null;
  return [...new Set([...(role === undefined ? [] : permissionsOf[role]), ...(permissions ?? [])])];
}

/** The role that consists of exactly these permissions, in any order; null when none does. Pure. */
export function roleOf(permissions: readonly string[]): OperatorRole | null {
  const held = [...new Set(permissions)].sort().join(" ");
  return operatorRoles.find((role) => [...permissionsOf[role]].sort().join(" ") === held) ?? null;
}
