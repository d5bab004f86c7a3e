import type { Condition } from "../../../db/list.ts";
import { errors } from "../../../http/errors.ts";
import { inOrder } from "../../../http/list-page.ts";
import type { PageQuery } from "../../../http/pagination.ts";
import type { IdempotencyClaim } from "../../../http/route.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import { publicId, type TenantId } from "../../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";
import { readTenantPage, type TenantList } from "./lists.ts";
import { requirePaymentWay } from "./payment-way.ts";
import {
  type ActingOperator,
  authorOf,
  createSettingsWriter,
  idOf,
  instantText,
  listNames,
  present,
  requireRoom,
  requireVersion,
  type SettingsWriterDeps,
} from "./settings-writer.ts";
import { type BoundRow, deleteBound, findBound, readBounds } from "./table-rows.ts";
import { describeBound, writeBound } from "./writes.ts";

/** Per tenant and mode: each payment reads through them. */
const BOUNDS_MAX = 1_000;
const list: TenantList = { table: "amount_bounds", names: listNames("amountBound") };

/** Minor units as text. */
export interface BoundInput {
  readonly mode: Mode;
  readonly method: PaymentMethod;
  readonly currency: CurrencyCode;
  readonly operator?: string | null;
  readonly country?: string | null;
  readonly min: string;
  readonly max: string;
  readonly step?: string;
  readonly version?: number;
}

function viewBound(row: BoundRow) {
  return {
    object: "amount_bound" as const,
    id: publicId("amountBound", row.id),
    mode: row.mode,
    method: row.method,
    operator: row.operator,
    country: row.country,
    currency: row.currency,
    ...describeBound(row),
    version: row.version,
    createdAt: instantText(row.createdAtMs),
    updatedAt: instantText(row.updatedAtMs),
  };
}

/** The smallest and largest amounts that payers can pay. */
export function createAmountBounds(deps: SettingsWriterDeps) {
  const { db, ids } = deps;
  const settingsWriter = createSettingsWriter(deps);
  return {
    list: async (
      tenantId: TenantId,
      query: PageQuery & { readonly mode?: Mode; readonly method?: PaymentMethod },
    ) => {
      const conditions: Condition[] = [];
      if (query.mode !== undefined) conditions.push((bind) => `t.mode = ${bind(query.mode)}`);
      if (query.method !== undefined) conditions.push((bind) => `t.method = ${bind(query.method)}`);
      const { ids: found, meta } = await readTenantPage(db, list, tenantId, query, { conditions });
      const rows = await readBounds(db, tenantId, found);
      return { data: inOrder(found, rows, ({ id }) => id).map(viewBound), meta };
    },

    /**
     * Sets the one bound of this combination. Refuses with VALIDATION_ERROR, VERSION_CONFLICT, ROUTING_LIMIT_REACHED.
     */
    put: (acting: ActingOperator, input: BoundInput, claim: IdempotencyClaim | null) => {
      const { mode, method, currency, operator = null, country = null } = input;
      const of = { mode, method, currency, operator, country };
      requirePaymentWay(of);
      const next = { min: BigInt(input.min), max: BigInt(input.max), step: BigInt(input.step ?? "1") };
      requireRange(next);
      const { tenantId, operatorId } = acting.operator;
      return settingsWriter.create(acting, { claim, owner: operatorId, status: 200 }, async (tx) => {
        const before = await findBound(tx, tenantId, of);
        requireVersion(input.version, before ?? { version: 0 });
        const said = before === null ? null : describeBound(before);
        const says = describeBound(next);
        if (before !== null && JSON.stringify(said) === JSON.stringify(says)) return viewBound(before);
        if (before === null) {
          const room = {
            table: "amount_bounds",
            max: BOUNDS_MAX,
            where: "t.mode = $2",
            value: mode,
          } as const;
          await requireRoom(tx, tenantId, room);
        }
        await writeBound(tx, ids, authorOf(acting), { ...of, ...next }, said);
        return viewBound(present(await findBound(tx, tenantId, of)));
      });
    },

    /** Refuses with RESOURCE_NOT_FOUND. */
    remove: (acting: ActingOperator, text: string) =>
      settingsWriter.change(acting, async (tx) => {
        const { tenantId } = acting.operator;
        const [found] = await readBounds(tx, tenantId, [idOf("amountBound", text)]);
        const { id, mode, method, operator, country, currency, ...row } = present(found);
        await deleteBound(tx, tenantId, id);
        const subject = publicId("amountBound", id);
        await settingsWriter.record(tx, authorOf(acting), {
          action: "amount_bound.deleted",
          subject,
          before: { mode, method, operator, country, currency, ...describeBound(row) },
          after: null,
        });
        return { object: "amount_bound" as const, id: subject, mode, deleted: true };
      }),
  };
}
export type AmountBounds = ReturnType<typeof createAmountBounds>;

/**
 * At least one amount must fit: a bound that no amount meets would close the method, and there are switches for that.
 */
function requireRange({ min, max, step }: Pick<BoundRow, "min" | "max" | "step">): void {
  const wrong = (path: string, sentence: string) =>
    errors.VALIDATION_ERROR({ fields: [{ path, rule: "order", message: `${path} ${sentence}.` }] });
  if (max < min) throw wrong("max", "must not be below min");
  if ((max / step) * step < min) throw wrong("step", "leaves no amount between min and max");
}
