import type { Database, Transaction } from "../../../db/database.ts";
import { errors } from "../../../http/errors.ts";
import { once } from "../../../http/idempotency.ts";
import { type IdempotencyClaim, operatorActor } from "../../../http/route.ts";
import {
  type Id,
  type IdKind,
  type IdSource,
  parsePublicId,
  publicId,
  type TenantId,
} from "../../../kit/ids.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import type { ActingOperator, ChangeDefiner, ChangeDefinition, Submit } from "../../change-requests/index.ts";
import { routingErrors } from "../errors.ts";
import type { Routing } from "../service.ts";
import { lockRouting } from "../table-store.ts";
import { type AuditedChange, type Author, recordChange } from "./record.ts";

export type { ActingOperator };

export interface SettingsWriterDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly routing: Pick<Routing, "forget">;
  /** The interface for settings whose change may take two operators. */
  readonly changes: ChangeDefiner;
}

export const authorOf = ({ operator, facts }: ActingOperator): Author => ({
  tenantId: operator.tenantId,
  actor: operatorActor(operator, facts),
  nowMs: facts.nowMs,
});

export interface SettingsWriter {
  /**
   * One change of the tenant's routing: writers of a tenant are serialized, and this instance uses the change as soon
   * as it is committed.
   */
  change<Data>(acting: ActingOperator, work: (tx: Transaction) => Promise<Data>): Promise<Data>;
  /** The same for a POST that may be repeated. `owner` is the id of the object made or changed. */
  create<Data>(
    acting: ActingOperator,
    once: { readonly claim: IdempotencyClaim | null; readonly owner: string; readonly status: 200 | 201 },
    work: (tx: Transaction) => Promise<Data>,
  ): Promise<Data>;
  /** The same for a change that may take two operators: executed at once, or when another one confirms it. */
  define<Input, View>(definition: Omit<ChangeDefinition<Input, View>, "announce">): Submit<Input, View>;
  /** Writes the audit entry and announces the act to all instances, in its transaction. */
  record(tx: Transaction, author: Author, act: AuditedChange): Promise<void>;
}

export function createSettingsWriter({
  db,
  ids,
  keyring,
  routing,
  changes,
}: SettingsWriterDeps): SettingsWriter {
  const create: SettingsWriter["create"] = async (acting, { claim, owner, status }, work) => {
    const { scopeNo: merchantNo, tenantId } = acting.operator;
    const options = { claim, merchantNo, owner, nowMs: acting.facts.nowMs, status };
    const data = await once(db, keyring, options, async (tx) => {
      await lockRouting(tx, tenantId);
      return work(tx);
    });
    routing.forget();
    return data;
  };
  return {
    create,
    change: (acting, work) =>
      create(acting, { claim: null, owner: acting.operator.operatorId, status: 200 }, work),
    define: (definition) =>
      changes.define({
        ...definition,
        plan: async (tx, scope, input) => {
          await lockRouting(tx, scope.tenantId);
          return definition.plan(tx, scope, input);
        },
        announce: () => routing.forget(),
      }),
    record: (tx, author, act) => recordChange(tx, ids, author, act),
  };
}

/** Refuses with VERSION_CONFLICT when the caller read another version than the present one. */
export function requireVersion(read: number | undefined, { version }: { readonly version: number }): void {
  if (read !== undefined && read !== version) throw errors.VERSION_CONFLICT({ version });
}

/** Parses the id in a path parameter. Refuses with RESOURCE_NOT_FOUND. */
export function idOf<Kind extends IdKind>(kind: Kind, text: string): Id<Kind> {
  const id = parsePublicId(kind, text);
  if (id === null) throw errors.RESOURCE_NOT_FOUND();
  return id;
}

/** Parses the id in a field of the body. Refuses with RESOURCE_NOT_FOUND and `details.field`. */
export function namedId<Kind extends IdKind>(kind: Kind, text: string, field: string): Id<Kind> {
  const id = parsePublicId(kind, text);
  if (id === null) throw errors.RESOURCE_NOT_FOUND({ field });
  return id;
}

/** Refuses with RESOURCE_NOT_FOUND, the same for another tenant's object as for an unknown one. */
export function present<Row>(row: Row | null | undefined, field?: string): Row {
  if (row === null || row === undefined)
    throw errors.RESOURCE_NOT_FOUND(field === undefined ? {} : { field });
  return row;
}

/** Counts rows of the tenant, in one mode where the table has modes. Refuses with ROUTING_LIMIT_REACHED. */
export async function requireRoom(
  tx: Transaction,
  tenantId: TenantId,
  limit: {
    readonly table: "sub_tenants" | "provider_accounts" | "routing_rules" | "amount_bounds" | "outages";
    readonly max: number;
    /** A condition on the row `t`, with `$2` as `value`. */
    readonly where: string;
    readonly value: string | Date;
  },
): Promise<void> {
  const [row] = await tx.query<{ count: number }>({
    text: `select count(*)::int as count from ${limit.table} t where t.tenant_id = $1 and (${limit.where})`,
    values: [tenantId, limit.value],
  });
  if (row !== undefined && row.count >= limit.max)
    throw routingErrors.ROUTING_LIMIT_REACHED({ max: limit.max });
}

/** The public ids of a list's entries. */
export function listNames<Kind extends IdKind>(kind: Kind) {
  return {
    parse: (text: string) => parsePublicId(kind, text),
    format: (id: string) => publicId(kind, id as Id<Kind>),
  };
}

export const instantText = (ms: number): string => new Date(ms).toISOString();
