import { newsDecisions } from "../../db/merchant-news.ts";
import { money } from "../../kit/money.ts";
import type { MailContent, MailKind } from "./types.ts";

const atMs = Date.UTC(2026, 10, 22, 9, 5);
const usefulUntilMs = Date.UTC(2026, 10, 29, 9, 5);
const url = "https://pay.example.com/page/1";
const atMerchant = { merchant: "Boutique Awa", mode: "LIVE", url } as const;

/** One of each kind, and each case of those that have several. */
export function sampleContents(): readonly MailContent[] {
  const samples: { readonly [Kind in MailKind]: readonly (MailContent & { readonly kind: Kind })[] } = {
    MEMBER_INVITATION: [
      { kind: "MEMBER_INVITATION", merchant: "Boutique Awa", inviter: "Awa Koné", url, usefulUntilMs },
    ],
    OPERATOR_INVITATION: ["Yao", null].map((inviter) => ({
      kind: "OPERATOR_INVITATION",
      inviter,
      url,
      usefulUntilMs,
    })),
    ACCOUNT_RECOVERY: ["Awa Koné", null].map((by) => ({ kind: "ACCOUNT_RECOVERY", by, url, usefulUntilMs })),
    ACCOUNT_RECOVERY_PROPOSED: [{ kind: "ACCOUNT_RECOVERY_PROPOSED", by: "Awa Koné", atMs, url }],
    PASSWORD_RESET: [{ kind: "PASSWORD_RESET", url, usefulUntilMs }],
    ACCOUNT_LOCKED: [{ kind: "ACCOUNT_LOCKED", url, usefulUntilMs }],
    NEW_DEVICE: ["Firefox, Android", null].map((device) => ({
      kind: "NEW_DEVICE",
      device,
      place: "102.64.1.9",
      countryCode: device === null ? null : "GH",
      atMs,
      url,
    })),
    SECOND_FACTOR_CHANGED: (
      [
        "TOTP_SET",
        "TOTP_REMOVED",
        "PASSKEY_ADDED",
        "PASSKEY_REMOVED",
        "RECOVERY_CODES_MADE",
        "RECOVERY_CODE_USED",
      ] as const
    ).map((change) => ({ kind: "SECOND_FACTOR_CHANGED", change, atMs, url })),
    PASSWORD_CHANGED: [{ kind: "PASSWORD_CHANGED", atMs, url }],
    KEY_MADE: [0, 2].map((others) => ({
      kind: "KEY_MADE",
      ...atMerchant,
      name: "Caisse 2",
      by: "Awa Koné",
      atMs,
      others,
    })),
    BENEFICIARY_ADDED: [usefulUntilMs, null].map((usableFromMs) => ({
      kind: "BENEFICIARY_ADDED",
      ...atMerchant,
      url: null,
      name: "Koffi Yao",
      by: "Awa Koné",
      atMs,
      usableFromMs,
      others: 0,
    })),
    PAYOUT_WAITING: [
      {
        kind: "PAYOUT_WAITING",
        ...atMerchant,
        amount: money(50_000n, "XOF"),
        beneficiary: "Koffi Yao",
        by: "Awa Koné",
        others: 3,
      },
    ],
    PAYOUT_FAILED: [
      {
        kind: "PAYOUT_FAILED",
        ...atMerchant,
        amount: money(50_000n, "XOF"),
        beneficiary: "Koffi Yao",
        reason: "ACCOUNT_CLOSED",
        others: 0,
      },
    ],
    ENDPOINT_DISABLED: [atMs, null].map((sinceMs) => ({
      kind: "ENDPOINT_DISABLED",
      ...atMerchant,
      host: "hooks.example.com",
      sinceMs,
    })),
    KYB_ASKED: [{ kind: "KYB_ASKED", ...atMerchant, message: "Le RCCM est illisible.\nMerci." }],
    KYB_DECIDED: newsDecisions.flatMap((decision) =>
      ["Bienvenue", null].map((message) => ({
        kind: "KYB_DECIDED" as const,
        ...atMerchant,
        decision,
        message,
      })),
    ),
    KYB_PAPER_ENDS: [true, false].map((hasEnded) => ({
      kind: "KYB_PAPER_ENDS",
      ...atMerchant,
      paper: "DIRECTOR_ID",
      lastDay: "2026-12-22",
      hasEnded,
      others: hasEnded ? 1 : 0,
    })),
    NOTE_MENTION: [{ kind: "NOTE_MENTION", ...atMerchant, by: "Awa Koné" }],
    OPERATOR_NOTE_MENTION: [{ kind: "OPERATOR_NOTE_MENTION", url, by: "Awa Koné" }],
    DAILY_SUMMARY: [
      {
        kind: "DAILY_SUMMARY",
        ...atMerchant,
        day: "2026-11-22",
        currencies: [
          { takings: money(1_250_000n, "XOF"), count: 42, available: money(800_000n, "XOF") },
          { takings: money(5_000n, "XAF"), count: 1, available: money(0n, "XAF") },
        ],
        succeeded: 43,
        failed: 2,
        failedPayouts: 1,
        payoutsToApprove: 3,
        dossierQuestions: 1,
        disabledEndpoints: 1,
      },
      {
        kind: "DAILY_SUMMARY",
        ...atMerchant,
        day: "2026-11-22",
        currencies: [],
        succeeded: 0,
        failed: 0,
        failedPayouts: 0,
        payoutsToApprove: 1,
        dossierQuestions: 0,
        disabledEndpoints: 0,
      },
    ],
    PAYMENT_RECEIPT: [
      {
        kind: "PAYMENT_RECEIPT",
        ...atMerchant,
        amount: money(12_500n, "XOF"),
        atMs,
        title: "Commande n° 2041",
        orderNumber: "CMD-2041",
        runBy: "Sahel Pay",
        method: "Orange Money",
        reference: "K7M2-QX4D",
      },
    ],
    OPERATOR_DIGEST: [3, 0].map((overdue) => ({
      kind: "OPERATOR_DIGEST",
      url,
      count: 12,
      overdue,
      oldestMs: atMs,
    })),
  };
  return Object.values(samples).flat();
}
