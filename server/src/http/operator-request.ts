import type { AuditActor } from "../db/audit.ts";
import type { Locale } from "../kit/money.ts";
import { readerLocale } from "./reader-locale.ts";
import { type IdempotencyClaim, type OperatorCaller, operatorActor, type RequestFacts } from "./route.ts";

/** What an operator asks for: who asks, as the audit log names them, and the key under which a repeat is the same. */
export interface OperatorRequest {
  readonly operator: OperatorCaller;
  readonly actor: AuditActor;
  readonly claim: IdempotencyClaim | null;
  /** The language of amounts in the answer. */
  readonly locale: Locale;
}

export const operatorRequestOf = (request: {
  readonly operator: OperatorCaller;
  readonly facts: RequestFacts;
  readonly idempotency: IdempotencyClaim | null;
}): OperatorRequest => ({
  operator: request.operator,
  actor: operatorActor(request.operator, request.facts),
  claim: request.idempotency,
  locale: readerLocale(request.facts),
});
