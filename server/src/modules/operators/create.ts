import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { IdempotencyClaim } from "../../http/route.ts";
import { type IdSource, publicId } from "../../kit/ids.ts";
import type { ActingOperator, ChangeDefiner } from "../change-requests/index.ts";
import { operatorErrors } from "./errors.ts";
import type { AddInvited } from "./invitations.ts";
import { bundledPermissions, roleOf } from "./roles.ts";
import { givesPower, refuseExcess } from "./rules.ts";
import type { NewOperatorBody } from "./schemas.ts";
import * as store from "./store.ts";
import type { NewOperator } from "./types.ts";
import { type InvitedView, viewInvited } from "./view.ts";

export interface OperatorCreationDeps {
  readonly ids: IdSource;
  readonly changes: ChangeDefiner;
  readonly addInvited: AddInvited;
}

const nothingGiven = {
  path: "permissions",
  rule: "required",
  message: "Give a role, a list of permissions, or both.",
};

/** Adding a colleague. Whoever may do more than read can be the second pair of eyes of another, so making one takes two. */
export function createOperatorCreation({ ids, changes, addInvited }: OperatorCreationDeps) {
  const submit = changes.define<Omit<NewOperator, "tenantId">, InvitedView>({
    kind: "CREATE_OPERATOR",
    refusals: [operatorErrors.OPERATOR_EXCEEDS_CREATOR, operatorErrors.OPERATOR_EMAIL_TAKEN],
    plan: async (tx, { operator: caller, tenantId, nowMs }, input) => {
      // Runs for each of the two, so neither gives what they lack.
      refuseExcess(caller, input.permissions);
      await refuseTaken(tx, input.email);
      const { email, name, permissions } = input;
      return {
        subject: null,
        before: null,
        after: { name, email: email.toLowerCase(), role: roleOf(permissions), permissions },
        input,
        takesTwo: givesPower([], permissions),
        write: async (actor) => {
          if (actor.kind !== "operator") throw new Error("operators add operators");
          const id = ids.next("operator");
          const by = { id: actor.id, actor };
          const { operator, invitation } = await addInvited(tx, id, { ...input, tenantId }, by, nowMs);
          return { view: viewInvited(operator, invitation), subject: publicId("operator", id) };
        },
      };
    },
  });

  /**
   * Adds a colleague with a role, single permissions, or both; with a permission that does more than read, only once
   * another operator has confirmed it, in the sandbox too. Refuses with VALIDATION_ERROR when neither is given,
   * OPERATOR_EXCEEDS_CREATOR, OPERATOR_EMAIL_TAKEN, and so does the confirmation.
   */
  return (acting: ActingOperator, body: NewOperatorBody, claim: IdempotencyClaim | null) => {
    const permissions = bundledPermissions(body);
    if (permissions === null) throw errors.VALIDATION_ERROR({ fields: [nothingGiven] });
    return submit({ acting, claim, status: 201 }, { email: body.email, name: body.name, permissions });
  };
}

/** Of two who add the same address at once, the table refuses one. */
async function refuseTaken(tx: Transaction, email: string): Promise<void> {
  if ((await store.operatorAccounts.findByEmail(tx, email)) !== null)
    throw operatorErrors.OPERATOR_EMAIL_TAKEN();
}
