import type { NavGroup, PageEntry } from "../ui/app/pages.ts";

/** The pages of operators, below `/console`. The first entry that fits an address shows it. */
export const pages: readonly PageEntry[] = [
  { path: "now", file: "now" },
  { path: "payments", file: "payments/list" },
  {
    path: "payments/:id",
    file: "payments/detail",
    reads: ({ params: { id = "" } }) => [`/tenant/payments/${id}`, `/tenant/timelines/${id}`],
  },
  { path: "search", file: "search" },
];

/** The navigation, in the order in which people work. */
export const navigation: readonly NavGroup[] = [
  {
    word: null,
    entries: [
      { path: "now", word: "now", key: "n" },
      { path: "payments", word: "payments", key: "p" },
    ],
  },
];
