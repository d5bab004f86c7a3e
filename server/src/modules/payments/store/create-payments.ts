import type { BatchCommand } from "../../../db/batch-writer.ts";
import { arrayText, itemRows } from "../../../db/item-rows.ts";
import type { SessionChange } from "../change/change.ts";
import type { PaymentIntent } from "../types.ts";
import { countMovesSql, movesSql } from "./counters-sql.ts";
import type { SessionToCreate } from "./create-sessions.ts";
import { answersSql, eventColumns, eventsSql, type Telling, takeLeased } from "./events-sql.ts";

/** A payment without a session, written at once: what `decideOpening` decided. */
export interface PaymentToCreate extends Telling {
  readonly change: SessionChange & { readonly intent: PaymentIntent };
  /** Its owner is the guard. */
  readonly idempotency: SessionToCreate["idempotency"];
}

const input = itemRows<PaymentToCreate>([
  { name: "merchant_no", type: "int", value: ({ change }) => change.session.merchantNo },
  { name: "guard_id", type: "uuid", value: ({ change }) => change.session.id },
  { name: "s_status", type: "text", value: ({ change }) => change.session.status },
  { name: "amount", type: "bigint", value: ({ change }) => change.session.amount },
  { name: "currency", type: "text", value: ({ change }) => change.session.currency },
  { name: "title", type: "text", value: ({ change }) => change.session.title },
  { name: "allowed_methods", type: "text", value: ({ change }) => arrayText(change.session.allowedMethods) },
  { name: "detail", type: "text", value: ({ change }) => JSON.stringify(change.session.detail) },
  { name: "customer", type: "bytea", value: ({ change }) => change.session.customer },
  { name: "reference", type: "text", value: ({ change }) => change.session.reference },
  { name: "description", type: "text", value: ({ change }) => change.session.detail.description },
  { name: "metadata", type: "text", value: ({ change }) => JSON.stringify(change.session.detail.metadata) },
  { name: "max_attempts", type: "smallint", value: ({ change }) => change.session.maxAttempts },
  { name: "attempt_count", type: "smallint", value: ({ change }) => change.session.attemptCount },
  { name: "late_policy", type: "text", value: ({ change }) => change.session.latePaymentPolicy },
  { name: "event_sequence", type: "int", value: ({ change }) => change.session.eventSequence },
  { name: "s_version", type: "int", value: ({ change }) => change.session.version },
  { name: "expires_at", type: "timestamptz", value: ({ change }) => change.session.expiresAtMs },
  { name: "now_at", type: "timestamptz", value: ({ change }) => change.session.createdAtMs },
  { name: "payment_intent_id", type: "uuid", value: ({ change }) => change.intent.id },
  { name: "i_status_before", type: "text", value: () => null },
  { name: "i_status", type: "text", value: ({ change }) => change.intent.status },
  { name: "i_day", type: "date", value: ({ change }) => change.intent.createdAtMs },
  { name: "i_charge_ids", type: "text", value: ({ change }) => arrayText(change.intent.chargeIds) },
  { name: "c_id", type: "uuid", value: ({ change }) => change.charge?.id ?? null },
  { name: "c_status_before", type: "text", value: () => null },
  { name: "c_status", type: "text", value: ({ change }) => change.charge?.status ?? null },
  { name: "c_day", type: "date", value: ({ change }) => change.session.createdAtMs },
  { name: "c_wallet_id", type: "uuid", value: ({ change }) => change.charge?.walletId ?? null },
  { name: "c_method", type: "text", value: ({ change }) => change.charge?.paymentMethod ?? null },
  {
    name: "c_details",
    type: "text",
    value: ({ change }) => (change.charge === null ? null : JSON.stringify(change.charge.methodDetails)),
  },
  { name: "c_payer", type: "bytea", value: ({ change }) => change.charge?.payer ?? null },
  { name: "c_phone_mac", type: "bytea", value: ({ change }) => change.charge?.payerPhoneMac ?? null },
  { name: "c_fingerprint", type: "bytea", value: ({ change }) => change.charge?.requestFingerprint ?? null },
  { name: "c_account", type: "uuid", value: ({ change }) => change.charge?.providerAccountId ?? null },
  { name: "c_provider", type: "text", value: ({ change }) => change.charge?.provider ?? null },
  { name: "c_own_id", type: "text", value: ({ change }) => change.charge?.providerReference ?? null },
  { name: "check_at", type: "timestamptz", value: ({ change }) => change.checkAtMs ?? null },
  { name: "key_route", type: "text", value: ({ idempotency }) => idempotency?.route ?? null },
  { name: "key_text", type: "text", value: ({ idempotency }) => idempotency?.key ?? null },
  { name: "key_fingerprint", type: "bytea", value: ({ idempotency }) => idempotency?.fingerprint ?? null },
  { name: "key_status", type: "smallint", value: ({ idempotency }) => idempotency?.status ?? null },
  { name: "key_answer", type: "bytea", value: ({ idempotency }) => idempotency?.answer ?? null },
  ...eventColumns<PaymentToCreate>(),
]);

// Guards are not counted: they are in no list.
const text = `
  with item as materialized (select * from ${input.from}),
  claimed as (
    insert into idempotency_keys (merchant_no, route, key, fingerprint, owner, status, body, created_at)
    select merchant_no, key_route, key_text, key_fingerprint, guard_id, key_status, key_answer, now_at
    from item where key_text is not null order by merchant_no, key_route, key_text
    on conflict do nothing
    returning owner
  ),
  done as materialized (
    select item.*, now_at as updated_at from item where key_text is null or guard_id in (select owner from claimed)
  ),
  guarded as (
    insert into checkout_sessions (merchant_no, id, status, amount, currency, title, allowed_methods, detail, customer,
      reference, max_attempts, attempt_count, late_payment_policy, payment_intent_id, charge_id, event_sequence, version,
      expires_at, created_at, updated_at)
    select merchant_no, guard_id, s_status, amount, currency, title, allowed_methods::text[], detail, customer, reference,
      max_attempts, attempt_count, late_policy, payment_intent_id, c_id, event_sequence, s_version, expires_at, now_at,
      now_at
    from done
  ),
  intended as (
    insert into payment_intents (merchant_no, id, session_id, status, amount, currency, allowed_methods, charge_ids,
      latest_charge_id, customer, reference, description, metadata, expires_at, created_at, updated_at)
    select merchant_no, payment_intent_id, guard_id, i_status, amount, currency, allowed_methods::text[],
      i_charge_ids::uuid[], c_id, customer, reference, description, metadata, expires_at, now_at, now_at
    from done
  ),
  charged as (
    insert into charges (merchant_no, id, payment_intent_id, session_id, attempt_number, status, amount, currency,
      wallet_id, payment_method, method_details, payer, payer_phone_mac, request_fingerprint, provider_account_id,
      provider, provider_reference, reference, description, metadata, created_at, updated_at)
    select merchant_no, c_id, payment_intent_id, guard_id, attempt_count, c_status, amount, currency, c_wallet_id,
      c_method, c_details, c_payer, c_phone_mac, c_fingerprint, c_account, c_provider, c_own_id, reference, description,
      metadata, now_at, now_at
    from done where c_id is not null
  ),
  watched as (
    insert into charge_checks (merchant_no, charge_id, session_id, next_check_at)
    select merchant_no, c_id, guard_id, check_at from done where check_at is not null
  ),
  ${eventsSql},
  moves as (
    ${movesSql("done", "intents", "i")}
    union all ${movesSql("done", "charges", "c")}
  ),
  counted as (${countMovesSql})
  ${answersSql("item", "done", "-1")}`;

/** `key_taken`: the idempotency key belongs to an earlier request. */
export type CreatePaymentResult =
  | { readonly kind: "created"; readonly deliveries: number }
  | { readonly kind: "key_taken" };

export const createPayments: BatchCommand<PaymentToCreate, CreatePaymentResult> = {
  name: "checkout.create_payment",
  sortKey: ({ change }) => change.session.id,
  statement: (items) => ({ name: "checkout.create_payment", text, values: input.values(items) }),
  result: (_item, row) =>
    row === undefined ? { kind: "key_taken" } : { kind: "created", deliveries: Number(row.deliveries) },
  extraRows: takeLeased,
  resolveUnknown: async (query, { change }) => {
    const rows = await query({
      text: "select 1 from payment_intents where merchant_no = $1 and id = $2",
      values: [change.intent.merchantNo, change.intent.id],
    });
    return rows.length > 0 ? { kind: "created", deliveries: 1 } : null;
  },
};
