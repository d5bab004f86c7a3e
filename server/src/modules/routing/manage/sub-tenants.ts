import { inOrder, parseStatuses } from "../../../http/list-page.ts";
import type { PageQuery } from "../../../http/pagination.ts";
import type { IdempotencyClaim } from "../../../http/route.ts";
import { publicId, type TenantId } from "../../../kit/ids.ts";
import { insertSubTenant } from "../store.ts";
import {
  type By,
  createDesk,
  type DeskDeps,
  idOf,
  instantText,
  listNames,
  present,
  requireRoom,
  requireVersion,
} from "./desk.ts";
import { readTenantPage, type TenantList } from "./lists.ts";
import { lockSubTenant, readSubTenants, type SubTenant, writeSubTenant } from "./sub-tenant-store.ts";

/** Of one tenant, disabled ones included. */
export const SUB_TENANTS_MAX = 200;
const list: TenantList = { table: "sub_tenants", names: listNames("subTenant") };

export function viewSubTenant(row: SubTenant) {
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

/** The tenant's processing entities: each holds accounts at providers, in both modes. */
export function createSubTenantDesk(deps: DeskDeps) {
  const { db, ids } = deps;
  const desk = createDesk(deps);
  const read = async (tenantId: TenantId, text: string): Promise<SubTenant> => {
    const [row] = await readSubTenants(db, tenantId, [idOf("subTenant", text)]);
    return present(row);
  };
  return {
    /** Refuses with ROUTING_LIMIT_REACHED. */
    create: (by: By, { name }: { readonly name: string }, claim: IdempotencyClaim | null) => {
      const { tenantId } = by.operator;
      const { nowMs } = by.facts;
      const id = ids.next("subTenant");
      return desk.create(by, { claim, owner: id, status: 201 }, async (tx) => {
        await requireRoom(tx, tenantId, {
          table: "sub_tenants",
          max: SUB_TENANTS_MAX,
          where: "t.id <> $2",
          value: id,
        });
        await insertSubTenant(tx, { id, tenantId, name }, nowMs);
        const view = viewSubTenant({
          id,
          name,
          status: "ACTIVE",
          version: 1,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        });
        await desk.record(tx, by, {
          action: "sub_tenant.created",
          subject: view.id,
          before: null,
          after: { name, status: view.status },
        });
        return view;
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
    update: (by: By, text: string, change: SubTenantChange) =>
      desk.change(by, async (tx) => {
        const { tenantId } = by.operator;
        const before = present(await lockSubTenant(tx, tenantId, idOf("subTenant", text)));
        requireVersion(change.version, before);
        const said = { name: before.name, status: before.status };
        const says = { name: change.name ?? before.name, status: change.status ?? before.status };
        if (said.name === says.name && said.status === says.status) return viewSubTenant(before);
        const after: SubTenant = {
          ...before,
          ...says,
          version: before.version + 1,
          updatedAtMs: by.facts.nowMs,
        };
        await writeSubTenant(tx, tenantId, after);
        const view = viewSubTenant(after);
        await desk.record(tx, by, {
          action: "sub_tenant.updated",
          subject: view.id,
          before: said,
          after: says,
        });
        return view;
      }),
  };
}
export type SubTenantDesk = ReturnType<typeof createSubTenantDesk>;
