import { readRow, selectList } from "../../db/columns.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { storedMerchantActor } from "../../kit/actor.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { Beneficiary, BeneficiaryDetails } from "./types.ts";

const fields = [
  "merchantNo",
  "id",
  "name",
  "type",
  "details",
  "shown",
  "currency",
  "countryCode",
  "status",
  "nameCheck",
  "namedByKind",
  "namedBy",
  "approvedByKind",
  "approvedBy",
  "registeredName",
  "nextCheckAtMs",
  "checkCount",
  "rejectionReason",
  "warnings",
  "reference",
  "metadata",
  "payoutsAllowedFromMs",
  "eventSequence",
  "version",
  "createdAtMs",
  "updatedAtMs",
] as const satisfies readonly (keyof BeneficiaryColumns)[];
/** A beneficiary as stored. */
type BeneficiaryColumns = Omit<Beneficiary, "namedBy" | "approvedBy"> & {
  readonly namedByKind: string;
  readonly namedBy: string | null;
  readonly approvedByKind: string;
  readonly approvedBy: string | null;
};
const jsonFields: ReadonlySet<string> = new Set(["shown", "metadata"]);
const columns = selectList("b", fields);

type Row = Readonly<Record<string, unknown>>;
function readBeneficiary(row: Row): Beneficiary {
  const { namedByKind, namedBy, approvedByKind, approvedBy, ...rest } = readRow<BeneficiaryColumns>(
    row,
    fields,
    jsonFields,
  );
  return {
    ...rest,
    namedBy: namedBy === null ? null : storedMerchantActor(namedByKind, namedBy),
    approvedBy: approvedBy === null ? null : storedMerchantActor(approvedByKind, approvedBy),
  };
}
const time = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** The details of a payee whose personal data is not kept any more. */
export const NO_DETAILS: BeneficiaryDetails = {
  phone: null,
  operator: null,
  countryCode: null,
  iban: null,
  bankName: null,
  walletId: null,
};

/** The sealing context of a beneficiary's details: moved to another row, they do not open. */
export function detailsContext(merchantNo: MerchantNo, id: Id<"beneficiary">): string {
  return `beneficiaries.details ${merchantNo} ${id}`;
}

/** `accountMac`: identifies its account, see `account-mac.ts`. */
export async function insertBeneficiary(
  tx: Transaction,
  beneficiary: Beneficiary,
  accountMac: Buffer,
): Promise<void> {
  await tx.query({
    text: `
      insert into beneficiaries (merchant_no, id, name, type, details, shown, currency, country_code, status,
        rejection_reason, warnings, reference, metadata, payouts_allowed_from, event_sequence, version, created_at,
        updated_at, name_check, registered_name, next_check_at, account_mac, named_by, named_by_kind)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text[], $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
        $23, $24)`,
    values: [
      beneficiary.merchantNo,
      beneficiary.id,
      beneficiary.name,
      beneficiary.type,
      beneficiary.details,
      JSON.stringify(beneficiary.shown),
      beneficiary.currency,
      beneficiary.countryCode,
      beneficiary.status,
      beneficiary.rejectionReason,
      beneficiary.warnings,
      beneficiary.reference,
      JSON.stringify(beneficiary.metadata),
      time(beneficiary.payoutsAllowedFromMs),
      beneficiary.eventSequence,
      beneficiary.version,
      new Date(beneficiary.createdAtMs),
      new Date(beneficiary.updatedAtMs),
      beneficiary.nameCheck,
      beneficiary.registeredName,
      time(beneficiary.nextCheckAtMs),
      accountMac,
      beneficiary.namedBy?.id ?? null,
      beneficiary.namedBy?.kind ?? "key",
    ],
  });
}

/** Leases beneficiaries that wait for an answer and are due, for `leaseMs`. */
export async function claimDueBeneficiaries(
  db: Queryable,
  { nowMs, leaseMs, limit }: { readonly nowMs: number; readonly leaseMs: number; readonly limit: number },
): Promise<readonly Beneficiary[]> {
  const rows = await db.query<Row>({
    text: `
      update beneficiaries b set next_check_at = $2, check_count = check_count + 1
      where (merchant_no, id) in (
        select merchant_no, id from beneficiaries where next_check_at <= $1 order by next_check_at limit $3
        for update skip locked
      )
      returning ${columns}`,
    values: [new Date(nowMs), new Date(nowMs + leaseMs), limit],
  });
  return rows.map(readBeneficiary);
}

/**
 * `share`: locked against changes until the end of the transaction, others may share the lock. `change`: locked for a
 * change of ours. Null: the merchant has no beneficiary with this id.
 */
export async function findBeneficiary(
  db: Queryable,
  merchantNo: MerchantNo,
  id: Id<"beneficiary">,
  lock: "none" | "share" | "change" = "none",
): Promise<Beneficiary | null> {
  const locking = { none: "", share: "for share", change: "for no key update" }[lock];
  const [row] = await db.query<Row>({
    text: `select ${columns} from beneficiaries b where b.merchant_no = $1 and b.id = $2 ${locking}`,
    values: [merchantNo, id],
  });
  return row === undefined ? null : readBeneficiary(row);
}

/** Writes the changeable fields of a locked beneficiary. */
export async function updateBeneficiary(tx: Transaction, beneficiary: Beneficiary): Promise<void> {
  await tx.query({
    text: `
      update beneficiaries set name = $3, reference = $4, metadata = $5, status = $6, payouts_allowed_from = $7,
        version = $8, updated_at = $9, rejection_reason = $10, warnings = $11::text[], event_sequence = $12,
        name_check = $13, registered_name = $14, next_check_at = $15, named_by = $16, named_by_kind = $17,
        approved_by = $18, approved_by_kind = $19
      where merchant_no = $1 and id = $2`,
    values: [
      beneficiary.merchantNo,
      beneficiary.id,
      beneficiary.name,
      beneficiary.reference,
      JSON.stringify(beneficiary.metadata),
      beneficiary.status,
      time(beneficiary.payoutsAllowedFromMs),
      beneficiary.version,
      new Date(beneficiary.updatedAtMs),
      beneficiary.rejectionReason,
      beneficiary.warnings,
      beneficiary.eventSequence,
      beneficiary.nameCheck,
      beneficiary.registeredName,
      time(beneficiary.nextCheckAtMs),
      beneficiary.namedBy?.id ?? null,
      beneficiary.namedBy?.kind ?? "key",
      beneficiary.approvedBy?.id ?? null,
      beneficiary.approvedBy?.kind ?? "key",
    ],
  });
}

/** The merchant's beneficiaries of these ids, in no order; ids of other merchants are not found. */
export async function readBeneficiaries(
  db: Queryable,
  merchantNo: MerchantNo,
  ids: readonly string[],
): Promise<readonly Beneficiary[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Row>({
    text: `select ${columns} from beneficiaries b where b.merchant_no = $1 and b.id = any($2::uuid[])`,
    values: [merchantNo, ids],
  });
  return rows.map(readBeneficiary);
}
