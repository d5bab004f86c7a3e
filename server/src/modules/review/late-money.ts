import { Type } from "typebox";
import type { Queryable } from "../../db/database.ts";
import { uuidFloor } from "../../db/list-days.ts";
import { operatorRoute, type Route } from "../../http/route.ts";
import { Instant, OneOf } from "../../http/schemas.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { TenantId } from "../../kit/ids.ts";
import { type Mode, modes } from "../../kit/payment-terms.ts";
import { iso } from "../payments/index.ts";
import type { ReviewDeps } from "./deps.ts";

const HOURS_DEFAULT = 24;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 30;
/** Attempts that are older than this are not looked at: providers are asked for 72 hours, and statements come within days. */
const BEGUN_WITHIN_MS = DAYS * DAY_MS;

const LateMoneyQuery = Type.Object(
  {
    mode: OneOf(modes, { description: "Sandbox and live are never summed." }),
    hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 720,
        description: `What came in this many hours: ${HOURS_DEFAULT} when absent.`,
      }),
    ),
  },
  { additionalProperties: false },
);

export const LateMoneyView = Type.Object({
  object: Type.Literal("late_money"),
  mode: OneOf(modes),
  from: Instant,
  asOf: Instant,
  sums: Type.Array(
    Type.Object({
      kind: OneOf(["LATE", "DOUBLE"], {
        description:
          "DOUBLE: for what was paid already, late or not. LATE: after the attempt had ended, or its session.",
      }),
      currency: Type.String(),
      count: Type.Integer(),
      amount: Type.String({ description: "What came, in minor units." }),
      returned: Type.String({ description: "The part that payers have got back, in minor units." }),
    }),
    { description: "One for each kind and currency of which something came." },
  ),
  days: Type.Array(Type.Integer(), {
    description: `How many payments came late or twice in each of the last ${DAYS} times 24 hours, the oldest first.`,
  }),
});

const example = {
  object: "late_money",
  mode: "LIVE",
  from: "2026-11-20T10:00:00.000Z",
  asOf: "2026-11-21T10:00:00.000Z",
  sums: [{ kind: "LATE", currency: "XOF", count: 3, amount: "45000", returned: "30000" }],
  days: [...Array<number>(DAYS - 2).fill(0), 1, 3],
} as const;

interface Sum {
  readonly kind: "LATE" | "DOUBLE";
  readonly currency: CurrencyCode;
  readonly count: number;
  readonly amount: bigint;
  readonly returned: bigint;
}

/** Late and double charges of the tenant. Each merchant is one probe of the partial index that only such charges are in. */
const lateCharges = `
  merchants m join merchant_numbers n on n.merchant_id = m.id and n.mode = $2
  cross join lateral (
    select x.*, coalesce(x.succeeded_at, x.updated_at) as came
    from charges x where x.merchant_no = n.merchant_no and (x.late or x.duplicate) and x.id >= $3 offset 0
  ) c
  where m.tenant_id = $1`;

/** Late and double money that came since `fromMs`, by currency. */
function sumLateMoney(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode,
  { fromMs, nowMs }: { readonly fromMs: number; readonly nowMs: number },
): Promise<readonly Sum[]> {
  return db.query<Sum>({
    text: `
      select case when c.duplicate then 'DOUBLE' else 'LATE' end as kind, c.currency, count(*)::int as count,
        sum(coalesce(c.amount_confirmed, c.amount))::bigint as amount, sum(c.amount_refunded)::bigint as returned
      from ${lateCharges} and c.came >= $4
      group by 1, 2 order by 1, 2`,
    values: [tenantId, mode, uuidFloor(nowMs - BEGUN_WITHIN_MS), new Date(fromMs)],
  });
}

/** How many such charges came in each of the last days of 24 hours, the oldest first. */
async function countLateByDay(
  db: Queryable,
  tenantId: TenantId,
  mode: Mode,
  nowMs: number,
): Promise<readonly number[]> {
  const rows = await db.query<{ readonly daysAgo: number; readonly count: number }>({
    text: `
      select floor(extract(epoch from $4::timestamptz - c.came) / 86400)::int as "daysAgo", count(*)::int as count
      from ${lateCharges} and c.came > $5 and c.came <= $4
      group by 1`,
    values: [
      tenantId,
      mode,
      uuidFloor(nowMs - BEGUN_WITHIN_MS),
      new Date(nowMs),
      new Date(nowMs - DAYS * DAY_MS),
    ],
  });
  const counts = new Map(rows.map(({ daysAgo, count }) => [daysAgo, count]));
  return Array.from({ length: DAYS }, (_, place) => counts.get(DAYS - 1 - place) ?? 0);
}

/** What came late or twice, for operators. */
export function createLateMoneyRoute({ db, clock }: Pick<ReviewDeps, "db" | "clock">): Route {
  return operatorRoute({
    method: "GET",
    path: "/tenant/late-money",
    operationId: "getLateMoney",
    tag: "Held money",
    summary: "Get a summary of late and duplicate money",
    description:
      "What came in the last hours after its attempt or session had ended, or for what was paid already, whatever became of it. Money that waits for a decision is in `GET /tenant/held-money`.",
    permission: "tenant.payments.read",
    successStatus: 200,
    idempotency: "none",
    errors: [],
    examples: { data: example },
    schemas: { query: LateMoneyQuery, response: LateMoneyView },
    handle: async ({ operator: { tenantId }, query: { mode, hours = HOURS_DEFAULT } }) => {
      const nowMs = clock.nowMs();
      const fromMs = nowMs - hours * HOUR_MS;
      const [sums, days] = await Promise.all([
        sumLateMoney(db, tenantId, mode, { fromMs, nowMs }),
        countLateByDay(db, tenantId, mode, nowMs),
      ]);
      return {
        data: {
          object: "late_money" as const,
          mode,
          from: iso(fromMs),
          asOf: iso(nowMs),
          sums: sums.map(({ kind, currency, count, amount, returned }) => ({
            kind,
            currency,
            count,
            amount: `${amount}`,
            returned: `${returned}`,
          })),
          days: [...days],
        },
      };
    },
  });
}
