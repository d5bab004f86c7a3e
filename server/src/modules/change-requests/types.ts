import type { TenantPermission } from "../../http/permissions.ts";
import type { OperatorCaller, RequestFacts } from "../../http/route.ts";
import type { Id, TenantId } from "../../kit/ids.ts";

/** The acting operator and the request. */
export interface ActingOperator {
  readonly operator: OperatorCaller;
  readonly facts: RequestFacts;
}

/**
 * The kinds of changes, named like their operations, and the permission needed to propose, confirm, refuse and
 * withdraw. `read` of the same area shows them.
 */
export const changeKinds = {
  CREATE_PROVIDER_ACCOUNT: "tenant.providers.manage",
  UPDATE_PROVIDER_ACCOUNT: "tenant.providers.manage",
  UPDATE_SUB_TENANT: "tenant.providers.manage",
  CREATE_ROUTING_RULE: "tenant.routing.manage",
  UPDATE_ROUTING_RULE: "tenant.routing.manage",
  DELETE_ROUTING_RULE: "tenant.routing.manage",
  REORDER_ROUTING_RULES: "tenant.routing.manage",
  SET_FEE_SCHEDULE: "tenant.fees.manage",
  SET_REFUND_FEE_POLICY: "tenant.fees.manage",
  SET_PAYOUT_APPROVAL: "tenant.payments.manage",
  ASSIGN_BANK_ENTRY: "tenant.payments.manage",
  BOOK_BANK_ENTRY: "tenant.payments.manage",
  CORRECT_PROVIDER_BOOK: "tenant.ledger.manage",
  RELEASE_PAYOUT_FILE: "tenant.payments.manage",
  SET_PAYER_PAGE: "tenant.merchants.manage",
  RECOVER_PERSON: "tenant.merchants.manage",
  RECOVER_OPERATOR: "tenant.team.manage",
  CREATE_OPERATOR: "tenant.team.manage",
  UPDATE_OPERATOR: "tenant.team.manage",
} as const satisfies Readonly<Record<string, TenantPermission>>;
export type ChangeKind = keyof typeof changeKinds;
export const changeKindNames = Object.keys(changeKinds) as readonly ChangeKind[];

export const changeStatuses = [
  "PROPOSED",
  "CONFIRMED",
  "REFUSED",
  "WITHDRAWN",
  "EXPIRED",
  "SUPERSEDED",
] as const;
export type ChangeStatus = (typeof changeStatuses)[number];

export interface ChangeRequest {
  readonly tenantId: TenantId;
  readonly id: Id<"changeRequest">;
  readonly kind: ChangeKind;
  /** Public id; null while the requested object does not exist. */
  readonly subject: string | null;
  /** JSON texts. */
  readonly before: string | null;
  readonly after: string | null;
  /** Sealed; null once the request has ended. */
  readonly input: Buffer | null;
  readonly status: ChangeStatus;
  readonly reason: string | null;
  readonly proposedBy: Id<"operator">;
  readonly decidedBy: Id<"operator"> | null;
  readonly version: number;
  readonly decidedAtMs: number | null;
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}
