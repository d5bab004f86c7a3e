import type { CallbackVerdict } from "../../providers/callback.ts";

type Accepted = Extract<CallbackVerdict, { readonly kind: "accepted" }>;

/** What a callback is about; null where neither the message nor its address says so. */
export type CallbackSubject = Accepted["subject"];
/** The operation, by our reference or by its id in the provider's own form. */
export type CallbackNames = Accepted["names"];

/** Takes callbacks about one kind of operation. The module that owns the operation registers it. */
export interface CallbackReceiver {
  readonly subjects: readonly NonNullable<CallbackSubject>[];
  /**
   * Null: the account has no such operation, because the secret of one account proves nothing about another's
   * operations. Otherwise the query of the operation is committed before this resolves.
   */
  hear(accountId: string, names: CallbackNames): Promise<HeardCallback | null>;
}

export interface HeardCallback {
  /**
   * A query at the provider, which the callback's answer does not wait for. Null: nothing to query, or a worker does
   * it.
   */
  readonly question: Promise<void> | null;
}
