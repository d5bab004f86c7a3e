import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import { walletErrors } from "./errors.ts";
import {
  holdExample,
  ledgerRecordExample,
  settlementExample,
  statementExample,
  trialBalanceExample,
} from "./report-examples.ts";
import {
  ExportQuery,
  HoldListQuery,
  HoldView,
  LedgerRecordView,
  SettlementListQuery,
  SettlementView,
  StatementQuery,
  StatementView,
  TrialBalanceQuery,
  TrialBalanceView,
} from "./report-schemas.ts";
import { holdView, settlementView } from "./report-view.ts";
import { CSV, createReports, JSONL, PDF, type ReportsDeps } from "./reports.ts";
import { WalletParams } from "./schemas.ts";

const common = { method: "GET", tag: "Wallets", successStatus: 200, idempotency: "none" } as const;

export function createReportRoutes(deps: ReportsDeps): readonly Route[] {
  const reports = createReports(deps);
  return [
    keyRoute({
      ...common,
      path: "/payments/wallets/:id/statement",
      operationId: "getWalletStatement",
      summary: "Get a statement",
      description:
        "The opening balance of a period, every entry in it, and the closing balance. `from` is included, `to` is not; at most 366 days. `format=csv` is for spreadsheets, `format=pdf` for people, in `locale`. At most 20 000 entries, 2 000 in a PDF: beyond that REPORT_TOO_LARGE says how far the period can reach.",
      permission: "merchant.reports.read",
      produces: [CSV, PDF],
      errors: [errors.RESOURCE_NOT_FOUND, walletErrors.LEDGER_DETACHED, walletErrors.REPORT_TOO_LARGE],
      examples: { data: statementExample },
      schemas: { params: WalletParams, query: StatementQuery, response: StatementView },
      handle: ({ caller, params, query }) => reports.statement(caller, params.id, query),
    }),
    keyRoute({
      ...common,
      path: "/payments/wallets/:id/trial-balance",
      operationId: "getWalletTrialBalance",
      summary: "Get a trial balance",
      description:
        "The balance of every account of the wallet's books at a point in time. Debits always equal credits.",
      permission: "merchant.reports.read",
      produces: [CSV],
      errors: [errors.RESOURCE_NOT_FOUND, walletErrors.LEDGER_DETACHED],
      examples: { data: trialBalanceExample },
      schemas: { params: WalletParams, query: TrialBalanceQuery, response: TrialBalanceView },
      handle: ({ caller, params, query }) => reports.trialBalance(caller, params.id, query),
    }),
    keyRoute({
      ...common,
      path: "/payments/wallets/:id/ledger",
      operationId: "exportWalletLedger",
      summary: "Download the ledger",
      description:
        "The wallet's transfers with the hash chain that seals them, as a file. `tools/verify-ledger.mjs` checks it without the service: sums, order and chain. A period is extended to whole seals. At most 20 000 transfers a file: beyond that REPORT_TOO_LARGE says how far the period can reach; check consecutive files together.",
      permission: "merchant.reports.read",
      produces: [JSONL, CSV],
      errors: [errors.RESOURCE_NOT_FOUND, walletErrors.LEDGER_DETACHED, walletErrors.REPORT_TOO_LARGE],
      examples: { data: [ledgerRecordExample] },
      schemas: { params: WalletParams, query: ExportQuery, response: Type.Array(LedgerRecordView) },
      handle: ({ caller, params, query }) => reports.ledger(caller, params.id, query),
    }),
    keyRoute({
      ...common,
      path: "/payments/wallets/:id/settlements",
      operationId: "listWalletSettlements",
      summary: "List upcoming settlements",
      description:
        "When pending money becomes available: one sum per day, next day first. The sums add up to the wallet's `pending`. The cursor is a `date`. A past day stays until its money has been moved, usually a few seconds.",
      permission: "merchant.wallets.read",
      errors: [errors.RESOURCE_NOT_FOUND],
      list: true,
      examples: { data: [settlementExample] },
      schemas: { params: WalletParams, query: SettlementListQuery, response: Type.Array(SettlementView) },
      handle: async ({ caller, params, query }) => {
        const { wallet, days, meta } = await reports.settlements(caller, params.id, query);
        return { data: days.map((day) => settlementView(wallet, day, caller)), meta };
      },
    }),
    keyRoute({
      ...common,
      path: "/payments/wallets/:id/holds",
      operationId: "listWalletHolds",
      summary: "List held money",
      description:
        "Charges whose money is held, with the reason and the time: late, duplicate, or of another amount than requested. Read by cursor, a charge's id. The holds add up to the wallet's `held`.",
      permission: "merchant.wallets.read",
      errors: [errors.RESOURCE_NOT_FOUND],
      list: true,
      examples: { data: [holdExample] },
      schemas: { params: WalletParams, query: HoldListQuery, response: Type.Array(HoldView) },
      handle: async ({ caller, params, query }) => {
        const { wallet, holds, meta } = await reports.holds(caller, params.id, query);
        return { data: holds.map((hold) => holdView(wallet, hold, caller)), meta };
      },
    }),
  ];
}
