import type { AuditActor } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { hasPermission } from "../../http/permissions.ts";
import { operatorActor } from "../../http/route.ts";
import { requireSecondPerson } from "../../http/second-person.ts";
import { type ErrorDetails, Refusal } from "../../kit/errors.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import { auditRequest } from "./audit.ts";
import type { Definitions } from "./define.ts";
import type { ChangeRequestsDeps } from "./deps.ts";
import { changeErrors } from "./errors.ts";
import { findRequest, permissionFor } from "./find.ts";
import type { ChangeSubmission } from "./plan.ts";
import { openProposal, type Proposal } from "./sealed-input.ts";
import { type ChangeEvent, nextChangeStatus, statusAt } from "./states.ts";
import * as store from "./store.ts";
import type { ActingOperator, ChangeRequest } from "./types.ts";
import { changeRequestView } from "./view.ts";

/** The subject of the request has changed since, or no longer exists. */
class SubjectChanged extends Error {
  readonly details: ErrorDetails;
  constructor(details: ErrorDetails = {}) {
    super("what the request was made for has changed");
    this.details = details;
  }
}

/**
 * Refusals of a plan that mean the subject has changed. Any other (a taken name, a limit) may be resolved, and leaves
 * the request open.
 */
const isSubjectChange = (error: unknown): error is Refusal =>
  error instanceof Refusal &&
  [errors.RESOURCE_NOT_FOUND, errors.VERSION_CONFLICT].some(
    ({ declaration }) => declaration === error.declaration,
  );

const operatorOf = (id: Id<"operator">) => ({ kind: "operator", id }) as const;

/** The fields written when a request ends, besides its new status. */
interface EndOf extends Partial<Pick<ChangeRequest, "decidedBy" | "reason" | "subject">> {
  readonly actor: AuditActor;
  readonly nowMs: number;
}

/** What the second operator can do with a request, and what its proposer still can. */
export function createDecide(
  { db, ids, keyring }: ChangeRequestsDeps,
  { definitionOf }: Pick<Definitions, "definitionOf">,
) {
  /** Under a lock: of two operators who end it at the same time, one is refused. */
  const lockOpen = async (tx: Transaction, tenantId: TenantId, id: Id<"changeRequest">, nowMs: number) => {
    const request = await store.lockRequest(tx, tenantId, id);
    if (request === null) throw errors.RESOURCE_NOT_FOUND();
    const status = statusAt(request, nowMs);
    if (status !== "PROPOSED") throw changeErrors.CHANGE_REQUEST_NOT_OPEN({ status });
    return request;
  };

  /** Two operators answer for a change: the first must still have the permission. */
  const requireAbleProposer = async (tx: Transaction, request: ChangeRequest): Promise<void> => {
    const { tenantId, proposedBy, kind } = request;
    const proposer = await store.lockProposer(tx, tenantId, proposedBy);
    if (proposer?.status !== "ACTIVE")
      throw changeErrors.CHANGE_REQUEST_PROPOSER_UNABLE({ reason: "DISABLED" });
    if (!hasPermission(proposer.permissions, permissionFor(kind, "manage")))
      throw changeErrors.CHANGE_REQUEST_PROPOSER_UNABLE({ reason: "PERMISSION_LOST" });
  };

  const end = async (
    tx: Transaction,
    request: ChangeRequest,
    event: ChangeEvent,
    { actor, nowMs, ...change }: EndOf,
  ): Promise<ChangeRequest> => {
    const status = nextChangeStatus(request.status, event);
    if (status === null) throw changeErrors.CHANGE_REQUEST_NOT_OPEN({ status: request.status });
    const stamps = { decidedAtMs: nowMs, updatedAtMs: nowMs, version: request.version + 1, input: null };
    const ended: ChangeRequest = { ...request, ...change, ...stamps, status };
    await store.endRequest(tx, ended);
    await auditRequest(tx, ids, ended, actor, nowMs);
    return ended;
  };

  /** Ends a request without executing it. */
  const drop = async (
    { acting, claim }: ChangeSubmission,
    text: string,
    event: "refuse" | "withdraw",
    reason: string | null,
  ) => {
    const { operator, facts } = acting;
    const { tenantId, operatorId, scopeNo } = operator;
    const { nowMs } = facts;
    const { id, proposedBy } = await findRequest(db, operator, text, "manage");
    if (event === "withdraw" && proposedBy !== operatorId) throw changeErrors.CHANGE_REQUEST_NOT_YOURS();
    const options = { claim, merchantNo: scopeNo, owner: id, nowMs, status: 200 } as const;
    return once(db, keyring, options, async (tx) => {
      const request = await lockOpen(tx, tenantId, id, nowMs);
      const actor = operatorActor(operator, facts);
      const ended = await end(tx, request, event, { actor, nowMs, decidedBy: operatorId, reason });
      return changeRequestView(ended, nowMs);
    });
  };

  /** Executes the change, provided that it is still what both operators were shown. */
  const execute = async (
    tx: Transaction,
    { kind, tenantId, proposedBy, before, after }: ChangeRequest,
    { input, requestId, ip }: Proposal,
    { operator, facts: { nowMs } }: ActingOperator,
  ): Promise<string> => {
    const definition = definitionOf(kind);
    const plan = await definition.plan(tx, { tenantId, operator, nowMs }, input).catch((error: unknown) => {
      throw isSubjectChange(error) ? new SubjectChanged(error.details) : error;
    });
    const isShown = (value: object | null, text: string | null) =>
      (value === null ? null : JSON.stringify(value)) === text;
    if ("unchanged" in plan || !isShown(plan.before, before) || !isShown(plan.after, after))
      throw new SubjectChanged();
    const { subject } = await plan.write({ ...operatorOf(proposedBy), requestId, ip });
    return subject;
  };

  return {
    /**
     * Executes what another operator has proposed, in one transaction with both audit entries. Refuses with
     * RESOURCE_NOT_FOUND, INSUFFICIENT_PERMISSIONS, CHANGE_REQUEST_NOT_OPEN, FOUR_EYES_REQUIRED,
     * CHANGE_REQUEST_PROPOSER_UNABLE, with the refusals of the operation itself, and with VERSION_CONFLICT when its
     * subject has changed since: then the request is SUPERSEDED.
     */
    confirm: async ({ acting, claim }: ChangeSubmission, text: string) => {
      const { operator, facts } = acting;
      const { tenantId, operatorId, scopeNo } = operator;
      const { nowMs } = facts;
      const { id, kind } = await findRequest(db, operator, text, "manage");
      const actor = operatorActor(operator, facts);
      const options = { claim, merchantNo: scopeNo, owner: id, nowMs, status: 200 } as const;
      try {
        const view = await once(db, keyring, options, async (tx) => {
          const request = await lockOpen(tx, tenantId, id, nowMs);
          const { input, proposedBy } = request;
          await requireSecondPerson(tx, operatorOf(proposedBy), operatorOf(operatorId), nowMs);
          await requireAbleProposer(tx, request);
          if (input === null) throw new Error("an open request holds its input");
          const subject = await execute(tx, request, openProposal(keyring, tenantId, id, input), acting);
          const ended = await end(tx, request, "confirm", { actor, nowMs, decidedBy: operatorId, subject });
          return changeRequestView(ended, nowMs);
        });
        definitionOf(kind).announce?.();
        return view;
      } catch (error) {
        if (!(error instanceof SubjectChanged)) throw error;
        await db.transaction(async (tx) => {
          const request = await lockOpen(tx, tenantId, id, nowMs);
          await end(tx, request, "supersede", { actor, nowMs });
        });
        throw errors.VERSION_CONFLICT(error.details);
      }
    },

    /** Ends it without executing it. Refuses as `confirm` does, except for FOUR_EYES_REQUIRED. */
    refuse: (asked: ChangeSubmission, text: string, reason: string | null) =>
      drop(asked, text, "refuse", reason),

    /** Withdraws one's own request. Refuses with CHANGE_REQUEST_NOT_YOURS when another operator proposed it. */
    withdraw: (asked: ChangeSubmission, text: string) => drop(asked, text, "withdraw", null),
  };
}
