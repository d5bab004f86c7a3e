import { systemActor } from "../../db/audit.ts";
import type { Condition } from "../../db/list.ts";
import { parseStatuses } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import { hasPermission } from "../../http/permissions.ts";
import { equalTo, oneOf, readTenantPage } from "../../http/tenant-list.ts";
import { type Id, parsePublicId, publicId } from "../../kit/ids.ts";
import { auditRequest } from "./audit.ts";
import { createDecide } from "./decide.ts";
import { createDefinitions } from "./define.ts";
import { type ChangeRequestsDeps, EXPIRE_ROWS_MAX } from "./deps.ts";
import { findRequest, permissionFor } from "./find.ts";
import type { ChangeRequestListQuery } from "./schemas.ts";
import * as store from "./store.ts";
import { type ActingOperator, changeKindNames } from "./types.ts";
import { changeRequestView } from "./view.ts";

export type ChangeRequests = ReturnType<typeof createChangeRequests>;

/**
 * Changes of settings that take two operators: one proposes, another confirms, and only then is the change executed.
 * Modules that own such settings `define` how each is planned and written.
 */
export function createChangeRequests(deps: ChangeRequestsDeps) {
  const { db, ids } = deps;
  const definitions = createDefinitions(deps);

  return {
    define: definitions.define,
    refusals: definitions.refusals,
    ...createDecide(deps, definitions),

    get: async ({ operator, facts }: ActingOperator, text: string) =>
      changeRequestView(await findRequest(db, operator, text, "read"), facts.nowMs),

    /** Requests of the kinds that the operator may read, newest first. */
    list: async ({ operator, facts }: ActingOperator, query: ChangeRequestListQuery) => {
      const { tenantId, permissions } = operator;
      const { nowMs } = facts;
      const readable = changeKindNames.filter((kind) =>
        hasPermission(permissions, permissionFor(kind, "read")),
      );
      const statuses = parseStatuses(query.status);
      const { ids: found, meta } = await readTenantPage(db, {
        table: "change_requests",
        tenantId,
        conditions: [
          ...oneOf("kind", readable),
          ...equalTo("kind", "text", query.kind),
          ...equalTo("subject", "text", query.subject),
          ...(statuses === null ? [] : [hasStatus(statuses, nowMs)]),
        ],
        names: {
          parse: (text) => parsePublicId("changeRequest", text),
          format: (id) => publicId("changeRequest", id as Id<"changeRequest">),
        },
        page: parsePage(query),
      });
      const rows = await store.readRequests(db, tenantId, found);
      const byId = new Map(rows.map((row) => [row.id as string, row]));
      const data = found.flatMap((id) => byId.get(id) ?? []).map((row) => changeRequestView(row, nowMs));
      return { data, meta };
    },

    /** Ends expired requests and deletes their sealed content: one bounded round. Returns their number. */
    expire: (nowMs: number): Promise<number> =>
      db.transaction(async (tx) => {
        const ended = await store.expireRequests(tx, nowMs, EXPIRE_ROWS_MAX);
        for (const request of ended) await auditRequest(tx, ids, request, systemActor, nowMs);
        return ended.length;
      }),
  };
}

/** `statusAt` in SQL. */
function hasStatus(statuses: readonly string[], nowMs: number): Condition {
  return (bind) =>
    `case when t.status = 'PROPOSED' and t.expires_at <= ${bind(new Date(nowMs))} then 'EXPIRED' else t.status end
      = any(${bind(statuses)}::text[])`;
}
