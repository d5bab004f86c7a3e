import type { TenantPermission } from "../../http/permissions.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";

/** INVITED: nobody has chosen its password yet. */
export const operatorStatuses = ["INVITED", "ACTIVE", "DISABLED"] as const;
export type OperatorStatus = (typeof operatorStatuses)[number];

/** A person of a tenant who runs the platform. The password is not among what we know. */
export interface Operator {
  readonly id: Id<"operator">;
  readonly tenantId: TenantId;
  /** Negative number of the tenant: the scope of its `Idempotency-Key`s. */
  readonly scopeNo: MerchantNo;
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly status: OperatorStatus;
  /** Null: by a first start, or by the command on the machine. */
  readonly createdBy: Id<"operator"> | null;
  /** Until when its open link works; null when there is none. */
  readonly invitedUntilMs: number | null;
  readonly hasSecondFactor: boolean;
  readonly lastLoginAtMs: number | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Somebody who is to become an operator. */
export interface NewOperator {
  readonly tenantId: TenantId;
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly TenantPermission[];
}

/** A link to choose a password: works once, until `expiresAtMs`. Whoever reads it can be that person. */
export interface Invitation {
  readonly operatorId: Id<"operator">;
  readonly token: string;
  readonly url: string;
  readonly expiresAtMs: number;
}

/** A log-in that is open, as its holder sees it. */
export interface OpenSession {
  readonly id: Id<"operatorSession">;
  readonly ip: string;
  readonly createdAtMs: number;
  /** To the minute. */
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
}

/** What an operator sends to prove who it is. */
export interface GivenCredentials {
  readonly password: string;
  readonly totp?: string;
  readonly recoveryCode?: string;
}
