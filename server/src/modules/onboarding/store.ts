import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { emptyProfile } from "./rules.ts";
import type { Decision, Dossier, Draft, LegalProfile, RequestedItem } from "./types.ts";

type Sealed = "draft" | "inForce" | "requestedItems";
type DossierRow = Omit<Dossier, Sealed> & {
  readonly draft: Buffer | null;
  readonly inForce: Buffer | null;
  readonly requestedItems: string;
};

const columns = `d.merchant_no as "merchantNo", d.id, d.tenant_id as "tenantId", d.status, d.draft,
  d.in_force as "inForce", d.requested_items as "requestedItems", d.decision_reason as "decisionReason",
  d.reviewed_by as "reviewedBy", d.submitted_at as "submittedAtMs", d.review_started_at as "reviewStartedAtMs",
  d.decided_at as "decidedAtMs", d.approved_at as "approvedAtMs", d.version, d.created_at as "createdAtMs",
  d.updated_at as "updatedAtMs"`;

const draftContext = (merchantNo: MerchantNo): string => `kyb_dossiers.draft ${merchantNo}`;
const inForceContext = (merchantNo: MerchantNo): string => `kyb_dossiers.in_force ${merchantNo}`;

function dossierOf(keyring: Keyring, row: DossierRow): Dossier {
  const { merchantNo, draft, inForce } = row;
  const open = (sealed: Buffer, context: string): unknown =>
    JSON.parse(keyring.open(sealed, context).toString("utf8"));
  const approved = inForce === null ? null : (open(inForce, inForceContext(merchantNo)) as LegalProfile);
  return {
    ...row,
    draft:
      draft === null ? null : ({ note: null, ...(open(draft, draftContext(merchantNo)) as object) } as Draft),
    // A merchant approved before dossiers were stored has an empty profile in force.
    inForce: approved ?? (row.approvedAtMs === null ? null : emptyProfile),
    requestedItems: JSON.parse(row.requestedItems) as readonly RequestedItem[],
  };
}

/** The merchant's dossier in the mode of its number, opened; locked until the transaction ends when `tx` locks it. */
export async function findDossier(
  db: Queryable,
  keyring: Keyring,
  merchantNo: MerchantNo,
): Promise<Dossier | null> {
  const [row] = await db.query<DossierRow>({
    text: `select ${columns} from kyb_dossiers d where d.merchant_no = $1`,
    values: [merchantNo],
  });
  return row === undefined ? null : dossierOf(keyring, row);
}

/** As `findDossier`, locked, so that concurrent changes are serialized. */
export async function lockDossier(
  tx: Transaction,
  keyring: Keyring,
  merchantNo: MerchantNo,
): Promise<Dossier | null> {
  const [row] = await tx.query<DossierRow>({
    text: `select ${columns} from kyb_dossiers d where d.merchant_no = $1 for no key update`,
    values: [merchantNo],
  });
  return row === undefined ? null : dossierOf(keyring, row);
}

/** Dossiers opened at a time: the event loop serves others between two readings. */
const READ_AT_ONCE = 200;

/** The ids of the tenant's dossiers for which `fits` is true. Every dossier is opened, since what it says is sealed. */
export async function findDossiersThat(
  db: Queryable,
  keyring: Keyring,
  tenantId: TenantId,
  fits: (dossier: Dossier) => boolean,
): Promise<readonly Id<"kybDossier">[]> {
  const found: Id<"kybDossier">[] = [];
  for (let after: MerchantNo | null = null; ; ) {
    const rows: readonly DossierRow[] = await db.query<DossierRow>({
      text: `select ${columns} from kyb_dossiers d where d.tenant_id = $1 and ($2::int is null or d.merchant_no > $2)
              order by d.merchant_no limit ${READ_AT_ONCE}`,
      values: [tenantId, after],
    });
    for (const row of rows) if (fits(dossierOf(keyring, row))) found.push(row.id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_AT_ONCE) return found;
    after = last.merchantNo;
  }
}

/** The merchant behind a dossier of the tenant; null for one of another tenant. */
export async function findMerchantNo(
  db: Queryable,
  tenantId: TenantId,
  id: Id<"kybDossier">,
): Promise<MerchantNo | null> {
  const [row] = await db.query<{ merchantNo: MerchantNo }>({
    text: `select merchant_no as "merchantNo" from kyb_dossiers where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  });
  return row?.merchantNo ?? null;
}

/** What the queue shows of dossiers, without opening sealed values. */
export interface QueueRow {
  readonly id: Id<"kybDossier">;
  readonly merchantNo: MerchantNo;
  readonly isChange: boolean;
  /** A decision was proposed, and waits for another operator. */
  readonly hasProposal: boolean;
  readonly reviewedBy: Id<"operator"> | null;
  /** Last valid day of the document that ends first. */
  readonly firstExpiry: string | null;
  readonly submittedAtMs: number | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export function findQueueRows(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly QueueRow[]> {
  return db.query<QueueRow>({
    text: `select d.id, d.merchant_no as "merchantNo", d.approved_at is not null and d.draft is not null as "isChange",
                  exists (select from kyb_decisions p where p.merchant_no = d.merchant_no and p.status = 'PROPOSED')
                    as "hasProposal",
                  (select min(k.expires_on)::text from kyb_documents k where k.merchant_no = d.merchant_no)
                    as "firstExpiry",
                  d.reviewed_by as "reviewedBy", d.submitted_at as "submittedAtMs", d.version,
                  d.created_at as "createdAtMs", d.updated_at as "updatedAtMs"
             from kyb_dossiers d where d.tenant_id = $1 and d.id = any ($2::uuid[])`,
    values: [tenantId, ids],
  });
}

/** Writes the draft and raises the version. */
export async function writeDraft(
  tx: Transaction,
  keyring: Keyring,
  merchantNo: MerchantNo,
  draft: Draft,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update kyb_dossiers set draft = $2, version = version + 1, updated_at = $3 where merchant_no = $1`,
    values: [merchantNo, keyring.seal(JSON.stringify(draft), draftContext(merchantNo)), new Date(nowMs)],
  });
}

/** Puts the profile in force and clears the draft. */
export async function writeInForce(
  tx: Transaction,
  keyring: Keyring,
  merchantNo: MerchantNo,
  profile: LegalProfile,
): Promise<void> {
  await tx.query({
    text: "update kyb_dossiers set in_force = $2, draft = null where merchant_no = $1",
    values: [merchantNo, keyring.seal(JSON.stringify(profile), inForceContext(merchantNo))],
  });
}

/** Copies the profile in force to another number of the same merchant, sealed again. */
export async function carryInForce(
  tx: Transaction,
  keyring: Keyring,
  from: MerchantNo,
  to: MerchantNo,
): Promise<void> {
  const [row] = await tx.query<{ inForce: Buffer | null }>({
    text: `select in_force as "inForce" from kyb_dossiers where merchant_no = $1`,
    values: [from],
  });
  if (row?.inForce == null) return;
  const plain = keyring.open(row.inForce, inForceContext(from));
  await tx.query({
    text: "update kyb_dossiers set in_force = $2 where merchant_no = $1",
    values: [to, keyring.seal(plain, inForceContext(to))],
  });
}

/** Deletes the draft: the earlier approval stands. */
export async function dropDraft(tx: Transaction, merchantNo: MerchantNo): Promise<void> {
  await tx.query({
    text: "update kyb_dossiers set draft = null where merchant_no = $1",
    values: [merchantNo],
  });
}

/** The reviewer, the requested items and the reason of the decision: what changes besides the status. */
export async function writeReview(
  tx: Transaction,
  merchantNo: MerchantNo,
  review: {
    readonly reviewedBy: Id<"operator"> | null;
    readonly requestedItems: readonly RequestedItem[];
    readonly decisionReason: string | null;
  },
): Promise<void> {
  await tx.query({
    text: `update kyb_dossiers set reviewed_by = $2, requested_items = $3, decision_reason = $4
            where merchant_no = $1`,
    values: [merchantNo, review.reviewedBy, JSON.stringify(review.requestedItems), review.decisionReason],
  });
}

const decisionColumns = `merchant_no as "merchantNo", id, decision, reason, status, proposed_by as "proposedBy",
  ended_by as "endedBy", proposed_at as "proposedAtMs", ended_at as "endedAtMs"`;

/** Decisions on the dossier, the newest first. */
export function findDecisions(db: Queryable, merchantNo: MerchantNo): Promise<readonly Decision[]> {
  return db.query<Decision>({
    text: `select ${decisionColumns} from kyb_decisions where merchant_no = $1 order by id desc`,
    values: [merchantNo],
  });
}

export async function findOpenDecision(tx: Transaction, merchantNo: MerchantNo): Promise<Decision | null> {
  const [row] = await tx.query<Decision>({
    text: `select ${decisionColumns} from kyb_decisions where merchant_no = $1 and status = 'PROPOSED'`,
    values: [merchantNo],
  });
  return row ?? null;
}

export async function insertDecision(
  tx: Transaction,
  { merchantNo, id, decision, reason, proposedBy, proposedAtMs }: Decision,
): Promise<void> {
  await tx.query({
    text: `insert into kyb_decisions (merchant_no, id, decision, reason, status, proposed_by, proposed_at)
           values ($1, $2, $3, $4, 'PROPOSED', $5, $6)`,
    values: [merchantNo, id, decision, reason, proposedBy, new Date(proposedAtMs)],
  });
}

/** Ends an open decision. The table refuses a confirmation by the operator who proposed it. */
export async function endDecision(
  tx: Transaction,
  { merchantNo, id }: Decision,
  status: "CONFIRMED" | "WITHDRAWN",
  by: Id<"operator">,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update kyb_decisions set status = $3, ended_by = $4, ended_at = $5
            where merchant_no = $1 and id = $2 and status = 'PROPOSED'`,
    values: [merchantNo, id, status, by, new Date(nowMs)],
  });
}
