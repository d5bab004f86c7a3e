import type { TenantPermission } from "../../http/permissions.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";

/** INVITED: no password was chosen yet. */
export const operatorStatuses = ["INVITED", "ACTIVE", "DISABLED"] as const;
export type OperatorStatus = (typeof operatorStatuses)[number];

/** A person of a tenant who runs the platform, without the password. */
export interface Operator {
  readonly id: Id<"operator">;
  readonly tenantId: TenantId;
  /** The tenant's number negated: the scope of its `Idempotency-Key`s. */
  readonly scopeNo: MerchantNo;
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly status: OperatorStatus;
  /** Null: by a first start, or by the command on the machine. */
  readonly createdBy: Id<"operator"> | null;
  /** Expiry of its open link; null when there is none. */
  readonly invitedUntilMs: number | null;
  readonly hasSecondFactor: boolean;
  readonly lastLoginAtMs: number | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A person who is to become an operator. */
export interface NewOperator {
  readonly tenantId: TenantId;
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly TenantPermission[];
}

/** A link to choose a password: works once, until `expiresAtMs`. Anyone who reads it can become that operator. */
export interface Invitation {
  readonly operatorId: Id<"operator">;
  readonly token: string;
  readonly url: string;
  readonly expiresAtMs: number;
}

/** An open log-in, as its holder sees it. */
export interface OpenSession {
  readonly id: Id<"operatorSession">;
  readonly ip: string;
  readonly createdAtMs: number;
  /** Rounded to the minute. */
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
}

/** An operator's proof of identity. */
export interface GivenCredentials {
  readonly password: string;
  readonly totp?: string;
  readonly recoveryCode?: string;
}
