import type { Actor } from "../kit/actor.ts";
import type { MerchantNo } from "../kit/ids.ts";
import type { Transaction } from "./database.ts";

/** What the people of a merchant can be told by mail when it happens. */
export const newsKinds = [
  "KEY_MADE",
  "BENEFICIARY_ADDED",
  "PAYOUT_WAITING",
  "PAYOUT_FAILED",
  "ENDPOINT_DISABLED",
  "KYB_ASKED",
  "KYB_DECIDED",
  "KYB_PAPER_ENDS",
] as const;
export type NewsKind = (typeof newsKinds)[number];

/** What was decided about a merchant: its dossier in one mode, or its account in both. */
export const newsDecisions = [
  "APPROVED",
  "REJECTED",
  "CHANGE_DISMISSED",
  "SUSPENDED",
  "REACTIVATED",
  "CLOSED",
] as const;
export type NewsDecision = (typeof newsDecisions)[number];

export interface MerchantNews {
  readonly merchantNo: MerchantNo;
  readonly kind: NewsKind;
  /** Stored id of the object; null where it is the merchant itself. */
  readonly subject: string | null;
  /** Of KYB_DECIDED. */
  readonly decision?: NewsDecision;
  readonly actor: Actor;
  readonly atMs: number;
}

/**
 * Writes the news in the transaction of the act, so that neither exists without the other. `modules/notifications` makes
 * mails of them: whoever writes them need not know who reads them.
 */
export async function recordNews(tx: Transaction, news: readonly MerchantNews[]): Promise<void> {
  if (news.length === 0) return;
  const at = news.map(({ atMs }) => new Date(atMs));
  await tx.query({
    text: `insert into merchant_news (merchant_no, kind, subject, detail, actor_kind, actor_id, happened_at, due_at)
           select * from unnest($1::int[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::uuid[],
             $7::timestamptz[], $7::timestamptz[])`,
    values: [
      news.map(({ merchantNo }) => merchantNo),
      news.map(({ kind }) => kind),
      news.map(({ subject }) => subject),
      news.map(({ decision = null }) => decision),
      news.map(({ actor }) => actor.kind),
      news.map(({ actor }) => actor.id),
      at,
    ],
  });
}
