import type { Transaction } from "../../db/database.ts";
import { claimIdempotency, type IdempotencyScope, keepAnswer } from "../../http/idempotency.ts";
import { operatorActor } from "../../http/route.ts";
import type { RefusalFactory } from "../../kit/errors.ts";
import { auditRequest } from "./audit.ts";
import { type ChangeRequestsDeps, OPEN_FOR_DAYS, OPEN_REQUESTS_MAX } from "./deps.ts";
import { changeErrors } from "./errors.ts";
import type { ChangeDefiner, ChangeDefinition, Plan } from "./plan.ts";
import { sealProposal } from "./sealed-input.ts";
import * as store from "./store.ts";
import type { ActingOperator, ChangeKind, ChangeRequest } from "./types.ts";
import { changeRequestView } from "./view.ts";

/** The operations that may take two operators, and how each handles its input. */
export function createDefinitions({ db, ids, keyring }: ChangeRequestsDeps) {
  const definitions = new Map<ChangeKind, ChangeDefinition<unknown, unknown>>();

  /** Keeps an operator's request. Submitting the same again returns the open request. */
  const propose = async (
    tx: Transaction,
    acting: ActingOperator,
    kind: ChangeKind,
    plan: Plan<unknown, unknown>,
  ) => {
    const { nowMs, requestId, ip } = acting.facts;
    const { tenantId, operatorId } = acting.operator;
    const id = ids.next("changeRequest");
    const text = (value: object | null) => (value === null ? null : JSON.stringify(value));
    const request: ChangeRequest = {
      tenantId,
      id,
      kind,
      subject: plan.subject,
      before: text(plan.before),
      after: text(plan.after),
      input: sealProposal(keyring, tenantId, id, { input: plan.input, requestId, ip }),
      status: "PROPOSED",
      reason: null,
      proposedBy: operatorId,
      decidedBy: null,
      version: 1,
      decidedAtMs: null,
      expiresAtMs: nowMs + OPEN_FOR_DAYS * 86_400_000,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    const same = await store.findSame(tx, request, nowMs);
    if (same !== null) return changeRequestView(same, nowMs);
    if ((await store.countOpen(tx, tenantId, nowMs)) >= OPEN_REQUESTS_MAX)
      throw changeErrors.CHANGE_REQUEST_LIMIT_REACHED({ max: OPEN_REQUESTS_MAX });
    await store.insertRequest(tx, request);
    await plan.tellProposed?.();
    await auditRequest(tx, ids, request, operatorActor(acting.operator, acting.facts), nowMs);
    return changeRequestView(request, nowMs);
  };

  const define: ChangeDefiner["define"] = (definition) => {
    const { kind } = definition;
    if (definitions.has(kind)) throw new Error(`change ${kind} is defined twice`);
    definitions.set(kind, definition as ChangeDefinition<unknown, unknown>);
    return async ({ acting, claim, status }, input) => {
      const { nowMs } = acting.facts;
      const { tenantId, scopeNo: merchantNo, operatorId } = acting.operator;
      const reply = await db.transaction(async (tx) => {
        const scope: IdempotencyScope | null =
          claim === null ? null : { claim, merchantNo, owner: operatorId, nowMs };
        if (scope !== null) await claimIdempotency(tx, scope);
        const plan = await definition.plan(tx, { tenantId, operator: acting.operator, nowMs }, input);
        const decided =
          "unchanged" in plan
            ? { data: plan.unchanged }
            : plan.takesTwo
              ? { accepted: await propose(tx, acting, kind, plan) }
              : { data: (await plan.write(operatorActor(acting.operator, acting.facts))).view };
        if (scope !== null) {
          const answer =
            "accepted" in decided ? { status: 202, data: decided.accepted } : { status, data: decided.data };
          await keepAnswer(tx, keyring, scope, answer);
        }
        return decided;
      });
      definition.announce?.();
      return reply;
    };
  };

  return {
    define,
    /** Every refusal that a confirmation of any of them can answer. */
    refusals: (): readonly RefusalFactory[] => [
      ...new Set([...definitions.values()].flatMap(({ refusals }) => refusals)),
    ],
    definitionOf: (kind: ChangeKind): ChangeDefinition<unknown, unknown> => {
      const definition = definitions.get(kind);
      if (definition === undefined) throw new Error(`nobody defines the change ${kind}`);
      return definition;
    },
  };
}
export type Definitions = ReturnType<typeof createDefinitions>;
