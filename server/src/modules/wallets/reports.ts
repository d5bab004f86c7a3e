import type { Static } from "typebox";
import type { Database } from "../../db/database.ts";
import { parsePage, uncountedMeta, unknownCursor } from "../../http/pagination.ts";
import type { Caller, FileReply, PageMeta } from "../../http/route.ts";
import { pageOf } from "../../http/rows-page.ts";
import type { Clock } from "../../kit/clock.ts";
import { type MerchantNo, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Locale } from "../../kit/money.ts";
import { readDetached } from "../ledger/index.ts";
import { type Hold, readHolds, readSettlementDays, type SettlementDay } from "./forecast-store.ts";
import { exportCsv, exportJsonl, exportLedger } from "./ledger-export.ts";
import { parseInstant, parsePeriod } from "./periods.ts";
import {
  type ExportQuery,
  type ExportRecord,
  type HoldListQuery,
  LINES_MAX,
  PDF_LINES_MAX,
  type SettlementListQuery,
  type StatementQuery,
  type TrialBalanceQuery,
} from "./report-schemas.ts";
import { statementView, trialBalanceView } from "./report-view.ts";
import type { Wallets } from "./service.ts";
import { readStatement } from "./statement.ts";
import { statementCsv, statementPdf } from "./statement-files.ts";
import type { Wallet } from "./store.ts";
import { readTrialBalance, trialBalanceCsv } from "./trial-balance.ts";

export const CSV = "text/csv";
export const PDF = "application/pdf";
export const JSONL = "application/jsonl";

export interface ReportsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly wallets: Wallets;
  /** The merchant's name for statements, and its default language. */
  readonly merchants: {
    profile(merchantNo: MerchantNo): Promise<{ readonly displayName: string; readonly locale: Locale }>;
  };
}

/**
 * Bookkeeping reports of a wallet: statements, trial balances, the books themselves, and expected money. Each refuses
 * with RESOURCE_NOT_FOUND for another merchant's wallet.
 */
export function createReports({ db, clock, wallets, merchants }: ReportsDeps) {
  const statement = async (caller: Caller, walletId: string, query: Static<typeof StatementQuery>) => {
    const wallet = await wallets.get(caller.merchantNo, walletId);
    const { format = "json" } = query;
    const linesMax = format === "pdf" ? PDF_LINES_MAX : LINES_MAX;
    const nowMs = clock.nowMs();
    const period = parsePeriod(query, endOf(wallet, nowMs));
    const found = await readStatement(db, caller.merchantNo, wallet, period, linesMax);
    if (format === "json") return { data: await statementView(found, caller, nowMs) };
    const name = fileName("statement", wallet, found.period.fromMs, found.period.toMs);
    if (format === "csv") return file(CSV, `${name}.csv`, await statementCsv(found, query.separator));
    const { displayName, locale } = await merchants.profile(caller.merchantNo);
    const reader = { merchantName: displayName, locale: query.locale ?? locale };
    return file(PDF, `${name}.pdf`, await statementPdf(found, reader, nowMs));
  };

  const trialBalance = async (caller: Caller, walletId: string, query: Static<typeof TrialBalanceQuery>) => {
    const wallet = await wallets.get(caller.merchantNo, walletId);
    const nowMs = clock.nowMs();
    const atMs = query.at === undefined ? endOf(wallet, nowMs) : parseInstant("at", query.at);
    const found = await readTrialBalance(db, caller.merchantNo, wallet, atMs);
    return query.format === "csv"
      ? file(
          CSV,
          `${fileName("trial-balance", wallet, atMs)}.csv`,
          await trialBalanceCsv(found, query.separator),
        )
      : { data: trialBalanceView(found, caller, nowMs) };
  };

  const ledger = async (
    caller: Caller,
    walletId: string,
    query: Static<typeof ExportQuery>,
  ): Promise<FileReply | { readonly data: ExportRecord[] }> => {
    const wallet = await wallets.get(caller.merchantNo, walletId);
    const toMs = endOf(wallet, clock.nowMs());
    const detached = query.from === undefined ? await readDetached(db, caller.merchantNo, wallet.id) : null;
    const beginning = new Date(detached === null ? 0 : detached.atMs + 1).toISOString();
    const period = parsePeriod({ ...query, from: query.from ?? beginning }, toMs, Infinity);
    const records = await exportLedger(db, caller, wallet, period, LINES_MAX);
    if (query.format === "json") return { data: [...records] };
    const name = fileName("ledger", wallet, Math.max(period.fromMs, wallet.createdAtMs), period.toMs);
    return query.format === "csv"
      ? file(CSV, `${name}.csv`, await exportCsv(records, query.separator))
      : file(JSONL, `${name}.jsonl`, await exportJsonl(records));
  };

  /** Identified by their dates. One read covers all days, because no settlement delay is longer. */
  const settlements = async (
    caller: Caller,
    walletId: string,
    query: Static<typeof SettlementListQuery>,
  ): Promise<{
    readonly wallet: Wallet;
    readonly days: readonly SettlementDay[];
    readonly meta: PageMeta;
  }> => {
    const wallet = await wallets.get(caller.merchantNo, walletId);
    const days = await readSettlementDays(db, caller.merchantNo, wallet.id);
    const { rows, meta } = pageOf(
      days.map((day) => ({ ...day, id: day.date })),
      { parse: (date) => date, format: (date) => date },
      query,
    );
    return { wallet, days: rows, meta };
  };

  const holds = async (
    caller: Caller,
    walletId: string,
    query: Static<typeof HoldListQuery>,
  ): Promise<{ readonly wallet: Wallet; readonly holds: readonly Hold[]; readonly meta: PageMeta }> => {
    const page = parsePage(query);
    const { pageSize, newestFirst } = page;
    const wallet = await wallets.get(caller.merchantNo, walletId);
    const beyond = page.by === "cursor" ? parsePublicId("charge", page.cursor) : null;
    if (page.by === "cursor" && beyond === null) throw unknownCursor(page);
    const isAfter = page.by === "page" || page.direction === "after";
    const found = await readHolds(
      ...([db, caller.merchantNo, wallet.id, beyond, newestFirst !== isAfter, pageSize + 1] as const),
    );
    const taken = found.slice(0, pageSize);
    const last = taken.at(-1);
    return {
      wallet,
      holds: isAfter ? taken : taken.toReversed(),
      meta: uncountedMeta(
        pageSize,
        found.length > pageSize && last !== undefined ? publicId("charge", last.chargeId) : null,
      ),
    };
  };

  return { statement, trialBalance, ledger, settlements, holds };
}

/** The first instant after everything booked: a sandbox's clock may be ahead of ours. */
function endOf({ updatedAtMs }: Wallet, nowMs: number): number {
  return Math.max(nowMs, updatedAtMs) + 1;
}

function file(mediaType: string, name: string, body: Buffer): FileReply {
  return { file: { mediaType, fileName: name, body } };
}

/** `statement-XOF-2026-11-01-2026-12-01`: days, since some file systems do not allow colons. */
function fileName(what: string, { currency }: Wallet, ...timesMs: readonly number[]): string {
  return [what, currency, ...timesMs.map((atMs) => new Date(atMs).toISOString().slice(0, 10))].join("-");
}
