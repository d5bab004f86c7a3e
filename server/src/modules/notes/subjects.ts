import type { Queryable } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { hasPermission, type Permission, type TenantPermission } from "../../http/permissions.ts";
import type { Caller, OperatorCaller } from "../../http/route.ts";
import { type IdKind, isUuid, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { findRequest, permissionFor } from "../change-requests/index.ts";
import { findMerchantNo, type Merchants } from "../merchants/index.ts";
import { findIntentOf, readIntents } from "../payments/index.ts";
import { mayReadRow, type Work } from "../work/index.ts";

export interface SubjectDeps {
  readonly db: Queryable;
  readonly keyring: Keyring;
  readonly merchants: Pick<Merchants, "profile">;
  readonly work: Pick<Work, "waits">;
}

/** What a merchant's note is about. */
export interface MerchantSubject {
  /** As the database has it. */
  readonly storedId: string;
  /** As people read it. */
  readonly id: string;
  /** Whoever has it may read this. */
  readonly permission: Permission;
}

/** Beside payments: what else a merchant's note can be about. */
const merchantKinds = [
  { kind: "payout", table: "payouts", permission: "merchant.payouts.read" },
  { kind: "paymentLink", table: "payment_links", permission: "merchant.links.read" },
  { kind: "beneficiary", table: "beneficiaries", permission: "merchant.beneficiaries.read" },
] as const satisfies readonly { kind: IdKind; table: string; permission: Permission }[];

const OF_PAYMENTS = "merchant.payments.read";
/** Any one shows some notes. */
export const merchantReads: readonly Permission[] = [
  OF_PAYMENTS,
  ...merchantKinds.map(({ permission }) => permission),
];

/** Refuses with RESOURCE_NOT_FOUND what is not the merchant's, and with INSUFFICIENT_PERMISSIONS what the caller may not read. */
export async function findMerchantSubject(
  { db, keyring }: SubjectDeps,
  { merchantNo, permissions }: Caller,
  text: string,
): Promise<MerchantSubject> {
  for (const { kind, table, permission } of merchantKinds) {
    const storedId = parsePublicId(kind, text);
    if (storedId === null) continue;
    if (!hasPermission(permissions, permission))
      throw errors.INSUFFICIENT_PERMISSIONS({ required: permission });
    const rows = await db.query({
      text: `select 1 from ${table} where merchant_no = $1 and id = $2`,
      values: [merchantNo, storedId],
    });
    if (rows.length === 0) throw errors.RESOURCE_NOT_FOUND();
    return { storedId, id: text, permission };
  }
  if (!hasPermission(permissions, OF_PAYMENTS))
    throw errors.INSUFFICIENT_PERMISSIONS({ required: OF_PAYMENTS });
  const key = await findIntentOf(db, keyring, text, async () => merchantNo);
  // A session names its merchant by itself.
  if (key === null || key.merchantNo !== merchantNo) throw errors.RESOURCE_NOT_FOUND();
  const isKnown =
    key.sessionId !== null || (await readIntents(db, merchantNo, [key.paymentIntentId])).length > 0;
  if (!isKnown) throw errors.RESOURCE_NOT_FOUND();
  return {
    storedId: key.paymentIntentId,
    id: publicId("paymentIntent", key.paymentIntentId),
    permission: OF_PAYMENTS,
  };
}

/** Beside payments, merchants and rows of the queue: what else operators' notes can be about. */
const tenantKinds = [
  { kind: "kybDossier", table: "kyb_dossiers", permission: "tenant.kyb.read" },
  { kind: "providerStatement", table: "provider_statements", permission: "tenant.reconciliation.read" },
  {
    kind: "reconciliationDifference",
    table: "reconciliation_differences",
    permission: "tenant.reconciliation.read",
  },
  { kind: "providerAccount", table: "provider_accounts", permission: "tenant.providers.read" },
  { kind: "moneyDecision", table: "money_decisions", permission: "tenant.payments.read" },
  { kind: "ledgerCorrection", table: "ledger_corrections", permission: "tenant.ledger.read" },
] as const satisfies readonly { kind: IdKind; table: string; permission: TenantPermission }[];

/** What operators' notes are about. */
export interface TenantSubject {
  readonly id: string;
  /** Whether an operator with these permissions may read it. */
  readonly mayRead: (permissions: readonly TenantPermission[]) => boolean;
}

/**
 * The one name under which operators' notes on something are kept, and who may read them. Refuses with RESOURCE_NOT_FOUND what is not the
 * tenant's, and with INSUFFICIENT_PERMISSIONS what the operator may not read.
 */
export async function findTenantSubject(
  deps: SubjectDeps,
  operator: OperatorCaller,
  text: string,
): Promise<TenantSubject> {
  const { db, keyring, merchants, work } = deps;
  const { tenantId, permissions } = operator;
  const demand = (permission: TenantPermission): void => {
    if (!hasPermission(permissions, permission))
      throw errors.INSUFFICIENT_PERMISSIONS({ required: permission });
  };
  const readableWith = (id: string, permission: TenantPermission): TenantSubject => ({
    id,
    mayRead: (held) => hasPermission(held, permission),
  });
  const requireRow = async (table: string, id: string, permission: TenantPermission) => {
    demand(permission);
    const rows = await db.query({
      text: `select 1 from ${table} where tenant_id = $1 and id = $2`,
      values: [tenantId, id],
    });
    if (rows.length === 0) throw errors.RESOURCE_NOT_FOUND();
    return readableWith(text, permission);
  };
  if (text.includes(":")) {
    if (!(await work.waits(operator, text))) throw errors.RESOURCE_NOT_FOUND();
    return { id: text, mayRead: (held) => mayReadRow(held, text) };
  }
  if (isUuid(text)) return requireRow("merchants", text, "tenant.merchants.read");
  if (parsePublicId("changeRequest", text) !== null) {
    const { kind } = await findRequest(db, operator, text, "read");
    return readableWith(text, permissionFor(kind, "read"));
  }
  for (const { kind, table, permission } of tenantKinds) {
    const id = parsePublicId(kind, text);
    if (id !== null) return requireRow(table, id, permission);
  }
  demand("tenant.payments.read");
  const payout = parsePublicId("payout", text);
  if (payout !== null) {
    if ((await findMerchantNo(db, tenantId, "payouts", payout)) === null) throw errors.RESOURCE_NOT_FOUND();
    return readableWith(text, "tenant.payments.read");
  }
  const isOwn = async (no: MerchantNo) => (await merchants.profile(no)).tenantId === tenantId;
  const key = await findIntentOf(db, keyring, text, (table, id) => findMerchantNo(db, tenantId, table, id));
  if (key === null || !(await isOwn(key.merchantNo))) throw errors.RESOURCE_NOT_FOUND();
  return readableWith(publicId("paymentIntent", key.paymentIntentId), "tenant.payments.read");
}
