import type { Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { hasPermission, type TenantPermission } from "../../http/permissions.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { parsePublicId } from "../../kit/ids.ts";
import { readRequests } from "./store.ts";
import { type ChangeKind, type ChangeRequest, changeKinds } from "./types.ts";

/** What an operator needs to look at requests of a kind, or to propose and to end them. */
export function permissionFor(kind: ChangeKind, needed: "read" | "manage"): TenantPermission {
  const manage = changeKinds[kind];
  return needed === "manage" ? manage : (manage.replace(/manage$/, "read") as TenantPermission);
}

/**
 * Refuses with RESOURCE_NOT_FOUND (another tenant's request looks like none) and with INSUFFICIENT_PERMISSIONS who lacks
 * the permission of the operation that it asks for.
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
