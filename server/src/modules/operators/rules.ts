import { hasPermission, type TenantPermission } from "../../http/permissions.ts";
import { operatorErrors } from "./errors.ts";

type Holder = { readonly permissions: readonly string[] };

/** What `wanted` contains and `caller` lacks: `manage` includes `read`. Pure. */
export function permissionsLacking(caller: Holder, wanted: readonly string[]): readonly string[] {
  return wanted.filter((permission) => !hasPermission(caller.permissions, permission as TenantPermission));
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
