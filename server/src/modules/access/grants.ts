import { allPermissions, hasPermission, type Permission } from "../../http/permissions.ts";
import { isWithin } from "./ip-allowlist.ts";
import { requestsPerSecondOf } from "./rules.ts";
import type { ApiKey } from "./types.ts";

/** The rights that a key has or would have. */
export interface Grant {
  readonly permissions: readonly string[];
  /** Every merchant it can act for, including its own. */
  readonly merchantIds: readonly string[];
  /** Empty: any address. */
  readonly ipAllowlist: readonly string[];
  /** Null: no expiry. */
  readonly expiresAtMs: number | null;
  readonly requestsPerSecond: number;
}

/** Where a grant exceeds what may be given; everything empty and false when it does not. */
export interface Excess {
  readonly permissions: readonly string[];
  readonly merchantIds: readonly string[];
  readonly lifetime: boolean;
  readonly addresses: boolean;
  readonly rate: boolean;
}

export function grantOf(key: ApiKey): Grant {
  return {
    permissions: key.permissions,
    merchantIds: [key.merchantId, ...key.merchantIds],
    ipAllowlist: key.ipAllowlist,
    expiresAtMs: key.expiresAtMs,
    requestsPerSecond: requestsPerSecondOf(key),
  };
}

/** What a person may give: own permissions, for the one merchant at which the person calls. */
export function grantOfPerson(
  merchantId: string,
  permissions: readonly string[],
  requestsPerSecond: number,
): Grant {
  return { permissions, merchantIds: [merchantId], ipAllowlist: [], expiresAtMs: null, requestsPerSecond };
}

/** What a key may give: the owner's key gives every permission of a merchant's key, any other key gives what it has. */
export function givableBy(key: ApiKey): Grant {
  const grant = grantOf(key);
  return key.owner ? { ...grant, permissions: [...grant.permissions, ...allPermissions] } : grant;
}

/**
 * The parts of `wanted` that none of `sources` has. `sources` are the key that asks and, when a key is changed, that
 * key before the change: what it had already is not newly given. Each part may come from another source. Pure.
 */
export function excessOf(sources: readonly Grant[], wanted: Grant): Excess {
  return {
    permissions: wanted.permissions.filter(
      (permission) =>
        !sources.some(({ permissions }) => hasPermission(permissions, permission as Permission)),
    ),
    merchantIds: wanted.merchantIds.filter(
      (id) => !sources.some(({ merchantIds }) => merchantIds.includes(id)),
    ),
    lifetime: !sources.some(({ expiresAtMs }) => endsBy(wanted.expiresAtMs, expiresAtMs)),
    addresses: !sources.some(({ ipAllowlist }) => isWithin(wanted.ipAllowlist, ipAllowlist)),
    rate: !sources.some(({ requestsPerSecond }) => wanted.requestsPerSecond <= requestsPerSecond),
  };
}

function endsBy(endMs: number | null, limitMs: number | null): boolean {
  return limitMs === null || (endMs !== null && endMs <= limitMs);
}
