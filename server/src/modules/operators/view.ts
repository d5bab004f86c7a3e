import { type Id, publicId } from "../../kit/ids.ts";
import type { Session } from "../log-in/index.ts";
import { roleOf } from "./roles.ts";
import type { Invitation, Operator } from "./types.ts";

/** An operator as other operators of the tenant see it. */
export function viewOperator(operator: Operator) {
  return {
    object: "operator" as const,
    id: publicId("operator", operator.id),
    tenantId: operator.tenantId as string,
    email: operator.email,
    name: operator.name,
    role: roleOf(operator.permissions),
    permissions: [...operator.permissions],
    status: operator.status,
    createdBy: operator.createdBy === null ? null : publicId("operator", operator.createdBy),
    invitedUntil: instantOrNull(operator.invitedUntilMs),
    secondFactor: operator.hasSecondFactor,
    lastLoginAt: instantOrNull(operator.lastLoginAtMs),
    version: operator.version,
    createdAt: new Date(operator.createdAtMs).toISOString(),
    updatedAt: new Date(operator.updatedAtMs).toISOString(),
  };
}
export type OperatorView = ReturnType<typeof viewOperator>;

/** With the link, unless it was sent: for the only answer that shows it. */
export function viewInvited(operator: Operator, { url, isSent, expiresAtMs }: Invitation) {
  return {
    ...viewOperator(operator),
    invitation: { url: isSent ? null : url, expiresAt: new Date(expiresAtMs).toISOString() },
  };
}
export type InvitedView = ReturnType<typeof viewInvited>;

const instantOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export function viewSession(session: Session, currentId: string) {
  return {
    object: "operator_session" as const,
    id: publicId("operatorSession", session.id as Id<"operatorSession">),
    current: session.id === currentId,
    ip: session.ip,
    createdAt: new Date(session.createdAtMs).toISOString(),
    lastSeenAt: new Date(session.lastSeenAtMs).toISOString(),
    expiresAt: new Date(session.expiresAtMs).toISOString(),
  };
}
