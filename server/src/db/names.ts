import { type Id, type IdKind, parsePublicId, publicId, type TenantId } from "../kit/ids.ts";
import type { Queryable } from "./database.ts";

/** What people call a merchant, operator, person, key, provider account or entity, by its public id; null: nothing has it. */
export type NameOf = (id: string | null) => string | null;

type Named = Extract<IdKind, "operator" | "person" | "apiKey" | "providerAccount" | "subTenant">;

/**
 * The names of these merchants, operators, people, keys, provider accounts and entities of the tenant, in one statement for a whole page.
 * `ids` are public; what is no id of these kinds (`system`, null) has no name.
 */
export async function readNames(
  db: Queryable,
  tenantId: TenantId,
  merchantIds: readonly (string | null)[],
  ids: readonly (string | null)[],
): Promise<NameOf> {
  const stored = (kind: Named): readonly string[] =>
    ids.flatMap((text) => (text === null ? [] : (parsePublicId(kind, text) ?? [])));
  const rows = await db.query<{ kind: Named | "merchant"; id: string; name: string }>({
    text: `
      select 'merchant' as kind, m.id, coalesce(n.display_name, m.display_name) as name
        from merchants m join merchant_numbers n on n.merchant_id = m.id and n.mode = 'LIVE'
       where m.tenant_id = $1 and m.id = any($2::uuid[])
      union all
      select 'operator', o.id, o.name from operators o where o.tenant_id = $1 and o.id = any($3::uuid[])
      union all
      select 'person', p.id, p.name from persons p where p.tenant_id = $1 and p.id = any($4::uuid[])
      union all
      select 'apiKey', k.id, k.name from api_keys k join merchants m on m.id = k.merchant_id
       where m.tenant_id = $1 and k.id = any($5::uuid[])
      union all
      select 'providerAccount', a.id, a.name from provider_accounts a where a.tenant_id = $1 and a.id = any($6::uuid[])
      union all
      select 'subTenant', s.id, s.name from sub_tenants s where s.tenant_id = $1 and s.id = any($7::uuid[])`,
    values: [
      tenantId,
      [...new Set(merchantIds)].filter((id) => id !== null),
      stored("operator"),
      stored("person"),
      stored("apiKey"),
      stored("providerAccount"),
      stored("subTenant"),
    ],
  });
  const names = new Map(
    rows.map(({ kind, id, name }) => [kind === "merchant" ? id : publicId(kind, id as Id<Named>), name]),
  );
  return (id) => (id === null ? null : (names.get(id) ?? null));
}

/** What one person proposed for a merchant and another decided. */
interface Proposal {
  readonly merchantId: string;
  readonly proposedBy: string;
  readonly decidedBy: string | null;
}

interface ProposalNames {
  readonly merchantName: string | null;
  readonly proposedByName: string | null;
  readonly decidedByName: string | null;
}

/** A page of proposals, each with the names of its merchant and of the two people. */
export async function nameProposals<View extends Proposal>(
  db: Queryable,
  tenantId: TenantId,
  views: readonly View[],
): Promise<(View & ProposalNames)[]> {
  const merchants = views.map(({ merchantId }) => merchantId);
  const people = views.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy]);
  const nameOf = await readNames(db, tenantId, merchants, people);
  return views.map((view) => ({
    ...view,
    merchantName: nameOf(view.merchantId),
    proposedByName: nameOf(view.proposedBy),
    decidedByName: nameOf(view.decidedBy),
  }));
}
