import { allPermissions, hasPermission, merchantAreas, type Permission } from "../../http/permissions.ts";
import type { Mode } from "../../kit/payment-terms.ts";

/** The jobs of a merchant's people, as bundles of the permissions that keys have. */
export const memberRoles = [
  "OWNER",
  "ADMINISTRATOR",
  "ACCOUNTANT",
  "APPROVER",
  "DEVELOPER",
  "SUPPORT",
  "VIEWER",
] as const;
export type MemberRole = (typeof memberRoles)[number];

const everyManage: readonly Permission[] = merchantAreas.map((area): Permission => `merchant.${area}.manage`);

const inBothModes: Readonly<Record<MemberRole, readonly Permission[]>> = {
  OWNER: allPermissions,
  ADMINISTRATOR: everyManage,
  ACCOUNTANT: [
    "merchant.charges.read",
    "merchant.payments.read",
    "merchant.checkout.read",
    "merchant.links.read",
    "merchant.refunds.manage",
    "merchant.payouts.manage",
    "merchant.beneficiaries.manage",
    "merchant.wallets.read",
    "merchant.reports.read",
  ],
  APPROVER: [
    "merchant.payouts.approve",
    "merchant.payouts.read",
    "merchant.beneficiaries.read",
    "merchant.wallets.read",
  ],
  DEVELOPER: [
    "merchant.apikeys.manage",
    "merchant.webhooks.manage",
    "merchant.events.manage",
    "merchant.checkout.read",
    "merchant.payments.read",
    "merchant.charges.read",
    "merchant.refunds.read",
    "merchant.links.read",
  ],
  SUPPORT: [
    "merchant.charges.read",
    "merchant.payments.read",
    "merchant.checkout.read",
    "merchant.links.read",
    "merchant.events.read",
    "merchant.refunds.manage",
  ],
  VIEWER: merchantAreas
    .filter((area) => area !== "apikeys")
    .map((area): Permission => `merchant.${area}.read`),
};

/** What a role may do in a mode. A developer may try everything in the sandbox, where no money moves. Pure. */
export function permissionsOfRole(role: MemberRole, mode: Mode): readonly Permission[] {
  return role === "DEVELOPER" && mode === "SANDBOX" ? everyManage : inBothModes[role];
}

/**
 * What moves a merchant's money. In live mode a person has these only once a second factor is set up, whatever the role
 * says.
 */
const moneyPermissions: readonly Permission[] = [
  "merchant.refunds.manage",
  "merchant.payouts.manage",
  "merchant.payouts.approve",
  "merchant.beneficiaries.manage",
];

/** What a person may do now, and what waits for a second factor. */
export interface Rights {
  readonly permissions: readonly Permission[];
  readonly waiting: readonly Permission[];
}

/**
 * The rights of a role in a mode, narrowed to `only` where it is given. In live mode without a second factor, managing
 * money is left out; reading it stays. Pure.
 */
export function rightsOf(
  role: MemberRole,
  mode: Mode,
  only: readonly string[] | null,
  hasSecondFactor: boolean,
): Rights {
  const all = narrowed(permissionsOfRole(role, mode), only);
  if (mode === "SANDBOX" || hasSecondFactor) return { permissions: all, waiting: [] };
  const waiting = all.filter((one) => moneyPermissions.includes(one));
  const permissions = all.flatMap((one) => (waiting.includes(one) ? readingOf(one) : [one]));
  return { permissions, waiting };
}

function narrowed(full: readonly Permission[], only: readonly string[] | null): readonly Permission[] {
  if (only === null) return full;
  // What a role no longer has is not given back by a narrower list that was made before.
  return only.filter((one): one is Permission => hasPermission(full, one as Permission));
}

function readingOf(permission: Permission): readonly Permission[] {
  return permission.endsWith(".manage") ? [permission.replace(/manage$/, "read") as Permission] : [];
}

/** Whether a role in live mode, narrowed to `only`, may move money. Pure. */
export function movesMoney(role: MemberRole, only: readonly string[] | null): boolean {
  return rightsOf(role, "LIVE", only, false).waiting.length > 0;
}
