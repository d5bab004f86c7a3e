import type { AuditActor } from "../../../db/audit.ts";
import type { Queryable, Transaction } from "../../../db/database.ts";
import type { Condition } from "../../../db/list.ts";
import { errors } from "../../../http/errors.ts";
import { inOrder } from "../../../http/list-page.ts";
import type { PageQuery } from "../../../http/pagination.ts";
import type { IdempotencyClaim } from "../../../http/route.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import { publicId, type TenantId } from "../../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";
import { feeOf } from "../fees.ts";
import { takesTwo } from "./by-two.ts";
import { readTenantPage, type TenantList } from "./lists.ts";
import { requirePaymentWay } from "./payment-way.ts";
import {
  type ActingOperator,
  createSettingsWriter,
  instantText,
  listNames,
  requireVersion,
  type SettingsWriterDeps,
} from "./settings-writer.ts";
import { type FeeRow, findFee, readFees } from "./table-rows.ts";
import { describeTerms, type FeeTermsRow, writeFee } from "./writes.ts";

const list: TenantList = { table: "fee_schedules", names: listNames("feeSchedule") };

/** The price of a payment. Amounts are minor units as text. */
export interface FeeTerms {
  readonly basisPoints: number;
  readonly fixed?: string;
  readonly minimum?: string;
  readonly maximum?: string | null;
  readonly settlementDelaySeconds?: number;
}
export interface FeeInput extends FeeTerms {
  readonly mode: Mode;
  readonly method: PaymentMethod;
  readonly currency: CurrencyCode;
  readonly version?: number;
}
export interface FeeQuestion {
  readonly mode: Mode;
  readonly method: PaymentMethod;
  readonly currency: CurrencyCode;
  /** Minor units as text. */
  readonly amount: string;
  readonly proposed?: FeeTerms;
}

export const refundFeePolicies = ["KEEP", "RETURN"] as const;
export type RefundFeePolicy = (typeof refundFeePolicies)[number];

/** The tenant's policy for the fee of a refunded charge: refunds store it, and the app passes access to it here. */
export interface RefundFees {
  policy(tenantId: TenantId, on?: Queryable): Promise<RefundFeePolicy>;
  /** Writes an audit entry. */
  setPolicy(tx: Transaction, tenantId: TenantId, policy: RefundFeePolicy, actor: AuditActor): Promise<void>;
}

export interface FeeSchedulesDeps extends SettingsWriterDeps {
  readonly refundFees: RefundFees;
}

type Terms = FeeTermsRow;

/** Refuses with VALIDATION_ERROR when the limits cross. */
function termsOf(input: FeeTerms, path: string): Terms {
  const terms: Terms = {
    basisPoints: input.basisPoints,
    fixed: BigInt(input.fixed ?? "0"),
    minimum: BigInt(input.minimum ?? "0"),
    maximum: input.maximum == null ? null : BigInt(input.maximum),
    settlementDelaySeconds: input.settlementDelaySeconds ?? 0,
  };
  if (terms.maximum !== null && terms.maximum < terms.minimum) {
    const message = `${path}maximum must not be below minimum.`;
    throw errors.VALIDATION_ERROR({ fields: [{ path: `${path}maximum`, rule: "order", message }] });
  }
  return terms;
}

function viewFee(row: FeeRow) {
  return {
    object: "fee_schedule" as const,
    id: publicId("feeSchedule", row.id),
    mode: row.mode,
    method: row.method,
    currency: row.currency,
    ...describeTerms(row),
    effectiveFrom: instantText(row.effectiveFromMs),
    version: row.version,
    createdAt: instantText(row.effectiveFromMs),
  };
}

type FeeView = ReturnType<typeof viewFee>;

/** The merchants' price of methods, by currency. */
export function createFeeSchedules(deps: FeeSchedulesDeps) {
  const { db, ids, refundFees } = deps;
  const settingsWriter = createSettingsWriter(deps);

  const priceOf = (terms: Terms, amount: bigint) => {
    const fee = feeOf(terms, amount);
    return {
      fee: `${fee}`,
      net: `${amount - fee}`,
      settlementDelaySeconds: terms.settlementDelaySeconds,
    };
  };
  const free: Terms = {
    basisPoints: 0,
    fixed: 0n,
    minimum: 0n,
    maximum: null,
    settlementDelaySeconds: 0,
  };

  const put = settingsWriter.define<FeeInput, FeeView>({
    kind: "SET_FEE_SCHEDULE",
    refusals: [],
    plan: async (tx, { tenantId, nowMs }, input) => {
      const { mode, method, currency } = input;
      requirePaymentWay({ method, operator: null, country: null, currency });
      const terms = termsOf(input, "");
      const of = { mode, method, currency };
      const before = await findFee(tx, tenantId, of);
      const version = before?.version ?? 0;
      requireVersion(input.version, { version });
      const said = before === null ? null : describeTerms(before);
      const says = describeTerms(terms);
      if (before !== null && JSON.stringify(said) === JSON.stringify(says))
        return { unchanged: viewFee(before) };
      return {
        subject: before === null ? null : publicId("feeSchedule", before.id),
        before: said === null ? null : { ...of, ...said },
        after: { ...of, ...says },
        takesTwo: takesTwo(mode),
        input: { ...input, version },
        write: async (actor) => {
          const made = await writeFee(tx, ids, { tenantId, actor, nowMs }, { ...of, ...terms }, said);
          const view = viewFee({ ...made, ...of, ...terms, effectiveFromMs: nowMs });
          return { view, subject: view.id };
        },
      };
    },
  });

  /** One policy for both modes, so that it also concerns live refunds: it always takes two operators. */
  const setPolicy = settingsWriter.define<{ readonly policy: RefundFeePolicy }, PolicyView>({
    kind: "SET_REFUND_FEE_POLICY",
    refusals: [],
    plan: async (tx, { tenantId }, input) => {
      const before = await refundFees.policy(tenantId, tx);
      const view = viewPolicy(tenantId, input.policy);
      if (before === input.policy) return { unchanged: view };
      return {
        subject: tenantId,
        before: { policy: before },
        after: { policy: input.policy },
        takesTwo: true,
        input,
        write: async (actor) => {
          await refundFees.setPolicy(tx, tenantId, input.policy, actor);
          return { view, subject: tenantId };
        },
      };
    },
  });

  return {
    /** The schedules for new payments; with `history`, every version. */
    list: async (
      tenantId: TenantId,
      query: PageQuery & {
        readonly mode?: Mode;
        readonly method?: PaymentMethod;
        readonly currency?: CurrencyCode;
        readonly history?: boolean;
      },
    ) => {
      const { mode, method, currency, history = false } = query;
      const conditions: Condition[] = [];
      if (mode !== undefined) conditions.push((bind) => `t.mode = ${bind(mode)}`);
      if (method !== undefined) conditions.push((bind) => `t.method = ${bind(method)}`);
      if (currency !== undefined) conditions.push((bind) => `t.currency = ${bind(currency)}`);
      if (!history) conditions.push(isLast);
      const { ids: found, meta } = await readTenantPage(db, list, tenantId, query, { conditions });
      const rows = await readFees(db, tenantId, found);
      return { data: inOrder(found, rows, ({ id }) => id).map(viewFee), meta };
    },

    /**
     * The next version of the schedule of a method and currency: it applies to payments that begin from now on. Refuses
     * with VALIDATION_ERROR and VERSION_CONFLICT.
     */
    put: (acting: ActingOperator, input: FeeInput, claim: IdempotencyClaim | null) =>
      put({ acting, claim, status: 200 }, input),

    refundPolicy: async (tenantId: TenantId) => viewPolicy(tenantId, await refundFees.policy(tenantId)),

    setRefundPolicy: (acting: ActingOperator, policy: RefundFeePolicy, claim: IdempotencyClaim | null) =>
      setPolicy({ acting, claim, status: 200 }, { policy }),

    /** The cost of a payment that begins now, and its cost by other terms. */
    preview: async (tenantId: TenantId, question: FeeQuestion) => {
      const { mode, method, currency, proposed } = question;
      const amount = BigInt(question.amount);
      const current = await findFee(db, tenantId, { mode, method, currency });
      return {
        object: "fee_preview" as const,
        mode,
        method,
        currency,
        amount: question.amount,
        current: {
          feeScheduleId: current === null ? null : publicId("feeSchedule", current.id),
          ...priceOf(current ?? free, amount),
        },
        proposal: proposed === undefined ? null : priceOf(termsOf(proposed, "proposed."), amount),
      };
    },
  };
}
const viewPolicy = (tenantId: TenantId, policy: RefundFeePolicy) => ({
  object: "refund_fee_policy" as const,
  tenantId,
  policy,
});
type PolicyView = ReturnType<typeof viewPolicy>;
export type FeeSchedules = ReturnType<typeof createFeeSchedules>;

const isLast: Condition = () => `not exists (select 1 from fee_schedules n where n.tenant_id = t.tenant_id
  and n.mode = t.mode and n.method = t.method and n.currency = t.currency and n.version > t.version)`;
