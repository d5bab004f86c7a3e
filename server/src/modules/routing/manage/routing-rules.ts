import type { Transaction } from "../../../db/database.ts";
import { errors } from "../../../http/errors.ts";
import type { PageQuery } from "../../../http/pagination.ts";
import type { IdempotencyClaim } from "../../../http/route.ts";
import { pageOf } from "../../../http/rows-page.ts";
import { publicId, type TenantId } from "../../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";
import type { Providers } from "../../../providers/registry.ts";
import { routingErrors } from "../errors.ts";
import { readBehind } from "./account-store.ts";
import { ruleTakesTwo, takesTwo } from "./by-two.ts";
import { deleteRule, findRule, type RuleRow, readRules, writeRule } from "./rule-store.ts";
import {
  describeRule,
  mergeRule,
  type NewRule,
  newRule,
  type RuleChange,
  requireRule,
  requireServed,
  viewRule,
} from "./rule-terms.ts";
import {
  type ActingOperator,
  createSettingsWriter,
  idOf,
  listNames,
  namedId,
  present,
  requireRoom,
  requireVersion,
  type SettingsWriterDeps,
} from "./settings-writer.ts";
import { readSubTenants } from "./sub-tenant-store.ts";
import { writeNewRule } from "./writes.ts";

/** Per tenant and mode, including disabled ones: each payment reads through them. */
export const RULES_MAX = 500;
/** Gap between two rules, so that another fits in without moving any. */
const PRIORITY_STEP = 100;
const names = listNames("routingRule");

/** All rules of a mode. */
export interface NewOrder {
  readonly mode: Mode;
  readonly ruleIds: readonly string[];
}
interface RuleOrder {
  readonly object: "routing_order";
  readonly mode: Mode;
  readonly ruleIds: string[];
}
interface DeletedRule {
  readonly object: "routing_rule";
  readonly id: string;
  readonly mode: Mode;
  readonly deleted: boolean;
}
type RuleView = ReturnType<typeof viewRule>;

export interface RoutingRulesDeps extends SettingsWriterDeps {
  readonly providers: Pick<Providers, "capabilitiesOf">;
}

/** Which sub-tenant takes which payment, in which order. */
export function createRoutingRules(deps: RoutingRulesDeps) {
  const { db, ids, providers } = deps;
  const settingsWriter = createSettingsWriter(deps);

  const requireSubTenant = async (tx: Transaction, tenantId: TenantId, text: string) => {
    const id = namedId("subTenant", text, "subTenantId");
    const [subTenant] = await readSubTenants(tx, tenantId, [id]);
    present(subTenant, "subTenantId");
    return id;
  };
  const lastPriority = async (tx: Transaction, tenantId: TenantId, mode: Mode): Promise<number> =>
    (await readRules(tx, tenantId, mode)).at(-1)?.priority ?? 0;

  /** A rule that is switched off may stay as it is, even if its accounts no longer serve it. */
  const requireRoutable = async (tx: Transaction, tenantId: TenantId, rule: RuleRow): Promise<void> => {
    requireRule(rule);
    if (!rule.enabled) return;
    const behind = await readBehind(tx, tenantId, rule.mode, providers.capabilitiesOf);
    requireServed(rule, behind.get(rule.subTenantId) ?? []);
  };

  /** The stored rule, with the accounts that can take its payments. */
  const viewOf = async (tx: Transaction, tenantId: TenantId, id: string): Promise<RuleView> =>
    viewRule(present(await findRule(tx, tenantId, id)));
  const refusals = [errors.VALIDATION_ERROR, routingErrors.ROUTING_LIMIT_REACHED];

  const create = settingsWriter.define<NewRule, RuleView>({
    kind: "CREATE_ROUTING_RULE",
    refusals,
    plan: async (tx, { tenantId, nowMs }, input) => {
      await requireRoom(tx, tenantId, {
        table: "routing_rules",
        max: RULES_MAX,
        where: "t.mode = $2",
        value: input.mode,
      });
      const subTenantId = await requireSubTenant(tx, tenantId, input.subTenantId);
      const priority = input.priority ?? (await lastPriority(tx, tenantId, input.mode)) + PRIORITY_STEP;
      const id = ids.next("routingRule");
      const rule = newRule(id, { ...input, priority }, subTenantId, nowMs);
      await requireRoutable(tx, tenantId, rule);
      const after = { mode: rule.mode, ...describeRule(rule) };
      return {
        subject: null,
        before: null,
        after,
        takesTwo: takesTwo(rule.mode),
        input: { ...input, priority },
        write: async (actor) => {
          await writeNewRule(tx, ids, { tenantId, actor, nowMs }, rule);
          const view = await viewOf(tx, tenantId, id);
          return { view, subject: view.id };
        },
      };
    },
  });

  const update = settingsWriter.define<{ readonly id: string; readonly change: RuleChange }, RuleView>({
    kind: "UPDATE_ROUTING_RULE",
    refusals,
    plan: async (tx, { tenantId, nowMs }, { id, change }) => {
      const before = present(await findRule(tx, tenantId, idOf("routingRule", id)));
      requireVersion(change.version, before);
      const subTenantId =
        change.subTenantId === undefined
          ? before.subTenantId
          : await requireSubTenant(tx, tenantId, change.subTenantId);
      const merged = mergeRule(before, change, subTenantId);
      await requireRoutable(tx, tenantId, merged);
      const [said, says] = [describeRule(before), describeRule(merged)];
      if (JSON.stringify(said) === JSON.stringify(says)) return { unchanged: viewRule(before) };
      const subject = publicId("routingRule", before.id);
      return {
        subject,
        before: said,
        after: says,
        takesTwo: ruleTakesTwo(before.mode, said, says),
        input: { id, change: { ...change, version: before.version } },
        write: async (actor) => {
          await writeRule(tx, tenantId, { ...merged, version: before.version + 1, updatedAtMs: nowMs });
          const act = { action: "routing_rule.updated", subject, before: said, after: says };
          await settingsWriter.record(tx, { tenantId, actor, nowMs }, act);
          return { view: await viewOf(tx, tenantId, before.id), subject };
        },
      };
    },
  });

  const remove = settingsWriter.define<{ readonly id: string }, DeletedRule>({
    kind: "DELETE_ROUTING_RULE",
    refusals: [],
    plan: async (tx, { tenantId, nowMs }, input) => {
      const rule = present(await findRule(tx, tenantId, idOf("routingRule", input.id)));
      const { mode, version } = rule;
      const subject = publicId("routingRule", rule.id);
      const said = { mode, ...describeRule(rule) };
      return {
        subject,
        before: { ...said, version },
        after: null,
        takesTwo: takesTwo(mode),
        input,
        write: async (actor) => {
          await deleteRule(tx, tenantId, rule.id);
          const act = { action: "routing_rule.deleted", subject, before: said, after: null };
          await settingsWriter.record(tx, { tenantId, actor, nowMs }, act);
          return { view: { object: "routing_rule", id: subject, mode, deleted: true }, subject };
        },
      };
    },
  });

  const reorder = settingsWriter.define<NewOrder, RuleOrder>({
    kind: "REORDER_ROUTING_RULES",
    refusals: [],
    plan: async (tx, { tenantId, nowMs }, input) => {
      const { mode, ruleIds } = input;
      const rows = await readRules(tx, tenantId, mode);
      const byId = new Map(rows.map((row) => [publicId("routingRule", row.id), row]));
      const unknown = ruleIds.find((id) => !byId.has(id));
      if (unknown !== undefined) throw errors.RESOURCE_NOT_FOUND({ field: "ruleIds" });
      if (ruleIds.length !== rows.length) throw errors.VERSION_CONFLICT({ rules: rows.length });
      const before = { ruleIds: [...byId.keys()] };
      return {
        subject: mode,
        before,
        after: { ruleIds },
        takesTwo: takesTwo(mode),
        input,
        write: async (actor) => {
          for (const [index, id] of ruleIds.entries()) {
            const row = byId.get(id);
            const priority = (index + 1) * PRIORITY_STEP;
            if (row === undefined || row.priority === priority) continue;
            await writeRule(tx, tenantId, { ...row, priority, version: row.version + 1, updatedAtMs: nowMs });
          }
          const act = { action: "routing_rules.reordered", subject: mode, before, after: { ruleIds } };
          await settingsWriter.record(tx, { tenantId, actor, nowMs }, act);
          return { view: { object: "routing_order", mode, ruleIds: [...ruleIds] }, subject: mode };
        },
      };
    },
  });

  return {
    /** Last of its mode by default. Refuses with VALIDATION_ERROR, RESOURCE_NOT_FOUND, ROUTING_LIMIT_REACHED. */
    create: (acting: ActingOperator, input: NewRule, claim: IdempotencyClaim | null) =>
      create({ acting, claim, status: 201 }, input),

    get: async (tenantId: TenantId, text: string) =>
      viewRule(present(await findRule(db, tenantId, idOf("routingRule", text)))),

    /** In the order of evaluation. */
    list: async (
      tenantId: TenantId,
      query: PageQuery & { readonly mode?: Mode; readonly method?: PaymentMethod },
    ) => {
      const rows = await readRules(db, tenantId, query.mode ?? null);
      const found = rows.filter(({ method }) => query.method === undefined || query.method === method);
      const { rows: shown, meta } = pageOf(found, names, query);
      return { data: shown.map(viewRule), meta };
    },

    /** Absent fields stay, null removes a condition. Refuses as `create` does, and with VERSION_CONFLICT. */
    update: (acting: ActingOperator, id: string, change: RuleChange, claim: IdempotencyClaim | null) =>
      update({ acting, claim, status: 200 }, { id, change }),

    /** Deletes it permanently. The audit log keeps its content. Refuses with RESOURCE_NOT_FOUND. */
    remove: (acting: ActingOperator, id: string) => remove({ acting, claim: null, status: 200 }, { id }),

    /**
     * Gives every rule of a mode a new priority, in the given order. Refuses with VERSION_CONFLICT when these are not
     * the present rules, because one was added or deleted.
     */
    reorder: (acting: ActingOperator, order: NewOrder, claim: IdempotencyClaim | null) =>
      reorder({ acting, claim, status: 200 }, order),
  };
}
export type RoutingRules = ReturnType<typeof createRoutingRules>;
