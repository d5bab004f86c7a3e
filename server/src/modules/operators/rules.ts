import { hasPermission, type TenantPermission } from "../../http/permissions.ts";
import { operatorErrors } from "./errors.ts";

type Holder = { readonly permissions: readonly string[] };

/** What `wanted` holds that `caller` has not: `manage` includes `read`. Pure. */
export function permissionsLacking(caller: Holder, wanted: readonly string[]): readonly string[] {
  return wanted.filter((permission) => !hasPermission(caller.permissions, permission as TenantPermission));
}

/** Nobody hands out what it has not. Refuses with OPERATOR_EXCEEDS_CREATOR. */
export function refuseExcess(caller: Holder, wanted: readonly TenantPermission[]): void {
  const exceeds = permissionsLacking(caller, wanted);
  if (exceeds.length > 0) throw operatorErrors.OPERATOR_EXCEEDS_CREATOR({ exceeds });
}

/** Nobody touches the account of somebody who may do more. Refuses with OPERATOR_EXCEEDS_CALLER. */
export function refuseLesser(caller: Holder, target: Holder): void {
  const lacks = permissionsLacking(caller, target.permissions);
  if (lacks.length > 0) throw operatorErrors.OPERATOR_EXCEEDS_CALLER({ lacks });
}
