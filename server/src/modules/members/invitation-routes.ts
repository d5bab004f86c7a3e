import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import { askingOf } from "./asking.ts";
import { memberErrors } from "./errors.ts";
import { invitationExample, issuedExample } from "./examples.ts";
import type { createInvitations } from "./invitations.ts";
import { membersTag as tag } from "./routes.ts";
import {
  InvitationParams,
  InvitationSchema,
  InviteBody,
  IssuedInvitationSchema,
  MerchantParams,
} from "./schemas.ts";

const base = "/merchant/merchants/:merchantId/invitations";

/** How people join a merchant. */
export function invitationRoutes(invitations: ReturnType<typeof createInvitations>): readonly Route[] {
  return [
    keyRoute({
      method: "POST",
      path: base,
      operationId: "inviteMember",
      stepUp: "always",
      tag,
      summary: "Invite a person",
      description:
        "Sends a link to the address, which works once, for seven days, and for that address alone. Whoever invites and who is invited count as one person for 30 days wherever two are needed. An open invitation of the same address is replaced. Nobody gives more than they have; only an owner makes owners. At most 500 people and open invitations. Where this installation can send no mail, `url` is the link: hand it to that person alone.",
      successStatus: 201,
      errors: [
        memberErrors.OWNER_ONLY,
        memberErrors.MEMBER_EXCEEDS_INVITER,
        memberErrors.MEMBER_EXCEEDS_CALLER,
        memberErrors.MEMBER_EXISTS,
        memberErrors.MEMBER_LIMIT_REACHED,
      ],
      idempotency: "optional",
      answersSecret: ["url"],
      permission: "merchant.team.manage",
      schemas: { params: MerchantParams, body: InviteBody, response: IssuedInvitationSchema },
      examples: {
        body: { email: "awa@example.com", sandbox: { role: "DEVELOPER" } },
        data: {
          ...issuedExample,
          live: null,
          sandbox: { role: "DEVELOPER", permissions: ["merchant.checkout.manage"], narrowed: false },
          refundLimits: [],
        },
      },
      handle: async ({ body, ...request }) => ({
        data: await invitations.invite(askingOf(request), body),
      }),
    }),
    keyRoute({
      method: "GET",
      path: base,
      operationId: "listInvitations",
      tag,
      summary: "List open invitations",
      description: "Those that nobody has used or taken back, the newest first; EXPIRED ones can be renewed.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: "merchant.team.read",
      schemas: { params: MerchantParams, response: Type.Array(InvitationSchema) },
      examples: { data: [invitationExample] },
      handle: async ({ caller, facts }) => ({ data: await invitations.list(caller, facts.nowMs) }),
    }),
    keyRoute({
      method: "POST",
      path: `${base}/:invitationId/renew`,
      operationId: "renewInvitation",
      stepUp: "always",
      tag,
      summary: "Send a new link",
      description:
        "A new link for seven days; the one before stops working. Who renews it counts as one person with who joins by it. Refused for an invitation that gives more than the caller may give.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        memberErrors.INVITATION_ENDED,
        memberErrors.OWNER_ONLY,
        memberErrors.MEMBER_EXCEEDS_INVITER,
      ],
      idempotency: "none",
      permission: "merchant.team.manage",
      schemas: { params: InvitationParams, response: IssuedInvitationSchema },
      examples: { data: issuedExample },
      handle: async ({ params, caller, facts, idempotency }) => ({
        data: await invitations.renew(askingOf({ caller, facts, idempotency }), params.invitationId),
      }),
    }),
    keyRoute({
      method: "DELETE",
      path: `${base}/:invitationId`,
      operationId: "revokeInvitation",
      tag,
      summary: "Revoke an invitation",
      description: "The link opens nothing any more.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        memberErrors.INVITATION_ENDED,
        memberErrors.OWNER_ONLY,
        memberErrors.MEMBER_EXCEEDS_CALLER,
      ],
      idempotency: "none",
      permission: "merchant.team.manage",
      schemas: { params: InvitationParams, response: InvitationSchema },
      examples: { data: { ...invitationExample, status: "REVOKED" } },
      handle: async ({ params, caller, facts, idempotency }) => ({
        data: await invitations.revoke(askingOf({ caller, facts, idempotency }), params.invitationId),
      }),
    }),
  ];
}
