import { columnOf } from "../../src/db/columns.ts";
import type { Database } from "../../src/db/database.ts";
import { FIRST_GUARD_ID } from "../../src/kit/guard-id.ts";
import type { Id, IdSource, MerchantId, MerchantNo, TenantId } from "../../src/kit/ids.ts";
import type { Mode } from "../../src/kit/payment-terms.ts";

/**
 * Rows for tests, written by the owner of the tables: states that would need a long history, and states that the
 * service must never write. Every field has a valid default; tests set the relevant ones.
 */
export interface TestMerchant {
  readonly merchantNo: MerchantNo;
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly walletId: Id<"wallet">;
}

type Fields = Readonly<Record<string, unknown>>;

/** One insert per call: `fields` are domain names (`succeededAtMs`), times are epoch milliseconds. */
export async function insertRows(owner: Database, table: string, rows: readonly Fields[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const batch = rows.slice(start, start + ROWS_PER_INSERT);
    const names = Object.keys(batch[0] ?? {});
    const values: unknown[] = [];
    const tuples = batch.map(
      (row) => `(${names.map((name) => `$${values.push(sqlValue(name, row[name]))}`).join(", ")})`,
    );
    await owner.query({
      text: `insert into ${table} (${names.map(columnOf).join(", ")}) values ${tuples.join(", ")}`,
      values,
    });
  }
}
const ROWS_PER_INSERT = 100;

function sqlValue(name: string, value: unknown): unknown {
  return name.endsWith("Ms") && typeof value === "number" ? new Date(value) : (value ?? null);
}

/** An ACTIVE, APPROVED merchant with one XOF wallet. */
export async function insertMerchant(
  owner: Database,
  ids: IdSource,
  nowMs: number,
  mode: Mode = "SANDBOX",
  walletId: Id<"wallet"> = ids.next("wallet"),
): Promise<TestMerchant> {
  const tenantId = ids.uuid() as TenantId;
  const merchantId = ids.uuid() as MerchantId;
  await insertRows(owner, "tenants", [{ id: tenantId, name: "Tenant", createdAtMs: nowMs }]);
  await insertRows(owner, "merchants", [
    {
      id: merchantId,
      tenantId,
      status: "ACTIVE",
      legalName: "Shop SARL",
      displayName: "Shop",
      countryCode: "CI",
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    },
  ]);
  const [number] = await owner.query<{ merchantNo: MerchantNo }>({
    text: `insert into merchant_numbers (merchant_id, mode) values ($1, $2) returning merchant_no as "merchantNo"`,
    values: [merchantId, mode],
  });
  if (number === undefined) throw new Error("the merchant has a number");
  const { merchantNo } = number;
  await insertRows(owner, "kyb_dossiers", [
    {
      merchantNo,
      id: ids.uuid(),
      tenantId,
      status: "APPROVED",
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    },
  ]);
  await insertRows(owner, "wallets", [
    { merchantNo, id: walletId, label: "XOF", currency: "XOF", createdAtMs: nowMs, updatedAtMs: nowMs },
  ]);
  return { merchantNo, merchantId, tenantId, mode, walletId };
}

/** An OPEN session of 5 000 XOF, created at `createdAtMs`. */
export function sessionRow(
  { merchantNo }: TestMerchant,
  ids: IdSource,
  createdAtMs: number,
  fields: Fields = {},
) {
  return {
    merchantNo,
    id: ids.next("checkoutSession"),
    status: "OPEN",
    amount: 5_000n,
    currency: "XOF",
    title: "Order",
    detail: JSON.stringify({
      description: null,
      successUrl: null,
      cancelUrl: null,
      locale: "fr",
      customFields: [],
      successMessage: null,
      primaryColor: null,
      metadata: {},
    }),
    reference: null,
    paymentLinkId: null,
    maxAttempts: 5,
    attemptCount: 0,
    latePaymentPolicy: "ACCEPT",
    paymentIntentId: ids.next("paymentIntent"),
    chargeId: null,
    eventSequence: 0,
    expiresAtMs: createdAtMs + 1_800_000,
    createdAtMs,
    updatedAtMs: createdAtMs,
    ...fields,
  };
}

/** What intents and charges copy from their session. */
interface SessionFacts {
  readonly merchantNo: MerchantNo;
  readonly id: Id<"checkoutSession">;
  readonly paymentIntentId: Id<"paymentIntent">;
  readonly paymentLinkId: string | null;
  readonly amount: bigint;
  readonly currency: string;
  readonly reference: string | null;
  readonly createdAtMs: number;
}

/** The intent of a session, without charges. */
export function intentRow(session: SessionFacts, fields: Fields = {}) {
  return {
    merchantNo: session.merchantNo,
    id: session.paymentIntentId,
    sessionId: session.id,
    paymentLinkId: session.paymentLinkId,
    status: "PROCESSING",
    amount: session.amount,
    amountReceived: 0n,
    currency: session.currency,
    chargeIds: [] as readonly string[],
    latestChargeId: null,
    reference: session.reference,
    createdAtMs: session.createdAtMs,
    updatedAtMs: session.createdAtMs,
    ...fields,
  };
}

/** A PROCESSING charge of a session. */
export function chargeRow(
  session: SessionFacts,
  { walletId }: TestMerchant,
  ids: IdSource,
  createdAtMs: number,
  fields: Fields = {},
) {
  return {
    merchantNo: session.merchantNo,
    id: ids.next("charge"),
    paymentIntentId: session.paymentIntentId,
    sessionId: session.id,
    paymentLinkId: session.paymentLinkId,
    attemptNumber: 1,
    status: "PROCESSING",
    amount: session.amount,
    fee: 0n,
    amountRefunded: 0n,
    currency: session.currency,
    walletId,
    paymentMethod: "MOBILE_MONEY",
    methodDetails: JSON.stringify({ phone: "+225 07 ** ** ** 89", operator: "ORANGE", countryCode: "CI" }),
    payer: Buffer.alloc(0),
    payerPhoneMac: null,
    requestFingerprint: Buffer.alloc(32),
    providerAccountId: PROVIDER_ACCOUNT_ID,
    provider: "simulator",
    providerTransactionId: null,
    late: false,
    duplicate: false,
    pays: false,
    reviewReason: null,
    reference: session.reference,
    metadata: "{}",
    createdAtMs,
    updatedAtMs: createdAtMs,
    succeededAtMs: null,
    ...fields,
  };
}
export const PROVIDER_ACCOUNT_ID = "0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e40";

/** Computes `list_counters` from the existing rows: for tests that arrange rows without counting them. */
export async function recount(owner: Database): Promise<void> {
  await owner.query({ text: "delete from list_counters" });
  for (const [table, prefix] of [
    [`checkout_sessions where id < '${FIRST_GUARD_ID}'`, "sessions"],
    ["payment_intents", "intents"],
    ["charges", "charges"],
  ] as const) {
    const counted = await owner.query<{ merchantNo: number; day: string; status: string; n: bigint }>({
      text: `select merchant_no as "merchantNo", (created_at at time zone 'UTC')::date as day, status, count(*) as n
        from ${table} group by 1, 2, 3`,
    });
    for (const { merchantNo, day, status, n } of counted) {
      const column = `${prefix}_${status.toLowerCase()}`;
      await owner.query({
        text: `insert into list_counters (merchant_no, day, ${column}) values ($1, $2, $3)
          on conflict (merchant_no, day) do update set ${column} = excluded.${column}`,
        values: [merchantNo, day, n],
      });
    }
  }
}
