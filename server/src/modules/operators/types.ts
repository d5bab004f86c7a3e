import type { TenantPermission } from "../../http/permissions.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";

export const operatorStatuses = ["ACTIVE", "DISABLED"] as const;
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
  readonly passwordIsTemporary: boolean;
  readonly lastLoginAtMs: number | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface NewOperator {
  readonly tenantId: TenantId;
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly TenantPermission[];
  readonly password: string;
}
