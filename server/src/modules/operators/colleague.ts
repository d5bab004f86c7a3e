import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { parsePublicId } from "../../kit/ids.ts";
import { operatorErrors } from "./errors.ts";
import { refuseLesser } from "./rules.ts";
import * as store from "./store.ts";
import type { Operator } from "./types.ts";

/**
 * The account of a colleague, locked until the transaction ends. Refuses with RESOURCE_NOT_FOUND, OPERATOR_OWN_ACCOUNT,
 * OPERATOR_EXCEEDS_CALLER.
 */
export async function lockColleague(
  tx: Transaction,
  caller: OperatorCaller,
  text: string,
): Promise<Operator> {
  const id = parsePublicId("operator", text);
  const operator = id === null ? null : await store.lockById(tx, caller.tenantId, id);
  if (operator === null) throw errors.RESOURCE_NOT_FOUND();
  if (operator.id === caller.operatorId) throw operatorErrors.OPERATOR_OWN_ACCOUNT();
  refuseLesser(caller, operator);
  return operator;
}
