import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { parsePublicId, publicId } from "../../kit/ids.ts";
import type { ActingOperator, ChangeDefiner } from "../change-requests/index.ts";
import { type LogIn, revokeLink } from "../log-in/index.ts";
import { operatorErrors } from "./errors.ts";
import {
  changedAccount,
  givesPower,
  type OperatorChange,
  refuseExcess,
  refuseLesser,
  refuseOwn,
} from "./rules.ts";
import * as store from "./store.ts";
import type { Operator } from "./types.ts";
import { type OperatorView, viewOperator } from "./view.ts";

export interface OperatorChangeDeps {
  readonly logIn: LogIn<Operator>;
  readonly changes: ChangeDefiner;
}

interface ChangeInput {
  readonly operatorId: string;
  readonly change: OperatorChange;
}

/**
 * Changes of a colleague's account. Letting somebody in again who was shut out gives power, and so does a permission that
 * does more than read: both take two operators.
 */
export function createOperatorChange({ logIn, changes }: OperatorChangeDeps) {
  const submit = changes.define<ChangeInput, OperatorView>({
    kind: "UPDATE_OPERATOR",
    refusals: [
      operatorErrors.OPERATOR_OWN_ACCOUNT,
      operatorErrors.OPERATOR_EXCEEDS_CALLER,
      operatorErrors.OPERATOR_EXCEEDS_CREATOR,
    ],
    plan: async (tx, { operator: caller, nowMs }, input) => {
      // Runs for each of the two, so neither may do less than the colleague, nor than the colleague will.
      const { operator, next } = await changed(tx, caller, input);
      const subject = publicId("operator", operator.id);
      return {
        subject,
        before: shown(operator, operator),
        after: shown(operator, next),
        input,
        takesTwo: isLetIn(operator, next) || givesPower(operator.permissions, next.permissions),
        write: async (author) => {
          await store.updateOperator(tx, operator.id, next, nowMs);
          if (next.status === "DISABLED" || !samePermissions(operator, next))
            await logIn.endAllSessions(tx, operator);
          if (next.status === "DISABLED") await revokeLink(tx, operator, "INVITATION", nowMs);
          const entry = { before: words(operator), after: words(next) };
          await logIn.audit(tx, operator, author, "changed", entry);
          return { view: viewOperator(await reread(tx, operator)), subject };
        },
      };
    },
  });

  /**
   * Refuses with RESOURCE_NOT_FOUND; with OPERATOR_OWN_ACCOUNT a change of one's own permissions or status, with
   * OPERATOR_EXCEEDS_CALLER a change of an operator who may do more, with OPERATOR_EXCEEDS_CREATOR more permissions than
   * the caller has. Disabling and other permissions end every log-in at once; disabling ends the open link too. A
   * disabled account is enabled by two operators, and a permission that does more than read is given by two, in the
   * sandbox too.
   */
  return (acting: ActingOperator, operatorId: string, change: OperatorChange) =>
    submit({ acting, claim: null, status: 200 }, { operatorId, change });
}

/** The account, locked until the transaction ends, and what becomes of it. */
async function changed(tx: Transaction, caller: OperatorCaller, { operatorId, change }: ChangeInput) {
  const id = parsePublicId("operator", operatorId);
  const operator = id === null ? null : await store.lockById(tx, caller.tenantId, id);
  if (operator === null) throw errors.RESOURCE_NOT_FOUND();
  if (operator.id === caller.operatorId) refuseOwn(change);
  else refuseLesser(caller, operator);
  if (change.permissions !== undefined) refuseExcess(caller, change.permissions);
  return { operator, next: changedAccount(operator, change) };
}

const shown = (
  { email }: Pick<Operator, "email">,
  { name, status, permissions }: Pick<Operator, "name" | "status" | "permissions">,
) => ({ name, email, status, permissions });

const isLetIn = ({ status: before }: Pick<Operator, "status">, { status: after }: Pick<Operator, "status">) =>
  before === "DISABLED" && after !== "DISABLED";

const samePermissions = (
  { permissions: before }: Pick<Operator, "permissions">,
  { permissions: after }: Pick<Operator, "permissions">,
): boolean => before.length === after.length && before.every((one) => after.includes(one));

const words = (operator: {
  readonly name: string;
  readonly status: string;
  readonly permissions: readonly string[];
}): string => [operator.name, operator.status, ...operator.permissions].join(" ");

async function reread(
  tx: Transaction,
  { tenantId, id }: Pick<Operator, "tenantId" | "id">,
): Promise<Operator> {
  const operator = await store.findById(tx, tenantId, id);
  if (operator === null) throw new Error("a row that we hold has gone");
  return operator;
}
