import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import { askingOf } from "./asking.ts";
import { memberErrors } from "./errors.ts";
import { memberExample } from "./examples.ts";
import type { createMembers } from "./members.ts";
import { MemberParams, MemberSchema, MerchantParams, TermsBody } from "./schemas.ts";

export const membersTag = "People";
const tag = membersTag;
const base = "/merchant/merchants/:merchantId/members";

/** A merchant's people, and what each may do. */
export function memberRoutes(members: ReturnType<typeof createMembers>): readonly Route[] {
  return [
    keyRoute({
      method: "GET",
      path: base,
      operationId: "listMembers",
      tag,
      summary: "List the people of a merchant",
      description:
        "Everybody who works for the merchant, in both modes, the oldest first. Each has a role in live mode, in the sandbox, or in both.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: "merchant.team.read",
      schemas: { params: MerchantParams, response: Type.Array(MemberSchema) },
      examples: { data: [memberExample] },
      handle: async ({ caller }) => ({ data: await members.list(caller) }),
    }),
    keyRoute({
      method: "GET",
      path: `${base}/:memberId`,
      operationId: "getMember",
      tag,
      summary: "Get a person of a merchant",
      description: "What the person may do in each mode, and whether a second factor is set up.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "merchant.team.read",
      schemas: { params: MemberParams, response: MemberSchema },
      examples: { data: memberExample },
      handle: async ({ caller, params }) => ({ data: await members.get(caller, params.memberId) }),
    }),
    keyRoute({
      method: "PATCH",
      path: `${base}/:memberId`,
      operationId: "updateMember",
      stepUp: "always",
      tag,
      summary: "Update a member's role",
      description:
        "Absent fields stay; `live: null` or `sandbox: null` takes everything away in that mode, and a role replaces the one before with its list. Takes effect with the person's next request. Nobody gives more than they have, or changes somebody who may do more; only an owner makes owners and changes them; one's own role is changed by somebody else. To hand the ownership over, an owner makes somebody else an owner and leaves, or is changed by the new one. Needs the team in the mode that changes: a developer, who manages everything in the sandbox, changes nothing in live mode.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        memberErrors.MEMBER_OWN_ROLE,
        memberErrors.OWNER_ONLY,
        memberErrors.MEMBER_EXCEEDS_CALLER,
        memberErrors.MEMBER_EXCEEDS_INVITER,
      ],
      idempotency: "optional",
      permission: "merchant.team.manage",
      schemas: { params: MemberParams, body: TermsBody, response: MemberSchema },
      examples: {
        body: { sandbox: { role: "VIEWER", permissions: ["merchant.links.read"] } },
        data: {
          ...memberExample,
          sandbox: { role: "VIEWER", permissions: ["merchant.links.read"], narrowed: true },
          version: 2,
        },
      },
      handle: async ({ params, body, ...request }) => ({
        data: await members.change(askingOf(request), params.memberId, body),
      }),
    }),
    keyRoute({
      method: "DELETE",
      path: `${base}/:memberId`,
      operationId: "removeMember",
      stepUp: "always",
      tag,
      summary: "Remove a person",
      description:
        "From the next request on the person can do nothing for this merchant. The log-in and other merchants of the person stay, and so do the keys that the person made: revoke those that nobody needs. The last owner cannot leave; nobody removes somebody who may do more.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        memberErrors.LAST_OWNER,
        memberErrors.OWNER_ONLY,
        memberErrors.MEMBER_EXCEEDS_CALLER,
      ],
      idempotency: "optional",
      permission: "merchant.team.manage",
      schemas: { params: MemberParams, response: MemberSchema },
      examples: { data: memberExample },
      handle: async ({ params, ...request }) => ({
        data: await members.remove(askingOf(request), params.memberId),
      }),
    }),
  ];
}
