import type { CellCode } from "../../kit/cell.ts";
import type { CallbackVerdict } from "../../providers/callback.ts";

type Accepted = Extract<CallbackVerdict, { readonly kind: "accepted" }>;

/** The operation, by our reference or by its id in the provider's own form. */
export type CallbackNames = Accepted["names"];
/** What the message must share with the operation's handle. */
type CallbackSecret = NonNullable<Accepted["secret"]>;

/** Takes callbacks about one kind of operation. The module that owns the operation registers it. */
export interface CallbackReceiver {
  readonly subjects: readonly NonNullable<Accepted["subject"]>[];
  /**
   * Null: the account has no such operation, because the secret of one account proves nothing about another's
   * operations. `forged`: the operation's handle has another secret. `away`: its merchant lives in another cell. Otherwise the query of the operation is committed
   * before this resolves.
   */
  hear(accountId: string, names: CallbackNames, secret: CallbackSecret | null): Promise<Heard>;
}

export type Heard = HeardCallback | AwayCallback | "forged" | null;

/** Nothing was done here: the merchant's cell must be told. */
export interface AwayCallback {
  /** Null: the default cell. */
  readonly away: CellCode | null;
}

export interface HeardCallback {
  /**
   * A query at the provider, which the callback's answer does not wait for. Null: nothing to query, or a worker does
   * it.
   */
  readonly question: Promise<void> | null;
}
