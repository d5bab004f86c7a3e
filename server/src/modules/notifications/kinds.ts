import { type NewsKind, newsKinds } from "../../db/merchant-news.ts";
import { hasPermission, type Permission } from "../../http/permissions.ts";
import type { Mode } from "../../kit/payment-terms.ts";

const MINUTE_MS = 60_000;

export interface NewsRule {
  /** Whoever has it in the mode is told. */
  readonly permission: Permission;
  /** It may be the first sign of a theft: in live mode nobody can switch it off. */
  readonly isSecurity: boolean;
  /** After a mail of this kind, further news of it wait so long and are told together, in milliseconds. */
  readonly quietMs: number;
}

/** Who is told what. */
export const newsRules: Readonly<Record<NewsKind, NewsRule>> = {
  KEY_MADE: { permission: "merchant.apikeys.manage", isSecurity: true, quietMs: MINUTE_MS },
  BENEFICIARY_ADDED: {
    permission: "merchant.beneficiaries.manage",
    isSecurity: true,
    quietMs: MINUTE_MS,
  },
  PAYOUT_WAITING: { permission: "merchant.payouts.approve", isSecurity: false, quietMs: 10 * MINUTE_MS },
  PAYOUT_FAILED: { permission: "merchant.payouts.manage", isSecurity: false, quietMs: 10 * MINUTE_MS },
  ENDPOINT_DISABLED: { permission: "merchant.webhooks.manage", isSecurity: false, quietMs: MINUTE_MS },
  KYB_ASKED: { permission: "merchant.profile.manage", isSecurity: false, quietMs: MINUTE_MS },
  KYB_DECIDED: { permission: "merchant.profile.manage", isSecurity: false, quietMs: MINUTE_MS },
};

/** Whether a person with these permissions in a mode is somebody to tell. Pure. */
export function isFor(kind: NewsKind, permissions: readonly string[]): boolean {
  return hasPermission(permissions, newsRules[kind].permission);
}

/** Whether its readers may switch it off. Pure. */
export function canSwitchOff(kind: NewsKind, mode: Mode): boolean {
  return mode === "SANDBOX" || !newsRules[kind].isSecurity;
}

/** Whether it is sent to somebody who has chosen `choice`; undefined: who has chosen nothing. Pure. */
export function isSent(kind: NewsKind, mode: Mode, choice: boolean | undefined): boolean {
  return !canSwitchOff(kind, mode) || (choice ?? true);
}

/** The kinds that concern somebody with these permissions, in the order of `newsKinds`. Pure. */
export function kindsFor(permissions: readonly string[]): readonly NewsKind[] {
  return newsKinds.filter((kind) => isFor(kind, permissions));
}
