import {
  type IdempotencyClaim,
  type OperatorCaller,
  operatorActor,
  type RequestFacts,
} from "../../http/route.ts";
import type { Asking } from "./service.ts";

export const askingOf = (
  operator: OperatorCaller,
  facts: RequestFacts,
  claim: IdempotencyClaim | null,
): Asking => ({
  operator,
  actor: operatorActor(operator, facts),
  nowMs: facts.nowMs,
  claim,
});
