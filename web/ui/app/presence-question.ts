import type { OwnAccount } from "../api/views.ts";

/** What the reader is asked, and what becomes of it. */
export interface Question {
  readonly account: OwnAccount;
  readonly proved: () => void;
  readonly closed: () => void;
}

/** Log-ins belong to a person, not to a merchant. */
export const ownScope = { audience: "merchant", merchantId: null, mode: null } as const;
