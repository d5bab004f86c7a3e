import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import type { Condition } from "../../db/list.ts";
import { readNames } from "../../db/names.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import { parseCreated, parseStatuses } from "../../http/list-page.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import { parsePage } from "../../http/pagination.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { createdWithin, equalTo, oneOf, readTenantPage } from "../../http/tenant-list.ts";
import { type Id, parsePublicId, publicId } from "../../kit/ids.ts";
import { agreesNow, lineOf } from "./difference-rules.ts";
import { reconciliationErrors } from "./errors.ts";
import { findOurs } from "./our-book.ts";
import type { DifferenceListQuery } from "./schemas.ts";
import type { ReconciliationDeps } from "./statements.ts";
import * as store from "./store.ts";
import type { Difference } from "./types.ts";
import { differenceView, subjectOf } from "./view.ts";

export type Differences = ReturnType<typeof createDifferences>;

/** Differences between a statement and our books: an operator looks at each and closes it with a note. */
export function createDifferences(deps: ReconciliationDeps) {
  const { db, clock, ids, keyring } = deps;

  const find = async ({ tenantId }: OperatorCaller, text: string): Promise<Difference> => {
    const id = parsePublicId("reconciliationDifference", text);
    const [difference] = id === null ? [] : await store.readDifferences(db, tenantId, [id]);
    if (difference === undefined) throw errors.RESOURCE_NOT_FOUND();
    return difference;
  };

  /** Writes the change under its lock, with the audit entry. Refuses with DIFFERENCE_RESOLVED. */
  const change = async (
    { operator, actor, claim }: OperatorRequest,
    { id }: Difference,
    action: string,
    changes: Partial<Difference>,
  ) => {
    const { tenantId, scopeNo } = operator;
    const nowMs = clock.nowMs();
    const options = { claim, merchantNo: scopeNo, owner: id, nowMs, status: 200 } as const;
    return once(db, keyring, options, async (tx) => {
      const locked = await store.lockDifference(tx, tenantId, id);
      if (locked === null) throw errors.RESOURCE_NOT_FOUND();
      if (locked.status === "RESOLVED") throw reconciliationErrors.DIFFERENCE_RESOLVED();
      return differenceView(await write(tx, locked, actor, action, changes, nowMs));
    });
  };

  /** Writes the change of a locked difference, with its audit entry. */
  const write = async (
    tx: Transaction,
    locked: Difference,
    actor: AuditActor,
    action: string,
    changes: Partial<Difference>,
    nowMs: number,
  ): Promise<Difference> => {
    const changed = { ...locked, ...changes, version: locked.version + 1, updatedAtMs: nowMs };
    await store.writeDifference(tx, changed);
    await writeAudit(tx, ids, nowMs, {
      tenantId: locked.tenantId,
      merchantNo: locked.merchantNo,
      actor,
      action,
      subject: publicId("reconciliationDifference", locked.id),
      before: locked.status,
      after: { status: changed.status, note: changed.note },
    });
    return changed;
  };

  const named = async ({ tenantId }: OperatorCaller, differences: readonly Difference[]) => {
    const views = differences.map(differenceView);
    const corrections = await store.readCorrectionsOf(
      db,
      tenantId,
      views.map(({ id }) => id),
    );
    const nameOf = await readNames(
      db,
      tenantId,
      views.map(({ merchantId }) => merchantId),
      views.map(({ resolvedBy }) => resolvedBy),
    );
    return views.map((view) => ({
      ...view,
      merchantName: nameOf(view.merchantId),
      resolvedByName: nameOf(view.resolvedBy),
      correctionIds: corrections
        .filter(({ evidence }) => evidence.includes(view.id))
        .map(({ id }) => publicId("ledgerCorrection", id)),
    }));
  };

  const resolution = ({ operatorId }: OperatorCaller, note: string) =>
    ({ status: "RESOLVED", note, resolvedBy: operatorId, resolvedAtMs: clock.nowMs() }) as const;

  return {
    get: async (operator: OperatorCaller, text: string) => {
      const [view] = await named(operator, [await find(operator, text)]);
      if (view === undefined) throw errors.RESOURCE_NOT_FOUND();
      return view;
    },

    list: async (operator: OperatorCaller, query: DifferenceListQuery) => {
      const { tenantId } = operator;
      const { createdFromMs, createdToMs } = parseCreated(query);
      const statement =
        query.statementId === undefined ? undefined : parsePublicId("providerStatement", query.statementId);
      const { ids: found, meta } = await readTenantPage(db, {
        table: "reconciliation_differences",
        tenantId,
        conditions: [
          ...equalTo("mode", "text", query.mode),
          ...(statement === null ? [() => "false"] : equalTo("statement_id", "uuid", statement)),
          ...oneOf("status", parseStatuses(query.status)),
          ...oneOf("kind", parseStatuses(query.kind)),
          ...oneOf("type", parseStatuses(query.type)),
          ...(query.merchantId === undefined ? [] : [ofMerchant(query.merchantId)]),
          ...createdWithin(createdFromMs, createdToMs),
        ],
        names: {
          parse: (text) => parsePublicId("reconciliationDifference", text),
          format: (id) => publicId("reconciliationDifference", id as Id<"reconciliationDifference">),
        },
        page: parsePage(query),
      });
      const rows = await store.readDifferences(db, tenantId, found);
      const byId = new Map(rows.map((row) => [row.id as string, row]));
      const shown = found.flatMap((id) => byId.get(id) ?? []);
      return { data: await named(operator, shown), meta };
    },

    /**
     * Closes many with one note, in one transaction. What is resolved already is left alone and named in the answer.
     * Refuses with RESOURCE_NOT_FOUND when one of them is not there, and changes nothing.
     */
    resolveMany: async (
      { operator, actor, claim }: OperatorRequest,
      texts: readonly string[],
      note: string,
    ) => {
      const { tenantId, scopeNo } = operator;
      const nowMs = clock.nowMs();
      const options = { claim, merchantNo: scopeNo, owner: ids.uuid(), nowMs, status: 200 } as const;
      return once(db, keyring, options, async (tx) => {
        const resolved: string[] = [];
        const notResolved: { id: string; reason: "RESOLVED" }[] = [];
        const found: [string, Difference][] = [];
        // Locked in one order, and all before the first is written: who closes the same ones waits and cannot deadlock.
        for (const text of texts.toSorted()) {
          const id = parsePublicId("reconciliationDifference", text);
          const locked = id === null ? null : await store.lockDifference(tx, tenantId, id);
          if (locked === null) throw errors.RESOURCE_NOT_FOUND({ field: "ids" });
          found.push([text, locked]);
        }
        for (const [text, locked] of found) {
          if (locked.status === "RESOLVED") notResolved.push({ id: text, reason: "RESOLVED" });
          else {
            await write(
              tx,
              locked,
              actor,
              "reconciliation_difference.resolved",
              resolution(operator, note),
              nowMs,
            );
            resolved.push(text);
          }
        }
        return { object: "resolved_differences" as const, resolved, notResolved };
      });
    },

    /** Closes it with a note. Refuses with RESOURCE_NOT_FOUND, DIFFERENCE_RESOLVED. */
    resolve: async (asked: OperatorRequest, text: string, note: string) =>
      change(
        asked,
        await find(asked.operator, text),
        "reconciliation_difference.resolved",
        resolution(asked.operator, note),
      ),

    /**
     * Asks the provider for the outcome of the payment, refund or payout, and records the answer as usual: money that
     * only the statement reported is booked as late money. Resolved when both sides then agree. Refuses with
     * RESOURCE_NOT_FOUND, DIFFERENCE_RESOLVED, DIFFERENCE_NOT_ASKABLE.
     */
    ask: async (asked: OperatorRequest, text: string) => {
      const { operator } = asked;
      const difference = await find(operator, text);
      if (difference.status === "RESOLVED") throw reconciliationErrors.DIFFERENCE_RESOLVED();
      const subject = subjectOf(difference);
      if (subject === null) throw reconciliationErrors.DIFFERENCE_NOT_ASKABLE();
      const [statement] = await store.readStatements(db, operator.tenantId, [difference.statementId]);
      if (statement === undefined) throw new Error("a difference has its statement");
      const { status } = await deps.askNow(operator.tenantId, subject);
      const line = lineOf(difference);
      const scope = {
        tenantId: operator.tenantId,
        mode: difference.mode,
        accountId: statement.providerAccountId,
      };
      const ours = line === null ? null : [...(await findOurs(db, scope, [line])).values()][0];
      const isClosed = agreesNow(difference.kind, line, ours ?? null);
      return change(asked, difference, "reconciliation_difference.asked", {
        ourStatus: ours?.status ?? status,
        ourAmount: ours?.amount ?? difference.ourAmount,
        ...(isClosed ? resolution(operator, "The provider was asked, and both sides agree now.") : {}),
      });
    },
  };
}

/** In both modes. */
function ofMerchant(merchantId: string): Condition {
  return (bind) =>
    `t.merchant_no = any(array(select n.merchant_no from merchant_numbers n where n.merchant_id = ${bind(merchantId)}::uuid))`;
}
