import type { Mode } from "../../server/src/kit/payment-terms.ts";
import { pages as consolePages } from "../console/pages.ts";
import { pages as dashboardPages } from "../dashboard/pages.ts";
import { placeOf, placePath } from "../dashboard/place.ts";
import type { OwnMerchant } from "../ui/app/boot.ts";
import { findPage, type PageEntry } from "../ui/app/pages.ts";

export type Audience = "merchant" | "operator";

/** One of the two surfaces: where it lies, its pages, and where its people log in. */
export interface Surface {
  readonly audience: Audience;
  readonly root: string;
  readonly folder: "dashboard" | "console";
  readonly logIn: string;
  readonly pages: readonly PageEntry[];
  /** The tab's title until the page has set its own. */
  readonly title: string;
}

export const surfaces: readonly Surface[] = [
  {
    audience: "merchant",
    root: "/dashboard",
    folder: "dashboard",
    logIn: "/login",
    pages: dashboardPages,
    title: "Cauris",
  },
  {
    audience: "operator",
    root: "/console",
    folder: "console",
    logIn: "/console/login",
    pages: consolePages,
    title: "Cauris",
  },
];

/** What an address shows. */
export interface Shown {
  readonly merchantId: string | null;
  readonly mode: Mode | null;
  /** The page's file, below the surface's folder; null: there is no such page, which the surface itself says. */
  readonly file: string | null;
  /** What the page reads first. */
  readonly reads: readonly string[];
}

/** Null when the address names no merchant of the reader's: then `homeOf` says where to go. Pure. */
export function shownAt(
  { audience, pages, root }: Surface,
  path: string,
  query: Readonly<Record<string, string>>,
  merchants: readonly OwnMerchant[],
): Shown | null {
  const place = audience === "merchant" ? placeOf(path) : null;
  if (audience === "merchant") {
    const merchant = merchants.find(({ id }) => id === place?.merchantId);
    if (place === null || merchant === undefined || !hasMode(merchant, place.mode)) return null;
  }
  const scope = { merchantId: place?.merchantId ?? null, mode: place?.mode ?? null };
  const found = findPage(pages, place?.rest ?? path.slice(root.length));
  return {
    ...scope,
    file: found === null ? null : `pages/${found.page.file}.tsx`,
    reads: found?.page.reads?.({ params: found.params, query, scope }) ?? [],
  };
}

/** The first merchant in which the reader has a role, in live mode where it is open; null without any. Pure. */
export function homeOf(merchants: readonly OwnMerchant[]): string | null {
  const first = merchants.find(({ modes }) => modes.length > 0);
  const chosen =
    first?.modes.find(({ mode, open }) => mode === "LIVE" && open) ??
    first?.modes.find(({ open }) => open) ??
    first?.modes[0];
  return first === undefined || chosen === undefined ? null : placePath(first.id, chosen.mode);
}

const hasMode = ({ modes }: OwnMerchant, mode: Mode): boolean => modes.some((one) => one.mode === mode);
