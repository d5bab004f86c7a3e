import type { Queryable, Transaction } from "../../db/database.ts";
import type { AccountActor } from "../../kit/actor.ts";
import type { Id, MerchantId } from "../../kit/ids.ts";
import type { Locale } from "../../kit/money.ts";
import { readTerms, selectTerms, type TermsColumns, termsValues } from "./terms-columns.ts";
import type { Invitation } from "./types.ts";

type InvitationRow = Omit<Invitation, "terms" | "invitedBy"> &
  TermsColumns & { readonly invitedByKind: AccountActor["kind"]; readonly invitedById: string };

const columns = `i.id, i.merchant_id as "merchantId", i.tenant_id as "tenantId", i.email, ${selectTerms("i")},
  i.invited_by_kind as "invitedByKind", i.invited_by as "invitedById", i.created_at as "createdAtMs",
  i.issued_at as "issuedAtMs", i.expires_at as "expiresAtMs", i.accepted_at as "acceptedAtMs",
  i.accepted_by as "acceptedBy", i.revoked_at as "revokedAtMs"`;
/** SQL: the name of the person, operator or key that a parameter identifies; empty where there is none. */
export const inviterName = (parameter: string): string =>
  `coalesce((select name from persons where id = ${parameter}), (select name from operators where id = ${parameter}),
               (select name from api_keys where id = ${parameter}), '')`;
const isOpen = "i.accepted_at is null and i.revoked_at is null";

function readInvitation({
  liveRole,
  livePermissions,
  sandboxRole,
  sandboxPermissions,
  refundLimits,
  invitedByKind,
  invitedById,
  ...rest
}: InvitationRow): Invitation {
  const terms = readTerms({ liveRole, livePermissions, sandboxRole, sandboxPermissions, refundLimits });
  return { ...rest, terms, invitedBy: { kind: invitedByKind, id: invitedById } as AccountActor };
}

export async function insertInvitation(tx: Transaction, invitation: Invitation, hash: Buffer): Promise<void> {
  const { id, merchantId, tenantId, email, terms, invitedBy, createdAtMs, expiresAtMs } = invitation;
  await tx.query({
    text: `insert into member_invitations (id, hash, merchant_id, tenant_id, email, live_role, live_permissions,
             sandbox_role, sandbox_permissions, refund_limits, invited_by_kind, invited_by, created_at, issued_at,
             expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14)`,
    values: [
      id,
      hash,
      merchantId,
      tenantId,
      email,
      ...termsValues(terms),
      invitedBy.kind,
      invitedBy.id,
      new Date(createdAtMs),
      new Date(expiresAtMs),
    ],
  });
}

/** A new link in place of the one before, which stops working. */
export async function replaceLink(
  tx: Transaction,
  id: Id<"memberInvitation">,
  link: { readonly hash: Buffer; readonly invitedBy: AccountActor; readonly expiresAtMs: number },
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update member_invitations set hash = $2, invited_by_kind = $3, invited_by = $4, issued_at = $5,
             expires_at = $6 where id = $1`,
    values: [
      id,
      link.hash,
      link.invitedBy.kind,
      link.invitedBy.id,
      new Date(nowMs),
      new Date(link.expiresAtMs),
    ],
  });
}

/** The merchant's invitation, locked until the transaction ends. */
export async function lockInvitation(
  tx: Transaction,
  merchantId: MerchantId,
  id: Id<"memberInvitation">,
): Promise<Invitation | null> {
  const [row] = await tx.query<InvitationRow>({
    text: `select ${columns} from member_invitations i
            where i.merchant_id = $1 and i.id = $2 for no key update`,
    values: [merchantId, id],
  });
  return row === undefined ? null : readInvitation(row);
}

/** The open invitation of an address, locked; it may have expired. */
export async function lockOpen(
  tx: Transaction,
  merchantId: MerchantId,
  email: string,
): Promise<Invitation | null> {
  const [row] = await tx.query<InvitationRow>({
    text: `select ${columns} from member_invitations i
            where i.merchant_id = $1 and i.email = $2 and ${isOpen} for no key update`,
    values: [merchantId, email],
  });
  return row === undefined ? null : readInvitation(row);
}

export async function listInvitations(db: Queryable, merchantId: MerchantId): Promise<readonly Invitation[]> {
  const rows = await db.query<InvitationRow>({
    text: `select ${columns} from member_invitations i
            where i.merchant_id = $1 and ${isOpen} order by i.created_at desc, i.id desc`,
    values: [merchantId],
  });
  return rows.map(readInvitation);
}

export async function markRevoked(tx: Transaction, id: Id<"memberInvitation">, nowMs: number): Promise<void> {
  await tx.query({
    text: "update member_invitations set revoked_at = $2 where id = $1",
    values: [id, new Date(nowMs)],
  });
}

/** The invitation of a link that works now; null when the link is unknown, used, taken back or out of date. */
export async function findByLink(db: Queryable, hash: Buffer, nowMs: number): Promise<Invitation | null> {
  const [row] = await db.query<InvitationRow>({
    text: `select ${columns} from member_invitations i where i.hash = $1 and ${isOpen} and i.expires_at > $2`,
    values: [hash, new Date(nowMs)],
  });
  return row === undefined ? null : readInvitation(row);
}

/** Uses the link up: of concurrent requests one succeeds. */
export async function markAccepted(
  tx: Transaction,
  hash: Buffer,
  acceptedBy: Id<"person">,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update member_invitations i set accepted_at = $3, accepted_by = $2
            where i.hash = $1 and ${isOpen} and i.expires_at > $3 returning 1`,
    values: [hash, acceptedBy, new Date(nowMs)],
  });
  return rows.length === 1;
}

interface LinkNames {
  readonly merchantName: string;
  /** Empty where the person, operator or key has no name. */
  readonly inviterName: string;
  readonly locale: Locale;
  readonly hasAccount: boolean;
}

/** What the page of a link shows beside the invitation. */
export async function readLinkNames(
  db: Queryable,
  { merchantId, email, invitedBy }: Pick<Invitation, "merchantId" | "email" | "invitedBy">,
): Promise<LinkNames> {
  const [row] = await db.query<LinkNames>({
    text: `select coalesce(n.display_name, m.display_name) as "merchantName", ${inviterName("$3")} as "inviterName",
             n.locale, exists (select from persons p where p.email = $2) as "hasAccount"
             from merchant_numbers n join merchants m on m.id = n.merchant_id
            where n.merchant_id = $1 and n.mode = 'LIVE'`,
    values: [merchantId, email, invitedBy.id],
  });
  if (row === undefined) throw new Error("a merchant has a number in each mode");
  return row;
}
