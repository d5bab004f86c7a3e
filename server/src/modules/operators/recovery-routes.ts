import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { Instant } from "../../http/schemas.ts";
import { ChangeRequestView, changeErrors, changeRequestExample } from "../change-requests/index.ts";
import { mailErrors } from "../mail/index.ts";
import { operatorErrors } from "./errors.ts";
import { operatorExample, operatorsTag as tag } from "./examples.ts";
import type { createOperatorRecovery } from "./recovery.ts";
import { OperatorParams } from "./schemas.ts";

const RecoverySchema = Type.Object({
  object: Type.Literal("operator_recovery"),
  operatorId: Type.String(),
  expiresAt: Type.String({ ...Instant, description: "The end of the link." }),
});
const example = {
  object: "operator_recovery",
  operatorId: operatorExample.id,
  expiresAt: "2026-01-18T08:00:00.000Z",
} as const;

/** The way back into an operator's account whose second factor is lost. */
export function recoveryRoutes(recovery: ReturnType<typeof createOperatorRecovery>): readonly Route[] {
  return [
    operatorRoute({
      method: "POST",
      path: "/tenant/operators/:id/recovery",
      operationId: "recoverOperator",
      stepUp: "always",
      tag,
      summary: "Recover an operator's access",
      description:
        "For a colleague who has lost the second factor or the password. Takes two operators, in either mode, who may both do as much and of whom neither is the colleague: the answer is 202 with a change request. The colleague is told at once by mail, and a log-in ends the request. When another operator confirms it, a link goes by mail to the address of the account, and to nobody else. It works once, for 72 hours, sets a new password and removes every second factor; until it is opened nothing changes, and a log-in revokes it. Make sure who asks, by another way than mail. Once the link is used, the proposer counts as one person with the colleague for 30 days.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        operatorErrors.OPERATOR_OWN_ACCOUNT,
        operatorErrors.OPERATOR_EXCEEDS_CALLER,
        operatorErrors.OPERATOR_DISABLED,
        operatorErrors.OPERATOR_NOT_OPENED,
        mailErrors.MAIL_NOT_CONFIGURED,
        changeErrors.CHANGE_REQUEST_LIMIT_REACHED,
      ],
      idempotency: "none",
      permission: "tenant.team.manage",
      schemas: { params: OperatorParams, response: RecoverySchema, accepted: ChangeRequestView },
      examples: { data: example, accepted: changeRequestExample },
      handle: ({ operator, params, facts }) => recovery.propose({ operator, facts }, params.id),
    }),
  ];
}
