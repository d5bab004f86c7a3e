import type { BatchCommand } from "../../../db/batch-writer.ts";
import { arrayText, itemRows } from "../../../db/item-rows.ts";
import type { CheckoutSession } from "../session/types.ts";
import { countMovesSql } from "./counters-sql.ts";

/** The idempotency row of a creation: `answer` is the sealed first answer. */
export interface StoredAnswer {
  readonly route: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly answer: Buffer;
}

export interface SessionToCreate {
  readonly session: CheckoutSession;
  readonly idempotency: StoredAnswer | null;
}

const input = itemRows<SessionToCreate>([
  { name: "merchant_no", type: "int", value: ({ session }) => session.merchantNo },
  { name: "id", type: "uuid", value: ({ session }) => session.id },
  { name: "amount", type: "bigint", value: ({ session }) => session.amount },
  { name: "currency", type: "text", value: ({ session }) => session.currency },
  { name: "title", type: "text", value: ({ session }) => session.title },
  { name: "allowed_methods", type: "text", value: ({ session }) => arrayText(session.allowedMethods) },
  { name: "detail", type: "text", value: ({ session }) => JSON.stringify(session.detail) },
  { name: "customer", type: "bytea", value: ({ session }) => session.customer },
  { name: "reference", type: "text", value: ({ session }) => session.reference },
  { name: "payment_link_id", type: "uuid", value: ({ session }) => session.paymentLinkId },
  { name: "max_attempts", type: "smallint", value: ({ session }) => session.maxAttempts },
  { name: "late_payment_policy", type: "text", value: ({ session }) => session.latePaymentPolicy },
  { name: "payment_intent_id", type: "uuid", value: ({ session }) => session.paymentIntentId },
  { name: "expires_at", type: "timestamptz", value: ({ session }) => session.expiresAtMs },
  { name: "created_at", type: "timestamptz", value: ({ session }) => session.createdAtMs },
  { name: "day", type: "date", value: ({ session }) => session.createdAtMs },
  { name: "key_route", type: "text", value: ({ idempotency }) => idempotency?.route ?? null },
  { name: "key_text", type: "text", value: ({ idempotency }) => idempotency?.key ?? null },
  { name: "key_fingerprint", type: "bytea", value: ({ idempotency }) => idempotency?.fingerprint ?? null },
  { name: "key_status", type: "smallint", value: ({ idempotency }) => idempotency?.status ?? null },
  { name: "key_answer", type: "bytea", value: ({ idempotency }) => idempotency?.answer ?? null },
]);

// The owner distinguishes two equal keys of one batch: only the one whose row was written creates its session.
const text = `
  with item as materialized (select * from ${input.from}),
  claimed as (
    insert into idempotency_keys (merchant_no, route, key, fingerprint, owner, status, body, created_at)
    select merchant_no, key_route, key_text, key_fingerprint, id, key_status, key_answer, created_at
    from item where key_text is not null order by merchant_no, key_route, key_text
    on conflict do nothing
    returning owner
  ),
  created as (
    insert into checkout_sessions (merchant_no, id, status, amount, currency, title, allowed_methods, detail, customer,
      reference, payment_link_id, max_attempts, late_payment_policy, payment_intent_id, expires_at, created_at, updated_at)
    select merchant_no, id, 'OPEN', amount, currency, title, allowed_methods::text[], detail, customer, reference,
      payment_link_id, max_attempts, late_payment_policy, payment_intent_id, expires_at, created_at, created_at
    from item where key_text is null or id in (select owner from claimed)
    returning merchant_no, id, created_at
  ),
  moves as (
    select merchant_no, (created_at at time zone 'UTC')::date as day, 'sessions:OPEN' as word, 1 as n from created
  ),
  counted as (${countMovesSql})
  select item.item from item where item.id in (select id from created)`;

/** `created`, or `key_taken`: the idempotency key belongs to an earlier request, whose answer is replayed. */
export type CreateResult = "created" | "key_taken";

/** A merchant's server waits for a new session, payers for their attempts and outcomes. Measured: docs/decisions/0093-payers-first.md. */
const MAY_WAIT_MS = 15;

export const createSessions: BatchCommand<SessionToCreate, CreateResult> = {
  name: "checkout.create",
  mayWaitMs: MAY_WAIT_MS,
  sortKey: ({ session }) => session.id,
  statement: (items) => ({ name: "checkout.create", text, values: input.values(items) }),
  result: (_item, row) => (row === undefined ? "key_taken" : "created"),
  resolveUnknown: async (query, { session }) => {
    const rows = await query({
      text: "select 1 from checkout_sessions where merchant_no = $1 and id = $2",
      values: [session.merchantNo, session.id],
    });
    return rows.length > 0 ? "created" : null;
  },
};
