import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id, TenantId } from "../../kit/ids.ts";

export interface InvitationRow {
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  readonly operatorId: Id<"operator">;
  /** Null: by the command on the machine. */
  readonly issuedBy: Id<"operator"> | null;
  readonly expiresAtMs: number;
}

/** Replaces the open link of the operator, whose row the caller has locked. */
export async function replaceInvitation(tx: Transaction, row: InvitationRow, nowMs: number): Promise<void> {
  await endInvitation(tx, row.operatorId, nowMs);
  await tx.query({
    text: `insert into log_in_links (hash, audience, account_id, purpose, issued_by_kind, issued_by, issued_at, expires_at)
           values ($1, 'operator', $2, 'INVITATION', case when $3::uuid is not null then 'operator' end, $3, $4, $5)`,
    values: [row.hash, row.operatorId, row.issuedBy, new Date(nowMs), new Date(row.expiresAtMs)],
  });
}

/** Revokes the open link. Returns whether there was one. */
export async function endInvitation(
  tx: Transaction,
  operatorId: Id<"operator">,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update log_in_links set revoked_at = $2
            where audience = 'operator' and account_id = $1 and purpose = 'INVITATION' and accepted_at is null and revoked_at is null returning 1`,
    values: [operatorId, new Date(nowMs)],
  });
  return rows.length === 1;
}

/** The operator of an open link, and who issued it. */
export interface Invited extends Pick<InvitationRow, "operatorId" | "issuedBy"> {
  readonly tenantId: TenantId;
  readonly email: string;
  readonly name: string;
}

export async function findInvited(db: Queryable, hash: Buffer, nowMs: number): Promise<Invited | null> {
  const [row] = await db.query<Invited>({
    text: `select i.account_id as "operatorId", o.tenant_id as "tenantId", i.issued_by as "issuedBy", o.email, o.name
             from log_in_links i join operators o on o.id = i.account_id
            where i.hash = $1 and i.audience = 'operator' and i.purpose = 'INVITATION' and i.accepted_at is null and i.revoked_at is null and i.expires_at > $2`,
    values: [hash, new Date(nowMs)],
  });
  return row ?? null;
}

/** Returns false when the link was used or revoked or expired meanwhile. */
export async function acceptInvitation(tx: Transaction, hash: Buffer, nowMs: number): Promise<boolean> {
  const rows = await tx.query({
    text: `update log_in_links set accepted_at = $2
            where hash = $1 and audience = 'operator' and purpose = 'INVITATION' and accepted_at is null and revoked_at is null and expires_at > $2 returning 1`,
    values: [hash, new Date(nowMs)],
  });
  return rows.length === 1;
}
