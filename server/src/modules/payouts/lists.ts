import type { Database } from "../../db/database.ts";
import { type Condition, type ListSource, REQUEST_DRIFT } from "../../db/list.ts";
import { inOrder, parseCreated, parseStatuses, readListPage } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import type { PageMeta } from "../../http/route.ts";
import { type Id, type IdKind, type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import { readBatches } from "./batch-store.ts";
import type { PayoutBatch } from "./batch-types.ts";
import { readBeneficiaries } from "./beneficiary-store.ts";
import { beneficiariesNamed, type NamedContext, payoutsNamed } from "./named.ts";
import { readPayouts } from "./payout-store.ts";
import type { BatchListQuery, BeneficiaryListQuery, PayoutListQuery } from "./schemas.ts";
import type { Beneficiary, Payout } from "./types.ts";

/** Neither has counters per day: merchants have thousands of payouts but millions of payments. */
const beneficiaryList: ListSource = { table: "beneficiaries", counters: null, drift: REQUEST_DRIFT };
const payoutList: ListSource = { table: "payouts", counters: null, drift: REQUEST_DRIFT };

const batchList: ListSource = { table: "payout_batches", counters: null, drift: REQUEST_DRIFT };

const names = <Kind extends IdKind>(kind: Kind) => ({
  parse: (text: string) => parsePublicId(kind, text),
  format: (id: string) => publicId(kind, id as Id<Kind>),
});

const equals = (column: string, type: string, value: string | undefined): readonly Condition[] =>
  value === undefined ? [] : [(bind) => `t.${column} = ${bind(value)}::${type}`];

const amongIds =
  (ids: Condition): Condition =>
  (bind) =>
    `t.id = any(array(${ids(bind)}))`;

/** Rows that refer to this object; none when the text is not such an id. */
function refersTo(column: string, kind: IdKind, text: string | undefined): readonly Condition[] {
  if (text === undefined) return [];
  const id = parsePublicId(kind, text);
  return id === null ? [() => "false"] : equals(column, "uuid", id);
}

/** By page or by cursor. Refuses with VALIDATION_ERROR. */
export async function readBeneficiaryList(
  db: Database,
  context: NamedContext,
  query: BeneficiaryListQuery,
): Promise<{ readonly beneficiaries: readonly Beneficiary[]; readonly meta: PageMeta }> {
  const { merchantNo } = context;
  const conditions = [
    ...equals("type", "text", query.type),
    ...equals("currency", "bpchar", query.currency),
    ...equals("reference", "text", query.reference),
    ...(query.q === undefined ? [] : [amongIds(beneficiariesNamed(context, query.q))]),
  ];
  const { ids, meta } = await readListPage(db, {
    source: beneficiaryList,
    merchantNo,
    filter: { statuses: parseStatuses(query.status), ...parseCreated(query), conditions },
    names: names("beneficiary"),
    page: parsePage(query),
  });
  return { beneficiaries: inOrder(ids, await readBeneficiaries(db, merchantNo, ids), ({ id }) => id), meta };
}

/** By page or by cursor. Refuses with VALIDATION_ERROR. */
export async function readPayoutList(
  db: Database,
  context: NamedContext,
  query: PayoutListQuery,
): Promise<{ readonly payouts: readonly Payout[]; readonly meta: PageMeta }> {
  const { merchantNo } = context;
  const conditions = [
    ...equals("reference", "text", query.reference),
    ...(query.q === undefined ? [] : [amongIds(payoutsNamed(context, query.q))]),
    ...refersTo("beneficiary_id", "beneficiary", query.beneficiaryId),
  ];
  const compared = [
    ...equals("currency", "bpchar", query.currency),
    ...refersTo("wallet_id", "wallet", query.walletId),
  ];
  const { ids, meta } = await readListPage(db, {
    source: payoutList,
    merchantNo,
    filter: { statuses: parseStatuses(query.status), ...parseCreated(query), conditions, compared },
    names: names("payout"),
    page: parsePage(query),
  });
  return { payouts: inOrder(ids, await readPayouts(db, merchantNo, ids), ({ id }) => id), meta };
}

/** By page or by cursor. Refuses with VALIDATION_ERROR. */
export async function readBatchList(
  db: Database,
  merchantNo: MerchantNo,
  query: BatchListQuery,
): Promise<{ readonly batches: readonly PayoutBatch[]; readonly meta: PageMeta }> {
  const conditions = [
    ...equals("reference", "text", query.reference),
    ...refersTo("wallet_id", "wallet", query.walletId),
  ];
  const { ids, meta } = await readListPage(db, {
    source: batchList,
    merchantNo,
    filter: { statuses: parseStatuses(query.status), ...parseCreated(query), conditions },
    names: names("payoutBatch"),
    page: parsePage(query),
  });
  return { batches: inOrder(ids, await readBatches(db, merchantNo, ids), ({ id }) => id), meta };
}
