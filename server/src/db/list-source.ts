import type { IdDrift } from "./list-days.ts";

/** A table that can be listed, and what the counters know about its rows. */
export interface ListSource {
  readonly table:
    | "checkout_sessions"
    | "payment_intents"
    | "charges"
    | "refunds"
    | "payment_links"
    | "wallets"
    | "beneficiaries"
    | "payouts"
    | "payout_batches"
    | "api_keys"
    | "sub_tenants"
    | "provider_accounts"
    | "amount_bounds"
    | "outages"
    | "fee_schedules"
    | "kyb_documents"
    | "merchants"
    | "kyb_dossiers"
    | "exports";
  /**
   * `tenant_id` for operators' lists over all merchants of a tenant. These have no total, since counters belong to a
   * merchant.
   */
  readonly scope?: "tenant_id";
  /**
   * Prefix of the table's columns in `list_counters`, and the statuses they count; null when the table is not counted.
   */
  readonly counters: { readonly prefix: string; readonly statuses: readonly string[] } | null;
  readonly drift: IdDrift;
  /** SQL condition that every entry fulfils and that the counters respect: other rows of the table are not entries. */
  readonly only?: string;
}

/** Longer than any request takes between reading the clock and making an id. */
export const REQUEST_DRIFT: IdDrift = { idEarlierMsMax: 60_000, idLaterMsMax: 60_000 };

/** A condition on the row `t`; `bind` registers a value and returns the text of its parameter. */
export type Condition = (bind: (value: unknown) => string) => string;

export interface ListFilter {
  /** Null: any. */
  readonly statuses: readonly string[] | null;
  /** Creation, half-open, in epoch milliseconds. */
  readonly createdFromMs: number | null;
  readonly createdToMs: number | null;
  /** Conditions that the counters do not know: each has an index, or the list is short. */
  readonly conditions: readonly Condition[];
  /** Conditions without an index: rows are compared while reading along the list, a bounded number of them. */
  readonly compared?: readonly Condition[];
}

export const NO_FILTER: ListFilter = {
  statuses: null,
  createdFromMs: null,
  createdToMs: null,
  conditions: [],
};
