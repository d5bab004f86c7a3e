import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { nameProposals } from "../../db/names.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { parseCreated, parseStatuses } from "../../http/list-page.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import { parsePage } from "../../http/pagination.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { requireSecondPerson } from "../../http/second-person.ts";
import { createdWithin, equalTo, oneOf, readTenantPage } from "../../http/tenant-list.ts";
import { type Id, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Locale } from "../../kit/money.ts";
import type { ReviewDeps } from "./deps.ts";
import { reviewErrors } from "./errors.ts";
import { type PreparedDecision, prepareDecision } from "./execute-decision.ts";
import { needsSecond, possibleFor } from "./rules.ts";
import type { DecisionListQuery } from "./schemas.ts";
import { type DecisionEvent, nextDecisionStatus } from "./states.ts";
import * as store from "./store.ts";
import { findPaidPayout, findSubject, parseSubject, subjectIdText } from "./subjects.ts";
import type { DecisionKind, MoneyDecision } from "./types.ts";
import { decisionView } from "./view.ts";

/** The money may move while a decision is written: then the decision is computed again on the new state. */
const TRIES_MAX = 5;

export interface Proposal {
  readonly kind: DecisionKind;
  readonly reason: string;
  readonly evidence: string | null;
  readonly transactionId: string | null;
  readonly refundRoute: "ORIGINAL_RAIL" | "PAYOUT_TO_PAYER" | null;
}

class MovedMeanwhile extends Error {}

export type Decisions = ReturnType<typeof createDecisions>;

/** Operators decide about held and unresolved money; a second one must agree on large amounts. */
export function createDecisions(deps: ReviewDeps) {
  const { db, clock, ids, keyring } = deps;

  const audit = (
    tx: Transaction,
    decision: MoneyDecision,
    actor: AuditActor,
    action: string,
    nowMs: number,
  ) =>
    writeAudit(tx, ids, nowMs, {
      tenantId: decision.tenantId,
      merchantNo: decision.merchantNo,
      action,
      actor,
      subject: subjectIdText(decision.subjectType, decision.subjectId),
      before: decision.heldBecause,
      after: {
        decisionId: publicId("moneyDecision", decision.id),
        kind: decision.kind,
        amount: decision.amount,
        currency: decision.currency,
        reason: decision.reason,
      },
    });

  /**
   * The execution and the caller's own rows in one transaction; repeated on the new state when the money moved
   * meanwhile.
   */
  const execute = async <Data>(
    decision: MoneyDecision,
    subject: Parameters<typeof prepareDecision>[2],
    write: (prepared: PreparedDecision) => Promise<Data>,
  ): Promise<Data> => {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const prepared = await prepareDecision(deps, decision, subject);
      if (prepared === null) throw reviewErrors.NOTHING_TO_DECIDE({ reason: "ENDED_MEANWHILE" });
      try {
        const data = await write(prepared);
        await prepared.announce();
        return data;
      } catch (error) {
        if (!(error instanceof MovedMeanwhile)) throw error;
      }
    }
    throw reviewErrors.NOTHING_TO_DECIDE({ reason: "KEEPS_CHANGING" });
  };

  const subjectOf = (tenantId: OperatorCaller["tenantId"], text: string, kind: DecisionKind) =>
    kind === "REVERSE"
      ? findPaidPayout(db, deps.merchants, tenantId, text)
      : findSubject(db, tenantId, text, clock.nowMs());

  return {
    /**
     * Decides about the money of a charge, refund or payout: DONE at once, or PROPOSED where another operator must
     * agree. Refuses with RESOURCE_NOT_FOUND, NOTHING_TO_DECIDE, DECISION_NOT_POSSIBLE, DECISION_PENDING.
     */
    propose: async (
      { operator, actor, claim, locale }: OperatorRequest,
      subjectText: string,
      proposal: Proposal,
    ) => {
      const { tenantId, operatorId, scopeNo } = operator;
      const subject = await subjectOf(tenantId, subjectText, proposal.kind);
      if (subject.openDecisionId !== null) {
        const decisionId = publicId("moneyDecision", subject.openDecisionId);
        throw reviewErrors.DECISION_PENDING({ decisionId });
      }
      const possible = possibleFor(subject.heldBecause, subject.booked);
      if (!possible.includes(proposal.kind)) {
        throw reviewErrors.DECISION_NOT_POSSIBLE({ reason: subject.heldBecause, possible });
      }
      const nowMs = clock.nowMs();
      const fourEyes = needsSecond(proposal.kind, subject.amount, subject.currency);
      const id = ids.next("moneyDecision");
      const decision: MoneyDecision = {
        tenantId,
        id,
        merchantNo: subject.merchantNo,
        merchantId: subject.merchantId,
        mode: subject.mode,
        subjectType: subject.type,
        subjectId: subject.id,
        heldBecause: subject.heldBecause,
        amount: subject.amount,
        currency: subject.currency,
        ...proposal,
        refundId: null,
        fourEyes,
        proposedBy: operatorId,
        status: fourEyes ? "PROPOSED" : "DONE",
        decidedBy: fourEyes ? null : operatorId,
        decidedAtMs: fourEyes ? null : nowMs,
        version: 1,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      };
      const insert = async (tx: Transaction, row: MoneyDecision): Promise<void> => {
        if (!(await store.insertDecision(tx, row))) throw reviewErrors.DECISION_PENDING();
      };
      const options = { claim, merchantNo: scopeNo, owner: id, nowMs, status: 201 } as const;
      if (fourEyes) {
        return once(db, keyring, options, async (tx) => {
          await insert(tx, decision);
          await audit(tx, decision, actor, "money_decision.proposed", nowMs);
          return decisionView(decision, locale);
        });
      }
      return execute(decision, subject, (prepared) =>
        once(db, keyring, options, async (tx) => {
          const done = await prepared.run(tx);
          if (done === null) throw new MovedMeanwhile();
          const row = { ...decision, refundId: done.refundId };
          await insert(tx, row);
          await audit(tx, row, actor, "money_decision.done", nowMs);
          return decisionView(row, locale);
        }),
      );
    },

    /**
     * Executes what another operator has proposed. Refuses with RESOURCE_NOT_FOUND, DECISION_NOT_OPEN,
     * FOUR_EYES_REQUIRED, and NOTHING_TO_DECIDE when the provider was faster: then reject it.
     */
    confirm: async ({ operator, actor, claim, locale }: OperatorRequest, text: string) => {
      const { tenantId, operatorId, scopeNo } = operator;
      const decision = await findDecision(tenantId, text);
      requireOpen(decision);
      const proposer = { kind: "operator", id: decision.proposedBy } as const;
      await requireSecondPerson(db, proposer, { kind: "operator", id: operator.operatorId }, clock.nowMs());
      const subjectId = subjectIdText(decision.subjectType, decision.subjectId);
      const subject = await subjectOf(tenantId, subjectId, decision.kind);
      const nowMs = clock.nowMs();
      const options = { claim, merchantNo: scopeNo, owner: decision.id, nowMs, status: 200 } as const;
      return execute(decision, subject, (prepared) =>
        once(db, keyring, options, async (tx) => {
          const done = await prepared.run(tx);
          if (done === null) throw new MovedMeanwhile();
          return end(tx, decision, actor, operatorId, "confirm", done.refundId, nowMs, locale);
        }),
      );
    },

    /**
     * Rejects a proposal: the operator who made it, or any other. Refuses with RESOURCE_NOT_FOUND, DECISION_NOT_OPEN.
     */
    reject: async ({ operator, actor, claim, locale }: OperatorRequest, text: string) => {
      const { tenantId, operatorId, scopeNo } = operator;
      const decision = await findDecision(tenantId, text);
      requireOpen(decision);
      const nowMs = clock.nowMs();
      const options = { claim, merchantNo: scopeNo, owner: decision.id, nowMs, status: 200 } as const;
      return once(db, keyring, options, (tx) =>
        end(tx, decision, actor, operatorId, "reject", null, nowMs, locale),
      );
    },

    get: async ({ tenantId }: OperatorCaller, text: string, locale: Locale) => {
      const [view] = await named(tenantId, [await findDecision(tenantId, text)], locale);
      if (view === undefined) throw errors.RESOURCE_NOT_FOUND();
      return view;
    },

    list: async ({ tenantId }: OperatorCaller, query: DecisionListQuery, locale: Locale) => {
      const { createdFromMs, createdToMs } = parseCreated(query);
      const { ids: found, meta } = await readTenantPage(db, {
        table:
          "(select d.*, n.merchant_id from money_decisions d join merchant_numbers n on n.merchant_no = d.merchant_no)",
        tenantId,
        conditions: [
          ...equalTo("mode", "text", query.mode),
          ...oneOf("status", parseStatuses(query.status)),
          ...oneOf("kind", parseStatuses(query.kind)),
          ...equalTo("merchant_id", "uuid", query.merchantId),
          ...equalTo("subject_id", "uuid", subjectFilter(query.subjectId)),
          ...createdWithin(createdFromMs, createdToMs),
        ],
        names: {
          parse: (text) => parsePublicId("moneyDecision", text),
          format: (id) => publicId("moneyDecision", id as Id<"moneyDecision">),
        },
        page: parsePage(query),
      });
      const rows = new Map(
        (await store.readDecisions(db, tenantId, found)).map((row) => [row.id as string, row]),
      );
      const shown = found.flatMap((id) => rows.get(id) ?? []);
      return { data: await named(tenantId, shown, locale), meta };
    },
  };

  function named(tenantId: OperatorCaller["tenantId"], decisions: readonly MoneyDecision[], locale: Locale) {
    const views = decisions.map((decision) => decisionView(decision, locale));
    return nameProposals(db, tenantId, views);
  }

  async function findDecision(tenantId: OperatorCaller["tenantId"], text: string): Promise<MoneyDecision> {
    const id = parsePublicId("moneyDecision", text);
    const [decision] = id === null ? [] : await store.readDecisions(db, tenantId, [id]);
    if (decision === undefined) throw errors.RESOURCE_NOT_FOUND();
    return decision;
  }

  function requireOpen({ status }: MoneyDecision): void {
    if (status !== "PROPOSED") throw reviewErrors.DECISION_NOT_OPEN({ status });
  }

  /** The end of a proposal: read again under its lock, since two operators may end it at once. */
  async function end(
    tx: Transaction,
    { tenantId, id }: MoneyDecision,
    actor: AuditActor,
    decidedBy: Id<"operator">,
    event: DecisionEvent,
    refundId: Id<"refund"> | null,
    nowMs: number,
    locale: Locale,
  ) {
    const locked = await store.lockDecision(tx, tenantId, id);
    if (locked === null) throw errors.RESOURCE_NOT_FOUND();
    const status = nextDecisionStatus(locked.status, event);
    if (status === null) throw reviewErrors.DECISION_NOT_OPEN({ status: locked.status });
    await store.endDecision(tx, locked, { status, decidedBy, refundId }, nowMs);
    const change = { status, decidedBy, refundId, decidedAtMs: nowMs, updatedAtMs: nowMs } as const;
    const ended: MoneyDecision = { ...locked, ...change, version: locked.version + 1 };
    await audit(tx, ended, actor, `money_decision.${status === "DONE" ? "confirmed" : "rejected"}`, nowMs);
    return decisionView(ended, locale);
  }
}

/** The stored id of a charge, refund or payout to filter by. Refuses other text with VALIDATION_ERROR. Pure. */
function subjectFilter(text: string | undefined): string | null {
  if (text === undefined) return null;
  const subject = parseSubject(text);
  if (subject !== null) return subject.id;
  const message = "subjectId must be the id of a charge, refund or payout.";
  throw errors.VALIDATION_ERROR({ fields: [{ path: "subjectId", rule: "format", message }] });
}
