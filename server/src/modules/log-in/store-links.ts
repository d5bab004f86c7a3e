import type { Queryable, Transaction } from "../../db/database.ts";
import type { AudienceName } from "../../kit/audience.ts";
import type { AccountId, AccountKey } from "./types.ts";

/**
 * What a link does, once. INVITATION opens the account, or opens it again without its second factor. RESET sets a
 * password and leaves the second factor. UNLOCK ends the delay after wrong passwords.
 */
export type LinkPurpose = "INVITATION" | "RESET" | "UNLOCK";

/** Who issued a link; null: the holder, or the command on the machine. */
export type LinkIssuer = { readonly kind: "person" | "operator"; readonly id: AccountId } | null;

export interface NewLink {
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  readonly purpose: LinkPurpose;
  readonly issuer: LinkIssuer;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/** Replaces the open link of the same purpose. The caller has locked the account. */
export async function replaceLink(tx: Transaction, account: AccountKey, link: NewLink): Promise<void> {
  const { hash, purpose, issuer, issuedAtMs, expiresAtMs } = link;
  await revokeLink(tx, account, purpose, issuedAtMs);
  await tx.query({
    text: `insert into log_in_links (hash, audience, account_id, purpose, issued_by_kind, issued_by, issued_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      ...[hash, account.audience, account.id, purpose, issuer?.kind ?? null, issuer?.id ?? null],
      ...[new Date(issuedAtMs), new Date(expiresAtMs)],
    ],
  });
}

/** Revokes the open link. Returns whether there was one. */
export async function revokeLink(
  tx: Transaction,
  { audience, id }: AccountKey,
  purpose: LinkPurpose,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update log_in_links set revoked_at = $4
            where audience = $1 and account_id = $2 and purpose = $3 and accepted_at is null and revoked_at is null
            returning 1`,
    values: [audience, id, purpose, new Date(nowMs)],
  });
  return rows.length === 1;
}

/** The instant at which the open link was issued; null when there is none. */
export async function openLinkSinceMs(
  db: Queryable,
  { audience, id }: AccountKey,
  purpose: LinkPurpose,
  nowMs: number,
): Promise<number | null> {
  const [row] = await db.query<{ readonly issuedAtMs: number }>({
    text: `select issued_at as "issuedAtMs" from log_in_links
            where audience = $1 and account_id = $2 and purpose = $3 and accepted_at is null and revoked_at is null
              and expires_at > $4`,
    values: [audience, id, purpose, new Date(nowMs)],
  });
  return row?.issuedAtMs ?? null;
}

export interface OpenLink {
  readonly accountId: AccountId;
  readonly issuer: LinkIssuer;
}

export async function findOpenLink(
  db: Queryable,
  audience: AudienceName,
  purpose: LinkPurpose,
  hash: Buffer,
  nowMs: number,
): Promise<OpenLink | null> {
  const [row] = await db.query<{
    readonly accountId: AccountId;
    readonly issuerKind: "person" | "operator" | null;
    readonly issuerId: AccountId | null;
  }>({
    text: `select account_id as "accountId", issued_by_kind as "issuerKind", issued_by as "issuerId" from log_in_links
            where hash = $1 and audience = $2 and purpose = $3 and accepted_at is null and revoked_at is null
              and expires_at > $4`,
    values: [hash, audience, purpose, new Date(nowMs)],
  });
  if (row === undefined) return null;
  const { accountId, issuerKind, issuerId } = row;
  return {
    accountId,
    issuer: issuerKind === null || issuerId === null ? null : { kind: issuerKind, id: issuerId },
  };
}

/** Uses the link up. Returns false when it was used, revoked or expired meanwhile. */
export async function useLink(tx: Transaction, hash: Buffer, nowMs: number): Promise<boolean> {
  const rows = await tx.query({
    text: `update log_in_links set accepted_at = $2
            where hash = $1 and accepted_at is null and revoked_at is null and expires_at > $2 returning 1`,
    values: [hash, new Date(nowMs)],
  });
  return rows.length === 1;
}
