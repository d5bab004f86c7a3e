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

/** What a person can switch on and off: news, notes that name the person, and the summary of each day. */
export const settingKinds = [...newsKinds, "NOTE_MENTION", "DAILY_SUMMARY"] as const;
export type SettingKind = (typeof settingKinds)[number];

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
  KYB_PAPER_ENDS: { permission: "merchant.profile.manage", isSecurity: false, quietMs: MINUTE_MS },
  KYB_DECIDED: { permission: "merchant.profile.manage", isSecurity: false, quietMs: MINUTE_MS },
};

/** Whoever has one of them may read some notes, and can be named there. */
const notePermissions: readonly Permission[] = [
  "merchant.payments.read",
  "merchant.payouts.read",
  "merchant.links.read",
  "merchant.beneficiaries.read",
];

function neededFor(kind: SettingKind): readonly Permission[] {
  if (kind === "NOTE_MENTION") return notePermissions;
  return [kind === "DAILY_SUMMARY" ? "merchant.reports.read" : newsRules[kind].permission];
}

/** Whether a person with these permissions in a mode is somebody to tell. Pure. */
export const isFor = (kind: SettingKind, permissions: readonly string[]): boolean =>
  neededFor(kind).some((needed) => hasPermission(permissions, needed));

/** Whether its readers may switch it off. Pure. */
export function canSwitchOff(kind: SettingKind, mode: Mode): boolean {
  return (
    mode === "SANDBOX" || kind === "DAILY_SUMMARY" || kind === "NOTE_MENTION" || !newsRules[kind].isSecurity
  );
}

/**
 * Whether it is sent to somebody who has chosen `choice`; undefined: who has chosen nothing. Only the daily summary comes
 * to nobody who has not asked for it. Pure.
 */
export function isSent(kind: SettingKind, mode: Mode, choice: boolean | undefined): boolean {
  return !canSwitchOff(kind, mode) || (choice ?? kind !== "DAILY_SUMMARY");
}

/** The kinds that concern somebody with these permissions, in the order of `settingKinds`. Pure. */
export function kindsFor(permissions: readonly string[]): readonly SettingKind[] {
  return settingKinds.filter((kind) => isFor(kind, permissions));
}
