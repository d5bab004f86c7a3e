import type { Queryable } from "../../db/database.ts";
import type { NewsKind } from "../../db/merchant-news.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { money } from "../../kit/money.ts";
import type { MailContent } from "../mail/index.ts";
import type { DocumentType } from "../onboarding/index.ts";
import { findEndpoint, openEndpoint } from "../webhooks/index.ts";
import type { News, NewsPlace } from "./store.ts";

export interface SubjectsDeps {
  readonly db: Queryable;
  readonly keyring: Keyring;
  /** Public address of the service, without a trailing slash. */
  readonly publicUrl: string;
}

/** What a mail tells: the first of the news, and how many more there are. */
interface Told {
  readonly place: NewsPlace;
  readonly news: News;
  readonly others: number;
}

/** The mail's content; null: what happened is over, so that there is nothing to tell any more. */
type Describe = (deps: SubjectsDeps, told: Told) => Promise<MailContent | null>;

const describers: Readonly<Record<NewsKind, Describe>> = {
  KEY_MADE: async ({ db, publicUrl }, { place, news, others }) => {
    const [key] = await db.query<{ name: string }>({
      text: "select name from api_keys where id = $1",
      values: [news.subject],
    });
    if (key === undefined) return null;
    const at = atMerchant(publicUrl, place, "developers/keys");
    return { kind: "KEY_MADE", ...at, name: key.name, by: byOf(news), atMs: news.atMs, others };
  },

  BENEFICIARY_ADDED: async ({ db, publicUrl }, { place, news, others }) => {
    const [row] = await db.query<{ name: string; usableFromMs: number | null }>({
      text: `select name, payouts_allowed_from as "usableFromMs" from beneficiaries where merchant_no = $1 and id = $2`,
      values: [place.merchantNo, news.subject],
    });
    if (row === undefined) return null;
    const at = atMerchant(publicUrl, place, "beneficiaries");
    const { name, usableFromMs } = row;
    return { kind: "BENEFICIARY_ADDED", ...at, name, by: byOf(news), atMs: news.atMs, usableFromMs, others };
  },

  PAYOUT_WAITING: async (deps, told) => {
    const payout = await payoutOf(deps, told);
    // Somebody has approved or cancelled it in the meantime.
    if (payout?.status !== "PENDING_APPROVAL") return null;
    const { content } = payout;
    return { kind: "PAYOUT_WAITING", ...content, by: byOf(told.news) };
  },

  PAYOUT_FAILED: async (deps, told) => {
    const payout = await payoutOf(deps, told);
    if (payout === null) return null;
    return { kind: "PAYOUT_FAILED", ...payout.content, reason: payout.reason ?? "UNKNOWN" };
  },

  ENDPOINT_DISABLED: async ({ db, keyring, publicUrl }, { place, news }) => {
    const id = news.subject as Id<"webhookEndpoint"> | null;
    const stored = id === null ? null : await findEndpoint(db, { merchantNo: place.merchantNo, id });
    // Enabled again in the meantime.
    if (stored?.status !== "DISABLED") return null;
    const { url, failingSinceMs: sinceMs } = openEndpoint(keyring, stored);
    const at = atMerchant(publicUrl, place, `developers/endpoints/${publicId("webhookEndpoint", stored.id)}`);
    return { kind: "ENDPOINT_DISABLED", ...at, host: new URL(url).host, sinceMs };
  },

  KYB_ASKED: async ({ db, publicUrl }, { place, news }) => {
    const [refused] = await db.query<{ message: string }>({
      text: `select refusal_reason as message from kyb_documents where merchant_no = $1 and id = $2 and refused_at is not null`,
      values: [place.merchantNo, news.subject],
    });
    if (refused !== undefined)
      return { kind: "KYB_ASKED", ...atMerchant(publicUrl, place, "setup"), message: refused.message };
    const [row] = await db.query<{ items: string }>({
      text: `select requested_items as items from kyb_dossiers where merchant_no = $1 and status = 'INFO_REQUESTED'`,
      values: [place.merchantNo],
    });
    // The merchant has answered already.
    if (row === undefined) return null;
    const items: readonly { readonly message: string }[] = JSON.parse(row.items);
    const message = items.map((item) => item.message).join("\n");
    return { kind: "KYB_ASKED", ...atMerchant(publicUrl, place, "setup"), message };
  },

  KYB_DECIDED: async ({ db, publicUrl }, { place, news: { decision } }) => {
    if (decision === null) return null;
    const [row] = await db.query<{ about: string | null; account: string | null }>({
      text: `select d.decision_reason as about, m.message_to_merchant as account
               from merchant_numbers n join merchants m on m.id = n.merchant_id
               join kyb_dossiers d on d.merchant_no = n.merchant_no where n.merchant_no = $1`,
      values: [place.merchantNo],
    });
    const isAboutDossier = decision === "REJECTED" || decision === "CHANGE_DISMISSED";
    const message = (isAboutDossier ? row?.about : decision === "APPROVED" ? null : row?.account) ?? null;
    return { kind: "KYB_DECIDED", ...atMerchant(publicUrl, place, "setup"), decision, message };
  },

  KYB_PAPER_ENDS: async ({ db, publicUrl }, { place, news, others }) => {
    const [paper] = await db.query<{ type: DocumentType; lastDay: string }>({
      text: `select type, expires_on::text as "lastDay" from kyb_documents
              where merchant_no = $1 and id = $2 and expires_on is not null`,
      values: [place.merchantNo, news.subject],
    });
    // Deleted since, or a reviewer has found that it does not end.
    if (paper === undefined) return null;
    const { type, lastDay } = paper;
    const hasEnded = lastDay < new Date(news.atMs).toISOString().slice(0, 10);
    const at = atMerchant(publicUrl, place, "setup");
    return { kind: "KYB_PAPER_ENDS", ...at, paper: type, lastDay, hasEnded, others };
  },
};

/** What a mail says of news of one kind. Names are as people have typed them: the mail cleans them. */
export function describeNews(deps: SubjectsDeps, kind: NewsKind, told: Told): Promise<MailContent | null> {
  return describers[kind](deps, told);
}

const atMerchant = (publicUrl: string, { merchantId, mode, merchant }: NewsPlace, page: string) => ({
  merchant,
  mode,
  url: `${publicUrl}/dashboard/${merchantId}/${mode.toLowerCase()}/${page}`,
});

/** Accounts have names; what the service or a provider does has none. */
const byOf = ({ by }: News): string => by ?? "–";

async function payoutOf({ db, publicUrl }: SubjectsDeps, { place, news, others }: Told) {
  const [row] = await db.query<{
    amount: bigint;
    currency: CurrencyCode;
    destination: string;
    status: string;
    reason: string | null;
  }>({
    text: `select amount, currency, destination, status, failure_code as reason from payouts
            where merchant_no = $1 and id = $2`,
    values: [place.merchantNo, news.subject],
  });
  if (row === undefined) return null;
  const { name: beneficiary }: { readonly name: string } = JSON.parse(row.destination);
  const page = `payouts/${publicId("payout", news.subject as Id<"payout">)}`;
  const content = {
    ...atMerchant(publicUrl, place, page),
    amount: money(row.amount, row.currency),
    beneficiary,
    others,
  };
  return { content, status: row.status, reason: row.reason };
}
