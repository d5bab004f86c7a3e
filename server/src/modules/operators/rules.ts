import { hasPermission, type TenantPermission } from "../../http/permissions.ts";
import { operatorErrors } from "./errors.ts";
import type { Operator, OperatorStatus } from "./types.ts";

type Holder = { readonly permissions: readonly string[] };

/** What `wanted` contains and `caller` lacks: `manage` includes `read`. Pure. */
export function permissionsLacking(caller: Holder, wanted: readonly string[]): readonly string[] {
  return wanted.filter((permission) => !hasPermission(caller.permissions, permission as TenantPermission));
}

/**
 * Whether the change of permissions adds one that does more than read: who holds it can decide, and be the second pair
 * of eyes of a colleague. Pure.
 */
export function givesPower(before: readonly string[], after: readonly string[]): boolean {
  return after.some((permission) => !permission.endsWith(".read") && !before.includes(permission));
}

/** An operator cannot give permissions they lack. Refuses with OPERATOR_EXCEEDS_CREATOR. */
export function refuseExcess(caller: Holder, wanted: readonly TenantPermission[]): void {
  const exceeds = permissionsLacking(caller, wanted);
  if (exceeds.length > 0) throw operatorErrors.OPERATOR_EXCEEDS_CREATOR({ exceeds });
}

/** An operator cannot change the account of one who may do more. Refuses with OPERATOR_EXCEEDS_CALLER. */
export function refuseLesser(caller: Holder, target: Holder): void {
  const lacks = permissionsLacking(caller, target.permissions);
  if (lacks.length > 0) throw operatorErrors.OPERATOR_EXCEEDS_CALLER({ lacks });
}

export interface OperatorChange {
  readonly name?: string;
  readonly permissions?: readonly TenantPermission[];
  readonly status?: "ACTIVE" | "DISABLED";
}

/** One's own permissions and status are a colleague's to change. Refuses with OPERATOR_OWN_ACCOUNT. */
export function refuseOwn({ permissions, status }: OperatorChange): void {
  if (permissions !== undefined || status !== undefined) throw operatorErrors.OPERATOR_OWN_ACCOUNT();
}

/**
 * The account after a change. One that is enabled before its holder has opened it, with a password or with a passkey, is
 * INVITED again. Pure.
 */
export function changedAccount(
  before: Pick<Operator, "name" | "permissions" | "status" | "passwordHash" | "hasSecondFactor">,
  change: OperatorChange,
): Pick<Operator, "name" | "permissions" | "status"> {
  const status: OperatorStatus = change.status ?? before.status;
  return {
    name: change.name ?? before.name,
    permissions: change.permissions ?? before.permissions,
    status: status === "ACTIVE" && !wasOpened(before) ? "INVITED" : status,
  };
}

/** An account without a password that somebody has opened has a passkey: its last one cannot be taken away. */
const wasOpened = ({ passwordHash, hasSecondFactor }: Pick<Operator, "passwordHash" | "hasSecondFactor">) =>
  passwordHash !== null || hasSecondFactor;
