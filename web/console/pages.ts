import type { NavGroup, PageEntry } from "../ui/app/pages.ts";
import type { TenantArea, TenantPermission } from "../ui/app/permissions.tsx";
import { modeOf } from "./parts/mode-of.ts";

/** The pages of operators, below `/console`. The first entry that fits an address shows it. */
export const pages: readonly PageEntry[] = [
  { path: "now", file: "now", words: ["now", "queues", "work"] },
  {
    path: "payments",
    file: "payments/list",
    words: ["payments"],
    // In the sandbox, with filters, and further on in the list, the page asks itself.
    reads: ({ query }) => (Object.keys(query).length > 0 ? [] : ["/tenant/payments?mode=LIVE&limit=50"]),
  },
  {
    path: "payments/:id",
    file: "payments/detail",
    words: ["deciding", "payments", "trace"],
    reads: ({ params: { id = "" } }) => [`/tenant/payments/${id}`, `/tenant/timelines/${id}`],
  },
  {
    path: "merchants",
    file: "merchants/list",
    words: ["merchants", "standing"],
    reads: () => ["/tenant/merchants?mode=LIVE&limit=50"],
  },
  { path: "merchants/:id/sessions/:session", file: "merchants/session", words: ["payments"] },
  { path: "merchants/:id", file: "merchants/detail", words: ["auditActs", "merchants", "standing"] },
  {
    path: "kyb/:id",
    file: "kyb/detail",
    words: ["dossier", "holding", "kyb", "standing"],
    reads: ({ params: { id = "" } }) => [`/tenant/kyb/${id}`],
  },
  { path: "kyb", file: "kyb/list", words: ["dossier", "kyb", "standing"] },
  { path: "team", file: "team/list", words: ["approvals", "team"], reads: () => ["/tenant/operators"] },
  {
    path: "team/:id",
    file: "team/detail",
    words: ["approvals", "team"],
    reads: ({ params: { id = "" } }) => [`/tenant/operators/${id}`],
  },
  { path: "audit", file: "audit/list", words: ["audit", "auditActs"] },
  {
    path: "payer-page",
    file: "payer-page",
    words: ["approvals", "payerPage"],
    reads: ({ query }) => [`/tenant/payer-page?mode=${modeOf(query)}`],
  },
  { path: "fees", file: "fees", words: ["approvals", "fees"] },
  { path: "work", file: "work", words: ["dossier", "holding", "work"], reads: () => ["/tenant/work"] },
  {
    path: "held/:id",
    file: "held",
    words: ["approvals", "deciding", "holding"],
    reads: ({ params: { id = "" } }) => [`/tenant/held-money/${id}`, `/tenant/payments/${id}`],
  },
  {
    path: "unknown/:id",
    file: "unknown",
    words: ["approvals", "deciding", "holding"],
    reads: ({ params: { id = "" } }) => [`/tenant/unresolved-payments/${id}`],
  },
  { path: "approvals", file: "approvals/list", words: ["approvals"] },
  { path: "approvals/:id", file: "approvals/detail", words: ["approvals"] },
  { path: "outages", file: "outages", words: ["now", "outages"] },
  {
    path: "routing",
    file: "routing",
    words: ["approvals", "routing", "trace"],
    reads: ({ query }) => [
      `/tenant/routing/rules?mode=${modeOf(query)}&pageSize=100`,
      `/tenant/provider-accounts?mode=${modeOf(query)}&pageSize=100`,
    ],
  },
  { path: "providers", file: "providers/list", words: ["approvals", "providers"] },
  {
    path: "providers/:id",
    file: "providers/detail",
    words: ["approvals", "balances", "providers", "trace"],
    reads: ({ params: { id = "" } }) => [`/tenant/provider-accounts/${id}`],
  },
  {
    path: "reconciliation",
    file: "reconciliation/list",
    words: ["approvals", "balances", "correcting", "holding", "reconciliation"],
    reads: ({ query }) => [
      `/tenant/reconciliation/coverage?mode=${modeOf(query)}`,
      `/tenant/reconciliation/accounts?mode=${modeOf(query)}`,
    ],
  },
  {
    path: "reconciliation/differences/:id",
    file: "reconciliation/difference",
    words: ["approvals", "correcting", "holding", "reconciliation"],
  },
  {
    path: "reconciliation/:statement",
    file: "reconciliation/statement",
    words: ["approvals", "correcting", "holding", "reconciliation"],
    reads: ({ params: { statement = "" } }) => [`/tenant/reconciliation/statements/${statement}`],
  },
  {
    path: "bank",
    file: "bank/list",
    words: ["approvals", "bank", "correcting"],
    reads: ({ query }) => [
      `/tenant/reconciliation/settlements?mode=${modeOf(query)}`,
      `/tenant/reconciliation/accounts?mode=${modeOf(query)}`,
    ],
  },
  { path: "bank/files", file: "bank/files", words: ["bankFiles"] },
  { path: "bank/files/:id", file: "bank/file", words: ["bank", "bankFiles"] },
  { path: "bank/payout-files", file: "bank/payout-files", words: ["bankFiles", "payoutFiles"] },
  {
    path: "bank/payout-files/:id",
    file: "bank/payout-file",
    words: ["approvals", "bankFiles", "payoutFiles"],
    reads: ({ params: { id = "" } }) => [`/tenant/payout-files/${id}`],
  },
  {
    path: "bank/:id",
    file: "bank/detail",
    words: ["approvals", "bank", "holding"],
    reads: ({ params: { id = "" } }) => [`/tenant/bank-entries/${id}`],
  },
  {
    path: "ledger",
    file: "ledger",
    words: ["approvals", "correcting", "ledger"],
    reads: ({ query }) => [`/tenant/reconciliation/account-books?mode=${modeOf(query)}`],
  },
  { path: "ledger/book-corrections", file: "ledger-corrections", words: ["approvals", "bookCorrections"] },
  { path: "search", file: "search", words: [] },
];

const reads = (...areas: readonly TenantArea[]): readonly TenantPermission[] =>
  areas.map((area) => `tenant.${area}.read` as const);

/** The navigation, in the order in which people work. */
export const navigation: readonly NavGroup[] = [
  {
    word: null,
    entries: [
      { path: "now", word: "now", key: "n", needs: reads("payments", "routing", "providers", "merchants") },
      {
        path: "work",
        word: "work",
        key: "w",
        needs: reads(
          "kyb",
          "payments",
          "routing",
          "ledger",
          "reconciliation",
          "merchants",
          "providers",
          "fees",
          "team",
        ),
      },
      {
        path: "approvals",
        word: "approvals",
        key: "d",
        needs: reads("payments", "routing", "providers", "fees", "ledger", "merchants", "kyb", "team"),
      },
      { path: "payments", word: "payments", key: "p", needs: reads("payments") },
      { path: "merchants", word: "merchants", key: "m", needs: reads("merchants") },
      { path: "kyb", word: "kyb", key: "k", needs: reads("kyb") },
    ],
  },
  {
    word: "platform",
    entries: [
      { path: "audit", word: "audit", key: "a", needs: reads("audit") },
      { path: "team", word: "team", key: "t", needs: reads("team") },
      { path: "fees", word: "fees", key: "f", needs: reads("fees") },
      { path: "payer-page", word: "payerPage", key: "y", needs: reads("merchants") },
    ],
  },
  {
    word: "providersGroup",
    entries: [
      { path: "outages", word: "outages", key: "o", needs: reads("routing") },
      { path: "routing", word: "routing", key: "r", needs: reads("routing") },
      { path: "providers", word: "providers", key: "v", needs: reads("providers") },
    ],
  },
  {
    word: "books",
    entries: [
      { path: "reconciliation", word: "reconciliation", key: "c", needs: reads("reconciliation") },
      { path: "bank", word: "bank", key: "b", needs: reads("reconciliation") },
      { path: "ledger", word: "ledger", key: "l", needs: reads("reconciliation", "ledger") },
    ],
  },
];
