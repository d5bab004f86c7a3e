import { publicId } from "../../kit/ids.ts";
import type { Operator } from "./types.ts";

/** An operator as other operators of the tenant read it. */
export function viewOperator(operator: Operator) {
  return {
    object: "operator" as const,
    id: publicId("operator", operator.id),
    tenantId: operator.tenantId as string,
    email: operator.email,
    name: operator.name,
    permissions: [...operator.permissions],
    status: operator.status,
    passwordChangeRequired: operator.passwordIsTemporary,
    lastLoginAt: operator.lastLoginAtMs === null ? null : new Date(operator.lastLoginAtMs).toISOString(),
    version: operator.version,
    createdAt: new Date(operator.createdAtMs).toISOString(),
    updatedAt: new Date(operator.updatedAtMs).toISOString(),
  };
}
export type OperatorView = ReturnType<typeof viewOperator>;
