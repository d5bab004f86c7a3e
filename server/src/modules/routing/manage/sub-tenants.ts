import { inOrder, parseStatuses } from "../../../http/list-page.ts";
import type { PageQuery } from "../../../http/pagination.ts";
import type { IdempotencyClaim } from "../../../http/route.ts";
import { publicId, type TenantId } from "../../../kit/ids.ts";
import { subTenantTakesTwo } from "./by-two.ts";
import { readTenantPage, type TenantList } from "./lists.ts";
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
import {
  hasLiveAccount,
  lockSubTenant,
  readSubTenants,
  type SubTenant,
  writeSubTenant,
} from "./sub-tenant-store.ts";
import { writeNewSubTenant } from "./writes.ts";

/** Per tenant, including disabled ones. */
const SUB_TENANTS_MAX = 200;
const list: TenantList = { table: "sub_tenants", names: listNames("subTenant") };

function viewSubTenant(row: SubTenant) {
  return {
    object: "sub_tenant" as const,
    id: publicId("subTenant", row.id),
    name: row.name,
    status: row.status,
    version: row.version,
    createdAt: instantText(row.createdAtMs),
    updatedAt: instantText(row.updatedAtMs),
  };
}

export interface SubTenantChange {
  readonly name?: string;
  readonly status?: "ACTIVE" | "DISABLED";
  readonly version?: number;
}

type SubTenantView = ReturnType<typeof viewSubTenant>;
interface SubTenantUpdate {
  readonly id: string;
  readonly change: SubTenantChange;
}

/** The tenant's processing entities: each holds accounts at providers, in both modes. */
export function createSubTenants(deps: SettingsWriterDeps) {
  const { db, ids } = deps;
  const settingsWriter = createSettingsWriter(deps);
  const read = async (tenantId: TenantId, text: string): Promise<SubTenant> => {
    const [row] = await readSubTenants(db, tenantId, [idOf("subTenant", text)]);
    return present(row);
  };
  const update = settingsWriter.define<SubTenantUpdate, SubTenantView>({
    kind: "UPDATE_SUB_TENANT",
    refusals: [],
    plan: async (tx, { tenantId, nowMs }, { id, change }) => {
      const before = present(await lockSubTenant(tx, tenantId, idOf("subTenant", id)));
      requireVersion(change.version, before);
      const said = { name: before.name, status: before.status };
      const says = { name: change.name ?? before.name, status: change.status ?? before.status };
      if (said.name === says.name && said.status === says.status) return { unchanged: viewSubTenant(before) };
      const after: SubTenant = { ...before, ...says, version: before.version + 1, updatedAtMs: nowMs };
      const subject = publicId("subTenant", before.id);
      return {
        subject,
        before: said,
        after: says,
        takesTwo: subTenantTakesTwo(said.status, says.status, await hasLiveAccount(tx, tenantId, before.id)),
        input: { id, change: { ...change, version: before.version } },
        write: async (actor) => {
          await writeSubTenant(tx, tenantId, after);
          const act = { action: "sub_tenant.updated", subject, before: said, after: says };
          await settingsWriter.record(tx, { tenantId, actor, nowMs }, act);
          return { view: viewSubTenant(after), subject };
        },
      };
    },
  });
  return {
    /** Refuses with ROUTING_LIMIT_REACHED. */
    create: (acting: ActingOperator, { name }: { readonly name: string }, claim: IdempotencyClaim | null) => {
      const { tenantId } = acting.operator;
      const { nowMs } = acting.facts;
      const id = ids.next("subTenant");
      return settingsWriter.create(acting, { claim, owner: id, status: 201 }, async (tx) => {
        await requireRoom(tx, tenantId, {
          table: "sub_tenants",
          max: SUB_TENANTS_MAX,
          where: "t.id <> $2",
          value: id,
        });
        await writeNewSubTenant(tx, ids, authorOf(acting), { id, name });
        return viewSubTenant({
          id,
          name,
          status: "ACTIVE",
          version: 1,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        });
      });
    },

    get: async (tenantId: TenantId, id: string) => viewSubTenant(await read(tenantId, id)),

    list: async (tenantId: TenantId, query: PageQuery & { readonly status?: string }) => {
      const { ids: found, meta } = await readTenantPage(db, list, tenantId, query, {
        statuses: parseStatuses(query.status),
      });
      const rows = await readSubTenants(db, tenantId, found);
      return { data: inOrder(found, rows, ({ id }) => id).map(viewSubTenant), meta };
    },

    /** Refuses with RESOURCE_NOT_FOUND and VERSION_CONFLICT. */
    update: (acting: ActingOperator, text: string, change: SubTenantChange, claim: IdempotencyClaim | null) =>
      update({ acting, claim, status: 200 }, { id: text, change }),
  };
}
export type SubTenants = ReturnType<typeof createSubTenants>;
