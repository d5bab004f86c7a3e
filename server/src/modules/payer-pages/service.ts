import { writeAudit } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import { notify } from "../../db/notify.ts";
import { errors } from "../../http/errors.ts";
import type { IdempotencyClaim } from "../../http/route.ts";
import type { IdSource, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { ActingOperator, ChangeDefiner } from "../change-requests/index.ts";
import { MERCHANTS_CHANGED, type Merchants } from "../merchants/index.ts";
import { readTerms, takesTwo } from "./rules.ts";
import {
  findPayerPage,
  lockTenant,
  type PayerPageRow,
  type PayerPageTerms,
  writePayerPage,
} from "./store.ts";

export interface PayerPageSettingsDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly merchants: Pick<Merchants, "forget">;
  readonly changes: ChangeDefiner;
}

interface PayerPageInput extends Partial<PayerPageTerms> {
  readonly mode: Mode;
  readonly version?: number;
}

/** Who runs the payer's page, in each mode. */
export function createPayerPageSettings({ db, ids, merchants, changes }: PayerPageSettingsDeps) {
  const put = changes.define<PayerPageInput, PayerPageSettingsView>({
    kind: "SET_PAYER_PAGE",
    refusals: [],
    plan: async (tx, { tenantId, nowMs }, input) => {
      const { mode } = input;
      const after = readTerms(input);
      await lockTenant(tx, tenantId);
      const row = await findPayerPage(tx, tenantId, mode);
      if (row === null) throw errors.RESOURCE_NOT_FOUND();
      const { version } = row;
      if (input.version !== undefined && input.version !== version)
        throw errors.VERSION_CONFLICT({ version });
      const before = termsOf(row);
      if (JSON.stringify(before) === JSON.stringify(after)) return { unchanged: viewOf(mode, row) };
      return {
        subject: null,
        before: { mode, ...before },
        after: { mode, ...after },
        takesTwo: takesTwo(mode, before, after),
        input: { mode, ...after, version },
        write: async (actor) => {
          await writePayerPage(tx, tenantId, mode, after, version + 1, nowMs);
          await writeAudit(tx, ids, nowMs, {
            tenantId,
            actor,
            action: "tenant.payer_page_changed",
            subject: tenantId,
            before: { mode, ...before },
            after: { mode, ...after },
          });
          // The pages read it with the profiles of merchants.
          await notify(tx, MERCHANTS_CHANGED);
          const written = { ...row, ...after, version: version + 1, updatedAtMs: nowMs };
          return { view: viewOf(mode, written), subject: tenantId };
        },
      };
    },
    announce: () => merchants.forget(),
  });

  return {
    /** Refuses with RESOURCE_NOT_FOUND. */
    get: async (tenantId: TenantId, mode: Mode): Promise<PayerPageSettingsView> => {
      const row = await findPayerPage(db, tenantId, mode);
      if (row === null) throw errors.RESOURCE_NOT_FOUND();
      return viewOf(mode, row);
    },
    /**
     * Replaces the settings of one mode: what is absent is null. Refuses with VALIDATION_ERROR and VERSION_CONFLICT. In live
     * mode something new waits for a second operator.
     */
    put: (acting: ActingOperator, input: PayerPageInput, claim: IdempotencyClaim | null) =>
      put({ acting, claim, status: 200 }, input),
  };
}
export type PayerPageSettings = ReturnType<typeof createPayerPageSettings>;

const termsOf = ({ name, licence, termsUrl, privacyUrl }: PayerPageTerms): PayerPageTerms => ({
  name,
  licence,
  termsUrl,
  privacyUrl,
});

const viewOf = (mode: Mode, row: PayerPageRow) => ({
  object: "payer_page" as const,
  mode,
  name: row.name,
  shownName: row.name ?? row.tenantName,
  licence: row.licence,
  termsUrl: row.termsUrl,
  privacyUrl: row.privacyUrl,
  version: row.version,
  updatedAt: row.updatedAtMs === null ? null : new Date(row.updatedAtMs).toISOString(),
});
type PayerPageSettingsView = ReturnType<typeof viewOf>;
