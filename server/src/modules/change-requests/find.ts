import type { Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { hasPermission, type TenantPermission } from "../../http/permissions.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { parsePublicId } from "../../kit/ids.ts";
import { readRequests } from "./store.ts";
import { type ChangeKind, type ChangeRequest, changeKindNames, changeKinds } from "./types.ts";

/** The permission that an operator needs to read requests of a kind, or to propose and end them. */
export function permissionFor(kind: ChangeKind, needed: "read" | "manage"): TenantPermission {
  const manage = changeKinds[kind];
  return needed === "manage" ? manage : (manage.replace(/manage$/, "read") as TenantPermission);
}

/** The kinds of requests that an operator with these permissions may read, or propose and end. Pure. */
export function changeKindsFor(
  permissions: readonly string[],
  needed: "read" | "manage",
): readonly ChangeKind[] {
  return changeKindNames.filter((kind) => hasPermission(permissions, permissionFor(kind, needed)));
}

/**
 * Refuses with RESOURCE_NOT_FOUND (also for another tenant's request) and with INSUFFICIENT_PERMISSIONS an operator
 * without the permission of the requested operation.
 */
export async function findRequest(
  db: Queryable,
  operator: OperatorCaller,
  text: string,
  needed: "read" | "manage",
): Promise<ChangeRequest> {
  const id = parsePublicId("changeRequest", text);
  const [request] = id === null ? [] : await readRequests(db, operator.tenantId, [id]);
  if (request === undefined) throw errors.RESOURCE_NOT_FOUND();
  const required = permissionFor(request.kind, needed);
  if (!hasPermission(operator.permissions, required)) throw errors.INSUFFICIENT_PERMISSIONS({ required });
  return request;
}
