import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { accountRoute, operatorRoute, type Route } from "../../http/route.ts";
import { Instant, OneOf, UuidText } from "../../http/schemas.ts";
import { ChangeRequestView, changeErrors, changeRequestExample } from "../change-requests/index.ts";
import { mailErrors } from "../mail/index.ts";
import { memberErrors } from "./errors.ts";
import { memberExample } from "./examples.ts";
import type { createMemberRecovery } from "./recovery.ts";
import { membersTag as tag } from "./routes.ts";
import { MemberParams } from "./schemas.ts";

const RecoverySchema = Type.Object({
  object: Type.Literal("account_recovery"),
  memberId: Type.String(),
  merchantId: Type.String(),
  expiresAt: Type.String({ ...Instant, description: "The end of the link." }),
});
const example = {
  object: "account_recovery",
  memberId: memberExample.id,
  merchantId: memberExample.merchantId,
  expiresAt: "2026-01-18T08:00:00.000Z",
} as const;
const what =
  "For somebody who has lost the second factor and the recovery codes. A link goes by mail to the address of the account, and to nobody else. It works once, for 72 hours, sets a new password and removes every second factor; until it is opened nothing changes. Make sure who asks, by another way than mail. Once the link is used, whoever sent it counts as one person with its holder for 30 days.";

/** The way back into an account whose second factor is lost. */
export function recoveryRoutes(recovery: ReturnType<typeof createMemberRecovery>): readonly Route[] {
  return [
    accountRoute({
      method: "POST",
      path: "/auth/:audience/merchants/:merchantId/members/:memberId/recovery",
      operationId: "recoverMember",
      stepUp: "always",
      tag,
      summary: "Recover a member's access",
      description: `${what} Only another owner of the merchant can, logged in and present.`,
      successStatus: 201,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        errors.INVALID_MERCHANT_SCOPE,
        memberErrors.RECOVERY_BY_OTHERS,
        memberErrors.MEMBER_DISABLED,
        mailErrors.MAIL_NOT_CONFIGURED,
      ],
      idempotency: "none",
      schemas: {
        params: Type.Object({
          audience: OneOf(["merchant"], { examples: ["merchant"] }),
          merchantId: UuidText,
          memberId: MemberParams.properties.memberId,
        }),
        response: RecoverySchema,
      },
      examples: { data: example },
      handle: async ({ account, params, facts }) => ({
        data: await recovery.byOwner(account, params.merchantId, params.memberId, facts),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: "/tenant/merchants/:merchantId/members/:memberId/recovery",
      operationId: "recoverMerchantMember",
      stepUp: "always",
      tag,
      summary: "Recover a member's access",
      description: `${what} Takes two operators, in either mode: the answer is 202 with a change request, and the link is sent when another one confirms it.`,
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        memberErrors.MEMBER_DISABLED,
        changeErrors.CHANGE_REQUEST_LIMIT_REACHED,
      ],
      idempotency: "none",
      permission: "tenant.merchants.manage",
      schemas: { params: MemberParams, response: RecoverySchema, accepted: ChangeRequestView },
      examples: { data: example, accepted: changeRequestExample },
      handle: ({ operator, params, facts }) =>
        recovery.byOperators({ operator, facts }, params.merchantId, params.memberId),
    }),
  ];
}
