import { Type } from "typebox";
import type { Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { type OperatorCaller, operatorRoute, type Route } from "../../http/route.ts";
import type { MerchantId } from "../../kit/ids.ts";
import { invitationExample, memberExample } from "./examples.ts";
import { membersTag as tag } from "./routes.ts";
import { InvitationSchema, MemberSchema, MerchantParams } from "./schemas.ts";
import { listMembers } from "./store.ts";
import { listInvitations } from "./store-invitations.ts";
import { invitationView, memberView } from "./view.ts";

/** What operators read of their merchants' people. */
export function tenantMemberRoutes({ db }: { readonly db: Queryable }): readonly Route[] {
  /** Refuses with RESOURCE_NOT_FOUND a merchant of another tenant. */
  const merchantOf = async ({ tenantId }: OperatorCaller, text: string): Promise<MerchantId> => {
    const found = await db.query({
      text: "select 1 from merchants where id = $1 and tenant_id = $2",
      values: [text, tenantId],
    });
    if (found.length === 0) throw errors.RESOURCE_NOT_FOUND();
    return text as MerchantId;
  };
  const common = {
    method: "GET",
    tag,
    successStatus: 200,
    errors: [errors.RESOURCE_NOT_FOUND],
    idempotency: "none",
    permission: "tenant.merchants.read",
  } as const;
  return [
    operatorRoute({
      ...common,
      path: "/tenant/merchants/:merchantId/members",
      operationId: "listMerchantMembers",
      summary: "List a merchant's people",
      description: "Who works for the merchant, with the role in each mode, the oldest first.",
      schemas: { params: MerchantParams, response: Type.Array(MemberSchema) },
      examples: { data: [memberExample] },
      handle: async ({ operator, params }) => ({
        data: (await listMembers(db, await merchantOf(operator, params.merchantId))).map(memberView),
      }),
    }),
    operatorRoute({
      ...common,
      path: "/tenant/merchants/:merchantId/invitations",
      operationId: "listMerchantInvitations",
      summary: "List a merchant's invitations",
      description: "Those that nobody has used or taken back, the newest first; expired ones too.",
      schemas: { params: MerchantParams, response: Type.Array(InvitationSchema) },
      examples: { data: [invitationExample] },
      handle: async ({ operator, params, facts }) => ({
        data: (await listInvitations(db, await merchantOf(operator, params.merchantId))).map((one) =>
          invitationView(one, facts.nowMs),
        ),
      }),
    }),
  ];
}
