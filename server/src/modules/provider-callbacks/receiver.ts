import type { CallbackVerdict } from "../../providers/callback.ts";

type Accepted = Extract<CallbackVerdict, { readonly kind: "accepted" }>;

/** What a callback is about; null where neither it nor its address says. */
export type CallbackSubject = Accepted["subject"];
/** The operation, by our reference or by its id in the provider's own form. */
export type CallbackNames = Accepted["names"];

/** Takes callbacks about one kind of operation. The module that owns the operation registers it. */
export interface CallbackReceiver {
  readonly subjects: readonly NonNullable<CallbackSubject>[];
  /**
   * Null: the account has no such operation. One account's secret says nothing about another's. Otherwise what the callback
   * brings is on its way: it is committed before this resolves that the operation will be asked about.
   */
  hear(accountId: string, names: CallbackNames): Promise<HeardCallback | null>;
}

export interface HeardCallback {
  /** A question to the provider, for which its callback does not wait. Null: there is nothing to ask, or a worker asks. */
  readonly question: Promise<void> | null;
}
