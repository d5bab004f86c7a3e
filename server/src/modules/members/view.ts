import { formatActor } from "../../kit/actor.ts";
import { publicId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { termsPermissions } from "./rules.ts";
import type { Invitation, Member, MemberTerms } from "./types.ts";

const instantOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function termsView(terms: MemberTerms) {
  const inMode = (mode: Mode) => {
    const given = terms[mode];
    if (given === null) return null;
    return {
      role: given.role,
      permissions: [...termsPermissions(terms, mode)],
      narrowed: given.only !== null,
    };
  };
  return {
    live: inMode("LIVE"),
    sandbox: inMode("SANDBOX"),
    refundLimits: Object.entries(terms.refundLimits).map(([currency, minor]) => ({
      currency,
      amount: minor.toString(),
    })),
  };
}

export function memberView(member: Member) {
  return {
    object: "member" as const,
    id: publicId("person", member.personId),
    merchantId: member.merchantId as string,
    email: member.email,
    name: member.name,
    status: member.personStatus,
    ...termsView(member.terms),
    secondFactor: member.hasSecondFactor,
    lastLoginAt: instantOrNull(member.lastLoginAtMs),
    invitedBy: member.invitedBy === null ? null : formatActor(member.invitedBy),
    version: member.version,
    createdAt: new Date(member.joinedAtMs).toISOString(),
    updatedAt: new Date(member.updatedAtMs).toISOString(),
  };
}
export type MemberView = ReturnType<typeof memberView>;

/** Accepted and taken back stay so; an open one ends by itself. Pure. */
export function invitationStatus(
  {
    acceptedAtMs,
    revokedAtMs,
    expiresAtMs,
  }: Pick<Invitation, "acceptedAtMs" | "revokedAtMs" | "expiresAtMs">,
  nowMs: number,
): "OPEN" | "EXPIRED" | "ACCEPTED" | "REVOKED" {
  if (acceptedAtMs !== null) return "ACCEPTED";
  if (revokedAtMs !== null) return "REVOKED";
  return nowMs < expiresAtMs ? "OPEN" : "EXPIRED";
}

export function invitationView(invitation: Invitation, nowMs: number) {
  return {
    object: "member_invitation" as const,
    id: publicId("memberInvitation", invitation.id),
    merchantId: invitation.merchantId as string,
    email: invitation.email,
    status: invitationStatus(invitation, nowMs),
    ...termsView(invitation.terms),
    invitedBy: formatActor(invitation.invitedBy),
    createdAt: new Date(invitation.createdAtMs).toISOString(),
    expiresAt: new Date(invitation.expiresAtMs).toISOString(),
  };
}
export type InvitationView = ReturnType<typeof invitationView>;
/** For the only answer that may show the link. */
export type IssuedView = InvitationView & { readonly url: string | null };

/** Terms in a few words, for the audit log. */
export function termsWords({ LIVE, SANDBOX, refundLimits }: MemberTerms): string {
  const words = (mode: string, given: MemberTerms["LIVE"]): readonly string[] =>
    given === null ? [] : [`${mode} ${given.role}`, ...(given.only ?? [])];
  const limits = Object.entries(refundLimits).map(([currency, minor]) => `refunds to ${minor} ${currency}`);
  return [...words("LIVE", LIVE), ...words("SANDBOX", SANDBOX), ...limits].join(" ");
}
