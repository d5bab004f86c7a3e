import type { TenantPermission } from "../../http/permissions.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { LogInAccount } from "../log-in/index.ts";

/** INVITED: no password was chosen yet. */
export const operatorStatuses = ["INVITED", "ACTIVE", "DISABLED"] as const;
export type OperatorStatus = (typeof operatorStatuses)[number];

/** A person of a tenant who runs the platform. */
export interface Operator extends LogInAccount {
  readonly id: Id<"operator">;
  /** The tenant's number negated: the scope of its `Idempotency-Key`s. */
  readonly scopeNo: MerchantNo;
  readonly permissions: readonly string[];
  /** Null: by a first start, or by the command on the machine. */
  readonly createdBy: Id<"operator"> | null;
  /** Expiry of its open link; null when there is none. */
  readonly invitedUntilMs: number | null;
  readonly hasSecondFactor: boolean;
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
  /** Whether its holder got it by mail: then nobody else is shown it. */
  readonly isSent: boolean;
  readonly expiresAtMs: number;
}
