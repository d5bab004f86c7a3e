import { writeAudit } from "../../db/audit.ts";
import { errors } from "../../http/errors.ts";
import { type Id, type IdSource, parsePublicId, publicId } from "../../kit/ids.ts";
import type { CorrectedDifferences } from "../rails/index.ts";
import { reconciliationErrors } from "./errors.ts";
import * as store from "./store.ts";

/** For corrections of the books of accounts at providers: each may end the difference that it answers. */
export function createCorrectedDifferences(ids: IdSource): CorrectedDifferences {
  return {
    lockOpen: async (tx, { tenantId, providerAccountId }, text) => {
      const id = parsePublicId("reconciliationDifference", text);
      const difference = id === null ? null : await store.lockDifference(tx, tenantId, id);
      if (difference === null) throw errors.RESOURCE_NOT_FOUND({ field: "differenceId" });
      const [statement] = await store.readStatements(tx, tenantId, [difference.statementId]);
      if (statement?.providerAccountId !== providerAccountId)
        throw errors.RESOURCE_NOT_FOUND({ field: "differenceId" });
      if (difference.status === "RESOLVED") throw reconciliationErrors.DIFFERENCE_RESOLVED();
      return difference.id;
    },
    end: async (tx, tenantId, id, note, actor, nowMs) => {
      const difference = await store.lockDifference(tx, tenantId, id);
      if (difference === null) throw new Error("a locked difference is there");
      const resolvedBy = actor.kind === "operator" ? (actor.id as Id<"operator">) : null;
      const ended = {
        ...difference,
        status: "RESOLVED",
        note,
        resolvedBy,
        resolvedAtMs: nowMs,
        version: difference.version + 1,
        updatedAtMs: nowMs,
      } as const;
      await store.writeDifference(tx, ended);
      await writeAudit(tx, ids, nowMs, {
        tenantId,
        merchantNo: difference.merchantNo,
        actor,
        action: "reconciliation_difference.resolved",
        subject: publicId("reconciliationDifference", id),
        before: difference.status,
        after: { status: ended.status, note },
      });
    },
  };
}
