import type { Queryable, Transaction } from "../../db/database.ts";
import { placeOfLeft } from "../../db/left-merchants.ts";
import { errors } from "../../http/errors.ts";
import type { AccountActor } from "../../kit/actor.ts";
import type { Id, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { hasSecondFactorSql } from "../log-in/index.ts";
import { readTerms, selectTerms, type TermsColumns, termsValues } from "./terms-columns.ts";
import type { Member, MemberTerms } from "./types.ts";

type MemberRow = Omit<Member, "terms" | "invitedBy"> &
  TermsColumns & { readonly invitedByKind: AccountActor["kind"] | null; readonly invitedById: string | null };

const memberColumns = `m.merchant_id as "merchantId", m.tenant_id as "tenantId", m.person_id as "personId", p.email,
  p.name, p.status as "personStatus", ${selectTerms("m")}, m.invited_by_kind as "invitedByKind",
  m.invited_by as "invitedById", m.version, m.joined_at as "joinedAtMs", m.updated_at as "updatedAtMs",
  p.last_login_at as "lastLoginAtMs",
  ${hasSecondFactorSql("merchant", "p.id")} as "hasSecondFactor"`;
const memberTables = "from members m join persons p on p.id = m.person_id";

function readMember({
  liveRole,
  livePermissions,
  sandboxRole,
  sandboxPermissions,
  refundLimits,
  invitedByKind,
  invitedById,
  ...rest
}: MemberRow): Member {
  const terms = readTerms({ liveRole, livePermissions, sandboxRole, sandboxPermissions, refundLimits });
  const invitedBy =
    invitedByKind === null || invitedById === null
      ? null
      : ({ kind: invitedByKind, id: invitedById } as AccountActor);
  return { ...rest, terms, invitedBy };
}

/** The merchant's people, oldest first. They are few: `PEOPLE_MAX`. */
export async function listMembers(db: Queryable, merchantId: MerchantId): Promise<readonly Member[]> {
  const rows = await db.query<MemberRow>({
    text: `select ${memberColumns} ${memberTables}
            where m.merchant_id = $1 and m.removed_at is null order by m.joined_at, m.person_id`,
    values: [merchantId],
  });
  return rows.map(readMember);
}

/** The merchant's people of these ids, locked in the order of their ids until the transaction ends. */
export async function lockMembers(
  tx: Transaction,
  merchantId: MerchantId,
  personIds: readonly string[],
): Promise<readonly Member[]> {
  const rows = await tx.query<MemberRow>({
    text: `select ${memberColumns} ${memberTables}
            where m.merchant_id = $1 and m.person_id = any($2::uuid[]) and m.removed_at is null
            order by m.person_id for no key update of m`,
    values: [merchantId, personIds],
  });
  return rows.map(readMember);
}

export async function findMember(
  db: Queryable,
  merchantId: MerchantId,
  personId: Id<"person">,
): Promise<Member | null> {
  const [row] = await db.query<MemberRow>({
    text: `select ${memberColumns} ${memberTables}
            where m.merchant_id = $1 and m.person_id = $2 and m.removed_at is null`,
    values: [merchantId, personId],
  });
  return row === undefined ? null : readMember(row);
}

/** The owners of the merchant. */
export async function findOwners(db: Queryable, merchantId: MerchantId): Promise<readonly Id<"person">[]> {
  const rows = await db.query<{ personId: Id<"person"> }>({
    text: `select person_id as "personId" from members
            where merchant_id = $1 and live_role = 'OWNER' and removed_at is null`,
    values: [merchantId],
  });
  return rows.map(({ personId }) => personId);
}

export async function updateTerms(
  tx: Transaction,
  { merchantId, personId }: Pick<Member, "merchantId" | "personId">,
  terms: MemberTerms,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update members set live_role = $3, live_permissions = $4, sandbox_role = $5, sandbox_permissions = $6,
             refund_limits = $7, version = version + 1, updated_at = $8
            where merchant_id = $1 and person_id = $2`,
    values: [merchantId, personId, ...termsValues(terms), new Date(nowMs)],
  });
}

/** Adds somebody, or lets somebody return who was removed. Returns false when the person is a member already. */
export async function insertMember(
  tx: Transaction,
  member: Pick<Member, "merchantId" | "tenantId" | "personId" | "terms" | "invitedBy">,
  nowMs: number,
): Promise<boolean> {
  const { merchantId, tenantId, personId, terms, invitedBy } = member;
  const rows = await tx.query({
    text: `insert into members (merchant_id, tenant_id, person_id, live_role, live_permissions, sandbox_role,
             sandbox_permissions, refund_limits, invited_by_kind, invited_by, joined_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
           on conflict (merchant_id, person_id) do update set live_role = excluded.live_role,
             live_permissions = excluded.live_permissions, sandbox_role = excluded.sandbox_role,
             sandbox_permissions = excluded.sandbox_permissions, refund_limits = excluded.refund_limits,
             invited_by_kind = excluded.invited_by_kind, invited_by = excluded.invited_by,
             joined_at = excluded.joined_at, updated_at = excluded.updated_at, removed_at = null,
             version = members.version + 1
             where members.removed_at is not null
           returning 1`,
    values: [
      merchantId,
      tenantId,
      personId,
      ...termsValues(terms),
      invitedBy?.kind ?? null,
      invitedBy?.id ?? null,
      new Date(nowMs),
    ],
  });
  return rows.length === 1;
}

export async function markRemoved(
  tx: Transaction,
  { merchantId, personId }: Pick<Member, "merchantId" | "personId">,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update members set removed_at = $3, updated_at = $3, version = version + 1
            where merchant_id = $1 and person_id = $2`,
    values: [merchantId, personId, new Date(nowMs)],
  });
}

/** People and open invitations of the merchant. */
export async function countPeople(db: Queryable, merchantId: MerchantId, nowMs: number): Promise<number> {
  const [row] = await db.query<{ count: bigint }>({
    text: `select (select count(*) from members where merchant_id = $1 and removed_at is null)
             + (select count(*) from member_invitations where merchant_id = $1 and accepted_at is null
                 and revoked_at is null and expires_at > $2) as count`,
    values: [merchantId, new Date(nowMs)],
  });
  return Number(row?.count ?? 0n);
}

/** Whether somebody with this address, in lower case, works for the merchant. */
export async function findMemberByEmail(
  db: Queryable,
  merchantId: MerchantId,
  email: string,
): Promise<Id<"person"> | null> {
  const [row] = await db.query<{ personId: Id<"person"> }>({
    text: `select m.person_id as "personId" ${memberTables}
            where m.merchant_id = $1 and p.email = $2 and m.removed_at is null`,
    values: [merchantId, email],
  });
  return row?.personId ?? null;
}

/**
 * Before any other lock of a change of the team: one transaction at a time changes a merchant's team, so that its rules,
 * which concern several rows, hold.
 */
export async function lockTeam(tx: Transaction, merchantId: MerchantId): Promise<void> {
  await tx.query({ text: "select 1 from merchants where id = $1 for no key update", values: [merchantId] });
}

/**
 * Refuses with WRONG_CELL when the merchant lives in another cell: people who joined it here would find nothing. The database does not
 * refuse writes of its members, because their log-ins in this cell must still be ended.
 */
export async function requireHere(db: Queryable, merchantId: MerchantId): Promise<void> {
  const place = await placeOfLeft(db, merchantId);
  if (place !== null) throw errors.WRONG_CELL(place);
}

export async function countMembers(db: Queryable, merchantId: MerchantId): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    text: "select count(*)::int as count from members where merchant_id = $1 and removed_at is null",
    values: [merchantId],
  });
  return row?.count ?? 0;
}

/** A person's part in one merchant and mode. */
export interface Part {
  readonly terms: MemberTerms;
  readonly tenantId: TenantId;
  readonly merchantNo: MerchantNo;
  readonly hasSecondFactor: boolean;
}

/** Null: the person does not work for the merchant. The person's status and log-in are the caller's to check. */
export async function findPart(
  db: Queryable,
  personId: Id<"person">,
  merchantId: MerchantId,
  mode: Mode,
): Promise<Part | null> {
  const [row] = await db.query<TermsColumns & Omit<Part, "terms">>({
    name: "member_part",
    text: `select ${selectTerms("m")}, m.tenant_id as "tenantId", n.merchant_no as "merchantNo",
             ${hasSecondFactorSql("merchant", "m.person_id")} as "hasSecondFactor"
             from members m join merchant_numbers n on n.merchant_id = m.merchant_id and n.mode = $3
            where m.merchant_id = $2 and m.person_id = $1 and m.removed_at is null`,
    values: [personId, merchantId, mode],
  });
  if (row === undefined) return null;
  const { tenantId, merchantNo, hasSecondFactor } = row;
  return { terms: readTerms(row), tenantId, merchantNo, hasSecondFactor };
}

/** A person's part in one merchant, in both modes. */
export type OwnPart = Pick<Part, "terms" | "hasSecondFactor"> & { readonly merchantId: MerchantId };

/** The merchants that somebody works for, with the terms, the longest first. */
export async function listOwnParts(db: Queryable, personId: Id<"person">): Promise<readonly OwnPart[]> {
  const rows = await db.query<TermsColumns & Omit<OwnPart, "terms">>({
    text: `select m.merchant_id as "merchantId", ${selectTerms("m")},
             ${hasSecondFactorSql("merchant", "m.person_id")} as "hasSecondFactor" from members m
            where m.person_id = $1 and m.removed_at is null order by m.joined_at, m.merchant_id`,
    values: [personId],
  });
  return rows.map((row) => ({
    merchantId: row.merchantId,
    terms: readTerms(row),
    hasSecondFactor: row.hasSecondFactor,
  }));
}

/** The merchant's number in live mode, under which its audit log has what concerns its people in both modes. */
export async function findLiveNo(db: Queryable, merchantId: MerchantId): Promise<MerchantNo | null> {
  const [row] = await db.query<{ merchantNo: MerchantNo }>({
    text: `select merchant_no as "merchantNo" from merchant_numbers where merchant_id = $1 and mode = 'LIVE'`,
    values: [merchantId],
  });
  return row?.merchantNo ?? null;
}
