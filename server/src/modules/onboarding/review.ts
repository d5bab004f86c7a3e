import { writeAudit } from "../../db/audit.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { type Condition, type ListSource, NO_FILTER, REQUEST_DRIFT } from "../../db/list.ts";
import { type NewsDecision, recordNews } from "../../db/merchant-news.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { inOrder, invalidFilter, parseStatuses, readListPage } from "../../http/list-page.ts";
import { parsePage, unknownCursor } from "../../http/pagination.ts";
import type { IdempotencyClaim, OperatorCaller } from "../../http/route.ts";
import { requireSecondPerson } from "../../http/second-person.ts";
import { type Id, isUuid, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import type { OnboardingDeps } from "./deps.ts";
import { acceptDocuments, decideDocument, findDocuments } from "./document-store.ts";
import type { KybDocuments, OpenedDocument } from "./documents.ts";
import type { Asking } from "./dossiers.ts";
import { hasPerson } from "./person-names.ts";
import { decisionConflict, isDecisionSeen, refuseProposal, refuseSingleDecision } from "./review-rules.ts";
import type { DossierListQuery, EndDecisionBody, ProposeBody, RequestInfoBody } from "./schemas.ts";
import {
  dropDraft,
  endDecision,
  findDecisions,
  findDossier,
  findDossiersThat,
  findMerchantNo,
  findOpenDecision,
  findQueueRows,
  insertDecision,
  lockDossier,
  writeInForce,
  writeReview,
} from "./store.ts";
import type { Decision, Dossier } from "./types.ts";
import { type DocumentView, documentView, queueView, type ReviewView, reviewView } from "./view.ts";

const queueList: ListSource = {
  table: "kyb_dossiers",
  scope: "tenant_id",
  counters: null,
  drift: REQUEST_DRIFT,
};
const dossierNames = {
  parse: (text: string) => parsePublicId("kybDossier", text),
  format: (id: string) => publicId("kybDossier", id as Id<"kybDossier">),
};

/** What the merchant's people are told of each decision. */
const toldAs: Readonly<Record<Decision["decision"], NewsDecision>> = {
  APPROVE: "APPROVED",
  REJECT: "REJECTED",
  DISMISS_CHANGE: "CHANGE_DISMISSED",
};

export type DossierReviews = ReturnType<typeof createDossierReviews>;

/** Operators' operations on dossiers. A decision takes two of them. */
export function createDossierReviews(deps: OnboardingDeps, documents: Pick<KybDocuments, "open" | "expire">) {
  const { db, ids, keyring, merchants, wakeWebhooks } = deps;

  /** The merchant of a dossier in the operator's tenant. Refuses with RESOURCE_NOT_FOUND. */
  const merchantOf = async (operator: OperatorCaller, dossierId: string): Promise<MerchantNo> => {
    const id = parsePublicId("kybDossier", dossierId);
    const merchantNo = id === null ? null : await findMerchantNo(db, operator.tenantId, id);
    if (merchantNo === null) throw errors.RESOURCE_NOT_FOUND();
    return merchantNo;
  };

  const view = async (from: Queryable, merchantNo: MerchantNo): Promise<ReviewView> => {
    const dossier = await findDossier(from, keyring, merchantNo);
    if (dossier === null) throw new Error("a dossier that was found is there");
    return reviewView(
      dossier,
      await merchants.record(from, merchantNo),
      await findDocuments(from, keyring, merchantNo),
      await findDecisions(from, merchantNo),
    );
  };

  /** Runs `step` on the locked dossier; returns the dossier afterwards. */
  const act = async (
    operator: OperatorCaller,
    dossierId: string,
    claim: IdempotencyClaim | null,
    { nowMs }: Asking,
    step: (tx: Transaction, dossier: Dossier) => Promise<void>,
  ): Promise<ReviewView> => {
    const merchantNo = await merchantOf(operator, dossierId);
    const owner = operator.operatorId;
    const options = { claim, merchantNo: operator.scopeNo, owner, nowMs, status: 200 } as const;
    const answer = await once(db, keyring, options, async (tx) => {
      const dossier = await lockDossier(tx, keyring, merchantNo);
      if (dossier === null) throw errors.RESOURCE_NOT_FOUND();
      await step(tx, dossier);
      return view(tx, merchantNo);
    });
    merchants.forget();
    wakeWebhooks();
    return answer;
  };

  const audit = (
    tx: Transaction,
    { tenantId, merchantNo, id }: Dossier,
    { actor, nowMs }: Asking,
    entry: { readonly action: string; readonly before: string | null; readonly after: string | null },
  ) =>
    writeAudit(tx, ids, nowMs, {
      tenantId,
      merchantNo,
      subject: publicId("kybDossier", id),
      ...entry,
      actor,
    });

  const list = async (operator: OperatorCaller, query: DossierListQuery) => {
    const { tenantId } = operator;
    const statuses = parseStatuses(query.status);
    if (query.merchantId !== undefined && !isUuid(query.merchantId)) {
      throw invalidFilter("merchantId", "format", "must be the id of a merchant");
    }
    const conditions: Condition[] = [
      // An archive left by a sandbox reset needs no review.
      () => `not exists (select from merchant_numbers n join merchants m on m.id = n.merchant_id
        where n.merchant_no = t.merchant_no and m.archive_of is not null)`,
    ];
    const { mode, merchantId } = query;
    if (mode !== undefined || merchantId !== undefined) {
      conditions.push(
        (bind) => `exists (select from merchant_numbers n where n.merchant_no = t.merchant_no
          and (${bind(mode ?? null)}::text is null or n.mode = ${bind(mode ?? null)})
          and (${bind(merchantId ?? null)}::uuid is null or n.merchant_id = ${bind(merchantId ?? null)}::uuid))`,
      );
    }
    const { expiresBy } = query;
    if (expiresBy !== undefined) {
      conditions.push(
        (bind) => `exists (select from kyb_documents k
          where k.merchant_no = t.merchant_no and k.expires_on <= ${bind(expiresBy)}::date)`,
      );
    }
    const { person } = query;
    if (person !== undefined) {
      const found = await findDossiersThat(db, keyring, tenantId, (dossier) => hasPerson(dossier, person));
      conditions.push((bind) => `t.id = any (${bind(found)}::uuid[])`);
    }
    const page = parsePage(query);
    if (page.by === "cursor") {
      // A position in another tenant's list is not a position in this one.
      const id = parsePublicId("kybDossier", page.cursor);
      if (id === null || (await findMerchantNo(db, tenantId, id)) === null) throw unknownCursor(page);
    }
    const { ids: found, meta } = await readListPage(db, {
      source: queueList,
      merchantNo: tenantId,
      filter: { ...NO_FILTER, statuses, conditions },
      names: dossierNames,
      page,
    });
    const rows = inOrder(found, await findQueueRows(db, tenantId, found), ({ id }) => id);
    const records = await merchants.records(
      db,
      rows.map(({ merchantNo }) => merchantNo),
    );
    const byNo = new Map(records.map((record) => [record.merchantNo, record]));
    const data = rows.flatMap((row) => {
      const record = byNo.get(row.merchantNo);
      return record === undefined ? [] : [queueView(row, record)];
    });
    return { data, meta };
  };

  /** The open proposal. Refuses with KYB_DECISION_CONFLICT when there is none, or another than the caller has seen. */
  const openDecision = async (
    tx: Transaction,
    dossier: Dossier,
    { decisionId }: EndDecisionBody,
  ): Promise<Decision> => {
    const open = await findOpenDecision(tx, dossier.merchantNo);
    if (open === null || !isDecisionSeen(open, decisionId)) throw decisionConflict(open);
    return open;
  };

  /** Executes a confirmed decision: the only place where a dossier is approved or rejected. */
  const execute = async (
    tx: Transaction,
    dossier: Dossier,
    { decision, reason }: Decision,
    asking: Asking,
  ): Promise<void> => {
    const { merchantNo, draft, reviewedBy } = dossier;
    const { actor, nowMs } = asking;
    if (decision === "REJECT") {
      await merchants.moveKyb(tx, merchantNo, { event: "reject", actor, reason });
      await writeReview(tx, merchantNo, {
        reviewedBy,
        requestedItems: dossier.requestedItems,
        decisionReason: reason,
      });
      return;
    }
    const event = decision === "APPROVE" ? "approve" : "dismissChange";
    await merchants.moveKyb(tx, merchantNo, { event, actor, reason });
    await writeReview(tx, merchantNo, { reviewedBy, requestedItems: [], decisionReason: reason });
    if (decision === "DISMISS_CHANGE") {
      await dropDraft(tx, merchantNo);
      return;
    }
    if (draft !== null) {
      await writeInForce(tx, keyring, merchantNo, draft.profile);
      const { legalName } = draft.profile;
      if (legalName !== null) await merchants.writeLegalName(tx, merchantNo, legalName);
    }
    await acceptDocuments(tx, merchantNo, nowMs);
  };

  return {
    list,
    get: async (operator: OperatorCaller, dossierId: string): Promise<ReviewView> =>
      view(db, await merchantOf(operator, dossierId)),

    /** A file of the dossier; the audit log records who opened it. Refuses with RESOURCE_NOT_FOUND. */
    openDocument: async (
      operator: OperatorCaller,
      dossierId: string,
      documentId: string,
      asking: Asking,
    ): Promise<{ readonly opened: OpenedDocument; readonly mode: "SANDBOX" | "LIVE" }> => {
      const merchantNo = await merchantOf(operator, dossierId);
      const opened = await documents.open({ tenantId: operator.tenantId, merchantNo }, documentId, asking);
      return { opened, mode: (await merchants.record(db, merchantNo)).mode };
    },

    /** Writes down until when a document is valid; the audit log keeps who said so. Refuses with RESOURCE_NOT_FOUND. */
    expireDocument: async (
      operator: OperatorCaller,
      dossierId: string,
      documentId: string,
      expiresOn: string | null,
      asking: Asking,
    ): Promise<DocumentView> => {
      const merchantNo = await merchantOf(operator, dossierId);
      const of = { tenantId: operator.tenantId, merchantNo };
      const document = await documents.expire(of, documentId, expiresOn, asking);
      return documentView(document, (await merchants.record(db, merchantNo)).mode);
    },

    /**
     * Accepts or, with a reason, refuses one document that was handed in after the approval; the merchant is told of a
     * refusal. Refuses with RESOURCE_NOT_FOUND, MERCHANT_STATUS_CONFLICT and KYB_DOCUMENT_DECIDED.
     */
    decideDocument: (
      operator: OperatorCaller,
      dossierId: string,
      documentId: string,
      refusalReason: string | null,
      asking: Asking,
    ): Promise<ReviewView> =>
      act(operator, dossierId, null, asking, async (tx, dossier) => {
        const { tenantId, merchantNo } = dossier;
        const { actor, nowMs } = asking;
        const id = parsePublicId("kybDocument", documentId);
        const [document] = id === null ? [] : await findDocuments(tx, keyring, merchantNo, [id]);
        if (document === undefined) throw errors.RESOURCE_NOT_FOUND();
        refuseSingleDecision(dossier, document);
        await decideDocument(tx, merchantNo, document.id, refusalReason, nowMs);
        await writeAudit(tx, ids, nowMs, {
          tenantId,
          merchantNo,
          action: refusalReason === null ? "kyb_document.accepted" : "kyb_document.refused",
          subject: publicId("kybDocument", document.id),
          actor,
          after: refusalReason ?? document.type,
        });
        if (refusalReason !== null)
          await recordNews(tx, [{ merchantNo, kind: "KYB_ASKED", subject: document.id, actor, atMs: nowMs }]);
      }),

    /** Takes the dossier from the queue for a review. Refuses with MERCHANT_STATUS_CONFLICT. */
    startReview: (
      operator: OperatorCaller,
      dossierId: string,
      claim: IdempotencyClaim | null,
      asking: Asking,
    ): Promise<ReviewView> =>
      act(operator, dossierId, claim, asking, async (tx, dossier) => {
        const { merchantNo, requestedItems, decisionReason } = dossier;
        await merchants.moveKyb(tx, merchantNo, { event: "startReview", actor: asking.actor });
        await writeReview(tx, merchantNo, {
          reviewedBy: operator.operatorId,
          requestedItems,
          decisionReason,
        });
      }),

    /**
     * Returns it to the merchant, with what is missing. Ends an open proposal. Refuses with MERCHANT_STATUS_CONFLICT.
     */
    requestInfo: (
      operator: OperatorCaller,
      dossierId: string,
      body: RequestInfoBody,
      claim: IdempotencyClaim | null,
      asking: Asking,
    ): Promise<ReviewView> =>
      act(operator, dossierId, claim, asking, async (tx, dossier) => {
        const { merchantNo, reviewedBy, decisionReason } = dossier;
        const { actor, nowMs } = asking;
        const asked = body.items
          .map(({ documentType, field }) => documentType ?? field ?? "answer")
          .join(" ");
        await merchants.moveKyb(tx, merchantNo, { event: "requestInfo", actor, reason: asked });
        const requestedItems = body.items.map(({ documentType, field, message }) => ({
          documentType: documentType ?? null,
          field: field ?? null,
          message,
          requestedAtMs: nowMs,
        }));
        await writeReview(tx, merchantNo, { reviewedBy, requestedItems, decisionReason });
        await recordNews(tx, [{ merchantNo, kind: "KYB_ASKED", subject: dossier.id, actor, atMs: nowMs }]);
        const open = await findOpenDecision(tx, merchantNo);
        if (open !== null) await endDecision(tx, open, "WITHDRAWN", operator.operatorId, nowMs);
      }),

    /** Proposes a decision (first person). Refuses with MERCHANT_STATUS_CONFLICT and KYB_DECISION_CONFLICT. */
    propose: (
      operator: OperatorCaller,
      dossierId: string,
      { decision, reason }: ProposeBody,
      claim: IdempotencyClaim | null,
      asking: Asking,
    ): Promise<ReviewView> =>
      act(operator, dossierId, claim, asking, async (tx, dossier) => {
        const { merchantNo, status } = dossier;
        refuseProposal(dossier, decision);
        const open = await findOpenDecision(tx, merchantNo);
        if (open !== null) throw decisionConflict(open);
        await insertDecision(tx, {
          merchantNo,
          id: ids.next("kybDecision"),
          decision,
          reason,
          status: "PROPOSED",
          proposedBy: operator.operatorId,
          proposedAtMs: asking.nowMs,
          endedBy: null,
          endedAtMs: null,
        });
        await audit(tx, dossier, asking, {
          action: "kyb_decision.proposed",
          before: status,
          after: `${decision}: ${reason}`,
        });
      }),

    /**
     * Confirms and executes the decision (second person). Refuses with FOUR_EYES_REQUIRED and KYB_DECISION_CONFLICT.
     */
    confirm: (
      operator: OperatorCaller,
      dossierId: string,
      body: EndDecisionBody,
      claim: IdempotencyClaim | null,
      asking: Asking,
    ): Promise<ReviewView> =>
      act(operator, dossierId, claim, asking, async (tx, dossier) => {
        const open = await openDecision(tx, dossier, body);
        const proposer = { kind: "operator", id: open.proposedBy } as const;
        await requireSecondPerson(tx, proposer, { kind: "operator", id: operator.operatorId }, asking.nowMs);
        await endDecision(tx, open, "CONFIRMED", operator.operatorId, asking.nowMs);
        await audit(tx, dossier, asking, {
          action: "kyb_decision.confirmed",
          before: publicId("operator", open.proposedBy),
          after: open.decision,
        });
        await execute(tx, dossier, open, asking);
        const { merchantNo, id: subject } = dossier;
        const { actor, nowMs: atMs } = asking;
        const told = toldAs[open.decision];
        await recordNews(tx, [{ merchantNo, kind: "KYB_DECIDED", subject, decision: told, actor, atMs }]);
      }),

    /** Withdraws or turns down a proposal. Refuses with KYB_DECISION_CONFLICT. */
    withdraw: (
      operator: OperatorCaller,
      dossierId: string,
      body: EndDecisionBody,
      claim: IdempotencyClaim | null,
      asking: Asking,
    ): Promise<ReviewView> =>
      act(operator, dossierId, claim, asking, async (tx, dossier) => {
        const open = await openDecision(tx, dossier, body);
        await endDecision(tx, open, "WITHDRAWN", operator.operatorId, asking.nowMs);
        await audit(tx, dossier, asking, {
          action: "kyb_decision.withdrawn",
          before: open.decision,
          after: null,
        });
      }),
  };
}
