import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import { notify } from "../../db/notify.ts";
import { errors } from "../../http/errors.ts";
import { defaultLimits } from "../../http/limits/index.ts";
import type { OperatorCaller } from "../../http/route.ts";
import { type IdSource, isUuid } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { ACCESS_CHANGED, type RequestLimitRow, writeRequestLimit } from "./store.ts";

export interface RequestLimitDeps {
  readonly db: Database;
  readonly ids: IdSource;
  /** Called after the commit: this instance reads the database again. */
  readonly forget: () => void;
}

export type RequestLimits = ReturnType<typeof createRequestLimits>;

/** The rate limit that operators set for each key of a merchant. */
export function createRequestLimits({ db, ids, forget }: RequestLimitDeps) {
  return {
    /**
     * Requests per second of each key of the merchant in this mode; null: the service's default. Keys with a lower
     * limit keep it. Takes effect at once on every instance. Refuses with RESOURCE_NOT_FOUND.
     */
    set: async (
      operator: OperatorCaller,
      merchantId: string,
      mode: Mode,
      requestsPerSecond: number | null,
      { actor, nowMs }: { readonly actor: AuditActor; readonly nowMs: number },
    ) => {
      const row = await db.transaction(async (tx) => {
        const written = isUuid(merchantId)
          ? await writeRequestLimit(tx, operator.tenantId, merchantId, mode, requestsPerSecond, nowMs)
          : null;
        if (written === null) throw errors.RESOURCE_NOT_FOUND();
        await writeAudit(tx, ids, nowMs, {
          tenantId: operator.tenantId,
          merchantNo: written.merchantNo,
          actor,
          subject: merchantId,
          action: "merchant.request_limit_set",
          before: written.before?.toString() ?? null,
          after: requestsPerSecond?.toString() ?? null,
        });
        await notify(tx, ACCESS_CHANGED);
        return written;
      });
      forget();
      return viewRequestLimit(row, merchantId, mode);
    },
  };
}

function viewRequestLimit(
  { requestsPerSecond, version, updatedAtMs }: RequestLimitRow,
  merchantId: string,
  mode: Mode,
) {
  return {
    object: "request_limit" as const,
    merchantId,
    mode,
    requestsPerSecond: requestsPerSecond ?? defaultLimits.apiKey[mode].perSecond,
    isDefault: requestsPerSecond === null,
    version,
    updatedAt: new Date(updatedAtMs).toISOString(),
  };
}
