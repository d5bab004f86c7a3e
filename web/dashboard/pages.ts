import type { NavGroup, PageEntry } from "../ui/app/pages.ts";
import { firstRows } from "../ui/parts/list-path.ts";

/** The pages of a merchant, below `/dashboard/:merchant/:mode`. The first entry that fits an address shows it. */
export const pages: readonly PageEntry[] = [
  { path: "payments", file: "payments/list", reads: firstRows("/payments/charges") },
  {
    path: "payments/:id",
    file: "payments/detail",
    reads: ({ params: { id = "" } }) => [
      `/payments/timelines/${id}`,
      ...(id.startsWith("pi_") ? [`/payments/payment-intents/${id}`] : []),
    ],
  },
  { path: "search", file: "search" },
];

/** The navigation, in the order in which people work. */
export const navigation: readonly NavGroup[] = [
  { word: null, entries: [{ path: "payments", word: "payments", key: "p" }] },
];
