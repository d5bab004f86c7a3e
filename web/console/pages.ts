import type { NavGroup, PageEntry } from "../ui/app/pages.ts";
import { modeOf } from "./parts/mode-of.ts";

/** The pages of operators, below `/console`. The first entry that fits an address shows it. */
export const pages: readonly PageEntry[] = [
  { path: "now", file: "now" },
  { path: "payments", file: "payments/list" },
  {
    path: "payments/:id",
    file: "payments/detail",
    reads: ({ params: { id = "" } }) => [`/tenant/payments/${id}`, `/tenant/timelines/${id}`],
  },
  { path: "merchants", file: "merchants/list", reads: () => ["/tenant/merchants?mode=LIVE&limit=50"] },
  { path: "merchants/:id", file: "merchants/detail" },
  { path: "kyb/:id", file: "kyb/detail", reads: ({ params: { id = "" } }) => [`/tenant/kyb/${id}`] },
  { path: "team", file: "team/list", reads: () => ["/tenant/operators"] },
  {
    path: "team/:id",
    file: "team/detail",
    reads: ({ params: { id = "" } }) => [`/tenant/operators/${id}`],
  },
  { path: "audit", file: "audit/list" },
  { path: "fees", file: "fees" },
  { path: "work", file: "work", reads: () => ["/tenant/work"] },
  { path: "approvals", file: "approvals/list" },
  { path: "approvals/:id", file: "approvals/detail" },
  { path: "outages", file: "outages" },
  {
    path: "routing",
    file: "routing",
    reads: ({ query }) => [
      `/tenant/routing/rules?mode=${modeOf(query)}&pageSize=100`,
      `/tenant/provider-accounts?mode=${modeOf(query)}&pageSize=100`,
    ],
  },
  { path: "providers", file: "providers/list" },
  {
    path: "providers/:id",
    file: "providers/detail",
    reads: ({ params: { id = "" } }) => [`/tenant/provider-accounts/${id}`],
  },
  {
    path: "reconciliation",
    file: "reconciliation/list",
    reads: ({ query }) => [`/tenant/reconciliation/coverage?mode=${modeOf(query)}`],
  },
  {
    path: "reconciliation/:statement",
    file: "reconciliation/statement",
    reads: ({ params: { statement = "" } }) => [`/tenant/reconciliation/statements/${statement}`],
  },
  {
    path: "ledger",
    file: "ledger",
    reads: ({ query }) => [`/tenant/reconciliation/account-books?mode=${modeOf(query)}`],
  },
  { path: "search", file: "search" },
];

/** The navigation, in the order in which people work. */
export const navigation: readonly NavGroup[] = [
  {
    word: null,
    entries: [
      { path: "now", word: "now", key: "n" },
      { path: "work", word: "work", key: "w" },
      { path: "approvals", word: "approvals", key: "d" },
      { path: "payments", word: "payments", key: "p" },
      { path: "merchants", word: "merchants", key: "m" },
    ],
  },
  {
    word: "platform",
    entries: [
      { path: "audit", word: "audit", key: "a" },
      { path: "team", word: "team", key: "t" },
      { path: "fees", word: "fees", key: "f" },
    ],
  },
  {
    word: "providersGroup",
    entries: [
      { path: "outages", word: "outages", key: "o" },
      { path: "routing", word: "routing", key: "r" },
      { path: "providers", word: "providers", key: "v" },
    ],
  },
  {
    word: "books",
    entries: [
      { path: "reconciliation", word: "reconciliation", key: "c" },
      { path: "ledger", word: "ledger", key: "l" },
    ],
  },
];
