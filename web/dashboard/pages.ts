import type { NavGroup, PageEntry } from "../ui/app/pages.ts";
import type { MerchantArea, Permission } from "../ui/app/permissions.tsx";
import { firstRows } from "../ui/parts/list-path.ts";
import { developerNavigation, developerPages } from "./developers/pages.ts";

/** The pages of a merchant, below `/dashboard/:merchant/:mode`. The first entry that fits an address shows it. */
export const pages: readonly PageEntry[] = [
  { path: "", file: "home", words: ["home"] },
  { path: "payments", file: "payments/list", words: ["payments"], reads: firstRows("/payments/charges") },
  {
    path: "payments/:id",
    file: "payments/detail",
    words: ["payments", "refunding"],
    reads: ({ params: { id = "" } }) => [
      `/payments/timelines/${id}`,
      ...(id.startsWith("pi_") ? [`/payments/payment-intents/${id}`] : []),
    ],
  },
  { path: "links", file: "links/list", words: ["links"], reads: firstRows("/payments/links") },
  { path: "links/new", file: "links/new", words: ["links"], reads: () => ["/payments/wallets"] },
  {
    path: "links/:id",
    file: "links/detail",
    words: ["links"],
    reads: ({ params: { id = "" } }) => [`/payments/links/${id}`],
  },
  {
    path: "refunds",
    file: "refunds/list",
    words: ["payouts", "refunding", "refunds"],
    reads: firstRows("/payments/refunds"),
  },
  {
    path: "refunds/:id",
    file: "refunds/detail",
    words: ["payouts", "refunding", "refunds"],
    reads: ({ params: { id = "" } }) => [`/payments/refunds/${id}`, `/payments/timelines/${id}`],
  },
  {
    path: "payouts",
    file: "payouts/list",
    words: ["payouts", "refunds"],
    reads: firstRows("/payments/payouts"),
  },
  { path: "payouts/new", file: "payouts/new", words: ["payouts"], reads: () => ["/payments/wallets"] },
  {
    path: "payouts/batches",
    file: "payouts/batches/list",
    words: ["batches", "payouts"],
    reads: firstRows("/payments/payouts/batches"),
  },
  {
    path: "payouts/batches/new",
    file: "payouts/batches/new",
    words: ["batches", "payouts"],
    reads: () => ["/payments/wallets"],
  },
  {
    path: "payouts/batches/:id",
    file: "payouts/batches/detail",
    words: ["batches", "payouts"],
    reads: ({ params: { id = "" } }) => [`/payments/payouts/batches/${id}`],
  },
  {
    path: "payouts/:id",
    file: "payouts/detail",
    words: ["payouts", "refunds"],
    reads: ({ params: { id = "" } }) => [`/payments/payouts/${id}`, `/payments/timelines/${id}`],
  },
  {
    path: "beneficiaries",
    file: "beneficiaries/list",
    words: ["beneficiaries"],
    reads: firstRows("/payments/beneficiaries"),
  },
  {
    path: "beneficiaries/:id",
    file: "beneficiaries/detail",
    words: ["beneficiaries", "payouts", "refunds"],
    reads: ({ params: { id = "" } }) => [`/payments/beneficiaries/${id}`],
  },
  { path: "balance", file: "balance/overview", words: ["balance"], reads: () => ["/payments/wallets"] },
  {
    path: "balance/entries",
    file: "balance/entries",
    words: ["balance"],
    reads: () => ["/payments/wallets"],
  },
  {
    path: "balance/:walletId",
    file: "balance/wallet",
    words: ["balance"],
    reads: ({ params: { walletId = "" } }) => [`/payments/wallets/${walletId}`],
  },
  { path: "reports", file: "reports", words: ["reports"], reads: () => ["/payments/wallets"] },
  {
    path: "setup",
    file: "setup/dossier",
    words: ["dossier", "setup"],
    reads: () => ["/merchant-owner/onboarding", "/merchant-owner/onboarding/documents?limit=50"],
  },
  {
    path: "setup/change",
    file: "setup/change",
    words: ["dossier", "setup"],
    reads: () => ["/merchant-owner/onboarding"],
  },
  {
    path: "settings/notifications",
    file: "settings/notifications",
    words: ["notifications"],
    reads: ({ scope: { merchantId } }) => [`/auth/merchant/merchants/${merchantId}/notifications`],
  },
  {
    path: "settings/profile",
    file: "settings/profile",
    words: ["profile"],
    reads: () => ["/merchant-owner/onboarding/profile"],
  },
  {
    path: "settings/team",
    file: "settings/team",
    words: ["team"],
    reads: ({ scope: { merchantId } }) => [`/merchant/merchants/${merchantId}/members`],
  },
  {
    path: "settings/payouts",
    file: "settings/payouts",
    words: ["team", "thresholds"],
    reads: ({ scope: { merchantId } }) => [`/merchant/merchants/${merchantId}`],
  },
  { path: "settings/activity", file: "settings/activity", words: ["activity", "dossier", "keys"] },
  { path: "search", file: "search", words: ["beneficiaries", "links", "payouts", "refunds"] },
  ...developerPages,
];

const reads = (...areas: readonly MerchantArea[]) => areas.map((area): Permission => `merchant.${area}.read`);

/** The navigation, in the order in which people work. */
export const navigation: readonly NavGroup[] = [
  {
    word: null,
    entries: [
      { path: "", word: "home", key: "h" },
      { path: "payments", word: "payments", key: "p", needs: reads("charges") },
      { path: "links", word: "links", key: "l", needs: reads("links") },
      { path: "refunds", word: "refunds", key: "r", needs: reads("refunds") },
    ],
  },
  {
    word: "money",
    entries: [
      { path: "balance", word: "balance", key: "b", needs: reads("wallets") },
      { path: "balance/entries", word: "entries", key: "e", needs: reads("wallets") },
      { path: "reports", word: "reports", key: "x", needs: reads("reports") },
      { path: "payouts", word: "payouts", key: "v", needs: reads("payouts") },
      { path: "beneficiaries", word: "beneficiaries", key: "n", needs: reads("beneficiaries") },
    ],
  },
  developerNavigation,
  {
    word: "settings",
    entries: [
      { path: "setup", word: "setup", key: "d", needs: reads("profile") },
      { path: "settings/profile", word: "profile", needs: reads("profile") },
      { path: "settings/team", word: "team", needs: reads("team") },
      { path: "settings/payouts", word: "payoutRules", needs: reads("profile", "wallets") },
      { path: "settings/activity", word: "activity", needs: reads("team") },
      { path: "settings/notifications", word: "notifications" },
    ],
  },
];
