import { Type } from "typebox";
import type { Queryable } from "../../db/database.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { createActivity } from "./activity.ts";
import { activityRoute } from "./activity-route.ts";
import { auditErrors } from "./errors.ts";
import { listedEntryExample } from "./examples.ts";
import { AuditEntryView, AuditExportQuery, AuditListQuery, ListedAuditEntryView } from "./schemas.ts";
import { createAudit } from "./service.ts";
import { listedEntryView } from "./view.ts";

const common = {
  method: "GET",
  tag: "Audit log",
  permission: "tenant.audit.read",
  successStatus: 200,
  idempotency: "none",
  errors: [],
} as const;

const LINES = "application/jsonl";

export function createAuditRoutes(deps: { readonly db: Queryable }): readonly Route[] {
  const audit = createAudit(deps);
  return [
    operatorRoute({
      ...common,
      path: "/tenant/audit",
      operationId: "listAuditEntries",
      summary: "List the audit log",
      description:
        "Every privileged act in the tenant, by its operators and by its merchants' keys, newest first: who did what to which object, what it was before and after, from where, in which request. Entries are chained by hashes: none can be changed, removed or moved without a trace.",
      list: true,
      examples: { data: [listedEntryExample] },
      schemas: { query: AuditListQuery, response: Type.Array(ListedAuditEntryView) },
      handle: async ({ operator, query }) => {
        const { entries, meta } = await audit.list(operator.tenantId, query);
        const nameOf = await audit.namesOf(operator.tenantId, entries);
        return { data: entries.map((entry) => listedEntryView(entry, nameOf)), meta };
      },
    }),
    activityRoute(createActivity(audit)),
    operatorRoute({
      ...common,
      path: "/tenant/audit/export",
      operationId: "exportAuditEntries",
      summary: "Download the audit log",
      description:
        "The same entries as a file, oldest first, one JSON object a line, at most 10 000: go on with `fromSequence`. `tools/verify-audit.mjs` checks such files without the service. Entries that the platform has moved into files come no more.",
      errors: [auditErrors.AUDIT_DETACHED],
      produces: [LINES],
      filesOnly: true,
      schemas: { query: AuditExportQuery, response: Type.Array(AuditEntryView) },
      handle: async ({ operator, query }) => {
        const { from, body } = await audit.exportLines(operator.tenantId, query);
        return { file: { mediaType: LINES, fileName: `audit-from-${from}.jsonl`, body } };
      },
    }),
  ];
}
