import type { NavGroup, PageEntry } from "../ui/app/pages.ts";
import { firstRows } from "../ui/parts/list-path.ts";
import { developerNavigation, developerPages } from "./developers/pages.ts";

/** The pages of a merchant, below `/dashboard/:merchant/:mode`. The first entry that fits an address shows it. */
export const pages: readonly PageEntry[] = [
  { path: "", file: "home" },
  { path: "payments", file: "payments/list", reads: firstRows("/payments/charges") },
  {
    path: "payments/:id",
    file: "payments/detail",
    reads: ({ params: { id = "" } }) => [
      `/payments/timelines/${id}`,
      ...(id.startsWith("pi_") ? [`/payments/payment-intents/${id}`] : []),
    ],
  },
  { path: "links", file: "links/list", reads: firstRows("/payments/links") },
  { path: "links/new", file: "links/new", reads: () => ["/payments/wallets"] },
  {
    path: "links/:id",
    file: "links/detail",
    reads: ({ params: { id = "" } }) => [`/payments/links/${id}`],
  },
  { path: "refunds", file: "refunds/list", reads: firstRows("/payments/refunds") },
  {
    path: "refunds/:id",
    file: "refunds/detail",
    reads: ({ params: { id = "" } }) => [`/payments/refunds/${id}`, `/payments/timelines/${id}`],
  },
  { path: "payouts", file: "payouts/list", reads: firstRows("/payments/payouts") },
  { path: "payouts/new", file: "payouts/new", reads: () => ["/payments/wallets"] },
  {
    path: "payouts/batches",
    file: "payouts/batches/list",
    reads: firstRows("/payments/payouts/batches"),
  },
  {
    path: "payouts/batches/new",
    file: "payouts/batches/new",
    reads: () => ["/payments/wallets"],
  },
  {
    path: "payouts/batches/:id",
    file: "payouts/batches/detail",
    reads: ({ params: { id = "" } }) => [`/payments/payouts/batches/${id}`],
  },
  {
    path: "payouts/:id",
    file: "payouts/detail",
    reads: ({ params: { id = "" } }) => [`/payments/payouts/${id}`, `/payments/timelines/${id}`],
  },
  { path: "beneficiaries", file: "beneficiaries/list", reads: firstRows("/payments/beneficiaries") },
  {
    path: "beneficiaries/:id",
    file: "beneficiaries/detail",
    reads: ({ params: { id = "" } }) => [`/payments/beneficiaries/${id}`],
  },
  { path: "balance", file: "balance/overview", reads: () => ["/payments/wallets"] },
  { path: "balance/entries", file: "balance/entries", reads: () => ["/payments/wallets"] },
  { path: "reports", file: "reports", reads: () => ["/payments/wallets"] },
  {
    path: "settings/notifications",
    file: "settings/notifications",
    reads: ({ scope: { merchantId } }) => [`/auth/merchant/merchants/${merchantId}/notifications`],
  },
  { path: "settings/profile", file: "settings/profile", reads: () => ["/merchant-owner/onboarding/profile"] },
  {
    path: "settings/team",
    file: "settings/team",
    reads: ({ scope: { merchantId } }) => [`/merchant/merchants/${merchantId}/members`],
  },
  {
    path: "settings/payouts",
    file: "settings/payouts",
    reads: ({ scope: { merchantId } }) => [`/merchant/merchants/${merchantId}`],
  },
  { path: "settings/activity", file: "settings/activity" },
  { path: "search", file: "search" },
  ...developerPages,
];

/** The navigation, in the order in which people work. */
export const navigation: readonly NavGroup[] = [
  {
    word: null,
    entries: [
      { path: "", word: "home", key: "h" },
      { path: "payments", word: "payments", key: "p" },
      { path: "links", word: "links", key: "l" },
      { path: "refunds", word: "refunds", key: "r" },
    ],
  },
  {
    word: "money",
    entries: [
      { path: "balance", word: "balance", key: "b" },
      { path: "balance/entries", word: "entries", key: "e" },
      { path: "reports", word: "reports", key: "x" },
      { path: "payouts", word: "payouts", key: "v" },
      { path: "beneficiaries", word: "beneficiaries", key: "n" },
    ],
  },
  developerNavigation,
  {
    word: "settings",
    entries: [
      { path: "settings/profile", word: "profile" },
      { path: "settings/team", word: "team" },
      { path: "settings/payouts", word: "payoutRules" },
      { path: "settings/activity", word: "activity" },
      { path: "settings/notifications", word: "notifications" },
    ],
  },
];
