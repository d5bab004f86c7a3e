import type { Transaction } from "../../db/database.ts";
import type { LogInAccount } from "./types.ts";

export type SecondFactorChange =
  | "TOTP_SET"
  | "TOTP_REMOVED"
  | "PASSKEY_ADDED"
  | "PASSKEY_REMOVED"
  | "RECOVERY_CODES_MADE"
  | "RECOVERY_CODE_USED";

/** Something that the holder of an account is told by mail. */
export type Notice =
  /** `url` sets a new password, once. */
  | { readonly kind: "PASSWORD_RESET"; readonly url: string; readonly usefulUntilMs: number }
  /** `url` opens the account of a new operator, once. */
  | {
      readonly kind: "OPERATOR_INVITATION";
      readonly inviter: string | null;
      readonly url: string;
      readonly usefulUntilMs: number;
    }
  /** `url` sets a new password and removes every second factor, once. */
  | {
      readonly kind: "ACCOUNT_RECOVERY";
      readonly by: string | null;
      readonly url: string;
      readonly usefulUntilMs: number;
    }
  /** `by` proposes to send such a link. A log-in of the holder ends the proposal. */
  | { readonly kind: "ACCOUNT_RECOVERY_PROPOSED"; readonly by: string; readonly atMs: number }
  /** Wrong passwords slow log-ins down; `url` ends that, once. */
  | { readonly kind: "ACCOUNT_LOCKED"; readonly url: string; readonly usefulUntilMs: number }
  | { readonly kind: "PASSWORD_CHANGED"; readonly atMs: number }
  | {
      readonly kind: "SECOND_FACTOR_CHANGED";
      readonly change: SecondFactorChange;
      readonly atMs: number;
    }
  /** `place` is the network address, `countryCode` that of its registry; null when not known. */
  | {
      readonly kind: "NEW_DEVICE";
      readonly device: string | null;
      readonly place: string;
      readonly countryCode: string | null;
      readonly atMs: number;
    };

/** Tells holders of accounts what happened to them. */
export interface Notifier {
  /** In the transaction of the event, so that neither exists without the other. */
  notify(tx: Transaction, account: LogInAccount, notice: Notice): Promise<void>;
  /** Whether mails leave this installation, so that links can be sent. */
  readonly canSend: boolean;
  /** Refuses with MAIL_NOT_CONFIGURED when they do not. */
  requireMail(): void;
}

/** For a command on the machine, whose user tells the holder. */
export const noNotices: Notifier = { notify: async () => {}, canSend: false, requireMail: () => {} };
