import type { Condition } from "../../../db/list.ts";
import { errors } from "../../../http/errors.ts";
import { inOrder } from "../../../http/list-page.ts";
import type { PageQuery } from "../../../http/pagination.ts";
import type { IdempotencyClaim } from "../../../http/route.ts";
import { publicId, type TenantId } from "../../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";
import { endOutage, insertOutage } from "../table-store.ts";
import { readTenantPage, type TenantList } from "./lists.ts";
import { type PaymentWay, requirePaymentWay } from "./payment-way.ts";
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
import { type OutageRow, readOutages } from "./table-rows.ts";

/** Open or announced, per tenant: each payment reads through those of its mode. */
const OUTAGES_OPEN_MAX = 500;
/** A time further ahead or back is a typing error. */
const DISTANCE_MS_MAX = 366 * 86_400_000;
const list: TenantList = { table: "outages", names: listNames("outage") };

export const outageStates = ["ANNOUNCED", "OPEN", "ENDED"] as const;
export type OutageState = (typeof outageStates)[number];

/**
 * The state of an outage at `nowMs`: OPEN from its start, included, to its end, excluded. Withdrawn before its start,
 * it is ENDED.
 */
export function outageState(
  { startsAtMs, endsAtMs }: Pick<OutageRow, "startsAtMs" | "endsAtMs">,
  nowMs: number,
): OutageState {
  if (endsAtMs !== null && (nowMs >= endsAtMs || endsAtMs <= startsAtMs)) return "ENDED";
  return nowMs < startsAtMs ? "ANNOUNCED" : "OPEN";
}

export interface NewOutageInput {
  readonly mode: Mode;
  readonly method: PaymentMethod;
  readonly operator?: string | null;
  readonly country?: string | null;
  readonly status: "DEGRADED" | "CLOSED";
  readonly reason: string;
  readonly startsAt?: string;
  readonly endsAt?: string | null;
}

function viewOutage(row: OutageRow, nowMs: number) {
  return {
    object: "outage" as const,
    id: publicId("outage", row.id),
    mode: row.mode,
    method: row.method,
    operator: row.operator,
    country: row.country,
    status: row.status,
    reason: row.reason,
    state: outageState(row, nowMs),
    startsAt: instantText(row.startsAtMs),
    endsAt: row.endsAtMs === null ? null : instantText(row.endsAtMs),
    version: row.version,
    createdAt: instantText(row.createdAtMs),
    updatedAt: instantText(row.updatedAtMs),
  };
}

/** Switches that inform payers of an operator's outage, and stop payments to it. */
export function createOutages(deps: SettingsWriterDeps) {
  const { db, ids } = deps;
  const settingsWriter = createSettingsWriter(deps);
  const read = async (tenantId: TenantId, text: string): Promise<OutageRow> => {
    const [row] = await readOutages(db, tenantId, [idOf("outage", text)]);
    return present(row);
  };
  return {
    /** From now on by default. Refuses with VALIDATION_ERROR and ROUTING_LIMIT_REACHED. */
    open: (acting: ActingOperator, input: NewOutageInput, claim: IdempotencyClaim | null) => {
      const { tenantId } = acting.operator;
      const { nowMs } = acting.facts;
      const { mode, method, operator = null, country = null, status, reason } = input;
      requirePaymentWay({ method, operator, country });
      const startsAtMs = input.startsAt === undefined ? nowMs : instantOf("startsAt", input.startsAt, nowMs);
      const endsAtMs = input.endsAt == null ? null : instantOf("endsAt", input.endsAt, nowMs);
      if (endsAtMs !== null && (endsAtMs <= startsAtMs || endsAtMs <= nowMs)) {
        throw wrong("endsAt", "must lie ahead, and after startsAt");
      }
      const id = ids.next("outage");
      return settingsWriter.create(acting, { claim, owner: id, status: 201 }, async (tx) => {
        await requireRoom(tx, tenantId, {
          table: "outages",
          max: OUTAGES_OPEN_MAX,
          where: "t.ends_at is null or t.ends_at > $2",
          value: new Date(nowMs),
        });
        const row = { mode, method, operator, country, status, reason, startsAtMs, endsAtMs };
        await insertOutage(tx, id, { ...row, tenantId }, nowMs);
        const stored = { ...row, id, version: 1, createdAtMs: nowMs, updatedAtMs: nowMs };
        const view = viewOutage(stored, nowMs);
        const { startsAt, endsAt } = view;
        await settingsWriter.record(tx, authorOf(acting), {
          action: "outage.opened",
          subject: view.id,
          before: null,
          after: { mode, method, operator, country, status, reason, startsAt, endsAt },
        });
        return view;
      });
    },

    get: async (tenantId: TenantId, text: string, nowMs: number) =>
      viewOutage(await read(tenantId, text), nowMs),

    list: async (
      tenantId: TenantId,
      query: PageQuery & {
        readonly mode?: Mode;
        readonly method?: PaymentMethod;
        readonly state?: OutageState;
      },
      nowMs: number,
    ) => {
      const conditions: Condition[] = [];
      const { mode, method, state } = query;
      if (mode !== undefined) conditions.push((bind) => `t.mode = ${bind(mode)}`);
      if (method !== undefined) conditions.push((bind) => `t.method = ${bind(method)}`);
      if (state !== undefined) conditions.push(isIn(state, nowMs));
      const { ids: found, meta } = await readTenantPage(db, list, tenantId, query, { conditions });
      const rows = await readOutages(db, tenantId, found);
      return {
        data: inOrder(found, rows, ({ id }) => id).map((row) => viewOutage(row, nowMs)),
        meta,
      };
    },

    /** Those of the mode that concern one of these ways to pay, also past ones. */
    listConcerning: async (
      tenantId: TenantId,
      mode: Mode,
      ways: readonly PaymentWay[],
      query: PageQuery & { readonly state?: OutageState },
      nowMs: number,
    ) => {
      const conditions: Condition[] = [(bind) => `t.mode = ${bind(mode)}`, concernsOneOf(ways)];
      if (query.state !== undefined) conditions.push(isIn(query.state, nowMs));
      const { ids: found, meta } = await readTenantPage(db, list, tenantId, query, { conditions });
      const rows = await readOutages(db, tenantId, found);
      return { rows: inOrder(found, rows, ({ id }) => id), meta };
    },

    /** Ends it now; an ended one stays as it is. Refuses with RESOURCE_NOT_FOUND and VERSION_CONFLICT. */
    close: (
      acting: ActingOperator,
      text: string,
      { version }: { readonly version?: number },
      claim: IdempotencyClaim | null,
    ) => {
      const { tenantId } = acting.operator;
      const { nowMs } = acting.facts;
      const id = idOf("outage", text);
      return settingsWriter.create(acting, { claim, owner: id, status: 200 }, async (tx) => {
        const [found] = await readOutages(tx, tenantId, [id]);
        const before = present(found);
        requireVersion(version, before);
        if (outageState(before, nowMs) === "ENDED") return viewOutage(before, nowMs);
        await endOutage(tx, tenantId, id, nowMs);
        const [after] = await readOutages(tx, tenantId, [id]);
        const view = viewOutage(present(after), nowMs);
        await settingsWriter.record(tx, authorOf(acting), {
          action: "outage.ended",
          subject: view.id,
          before: { endsAt: viewOutage(before, nowMs).endsAt },
          after: { endsAt: view.endsAt },
        });
        return view;
      });
    },
  };
}
export type Outages = ReturnType<typeof createOutages>;

/** The outage's method, operator and country are, as far as it names them, those of one of the ways. */
function concernsOneOf(ways: readonly PaymentWay[]): Condition {
  return (bind) => {
    const columns = [
      ways.map(({ method }) => method),
      ways.map(({ operator }) => operator),
      ways.map(({ country }) => country),
    ].map((column) => `${bind(column)}::text[]`);
    return `exists (select from unnest(${columns.join(", ")}) as way (method, operator, country)
      where way.method = t.method and (t.operator is null or t.operator = way.operator)
        and (t.country is null or t.country = way.country))`;
  };
}

/** `outageState` in SQL. */
function isIn(state: OutageState, nowMs: number): Condition {
  return (bind) => {
    const now = bind(new Date(nowMs));
    return `${bind(state)} = case when t.ends_at <= ${now} or t.ends_at <= t.starts_at then 'ENDED'
      when t.starts_at > ${now} then 'ANNOUNCED' else 'OPEN' end`;
  };
}

function instantOf(path: string, text: string, nowMs: number): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || Math.abs(ms - nowMs) > DISTANCE_MS_MAX) {
    throw wrong(path, "must be an instant within a year of now");
  }
  return ms;
}

function wrong(path: string, sentence: string) {
  return errors.VALIDATION_ERROR({ fields: [{ path, rule: "instant", message: `${path} ${sentence}.` }] });
}
