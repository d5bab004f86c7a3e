import type { Locale } from "../../server/src/kit/money.ts";
import type { Mode } from "../../server/src/kit/payment-terms.ts";
import { pages as consolePages, navigation } from "../console/pages.ts";
import { pages as dashboardPages } from "../dashboard/pages.ts";
import { placeOf, placePath } from "../dashboard/place.ts";
import type { OwnMerchant } from "../ui/app/boot.ts";
import { FRAME_AREA, findPage, type PageEntry } from "../ui/app/pages.ts";

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
  /** Null: there is no such page, which the surface itself says. */
  readonly page: PageEntry | null;
  /** What the page reads first. */
  readonly reads: readonly string[];
}

/** The source files of a page in one language, with everything around it. Pure. */
export function sourcesOf(
  { folder }: Pick<Surface, "folder">,
  page: Pick<PageEntry, "file" | "words"> | null,
  locale: Locale,
): readonly string[] {
  const areas = [FRAME_AREA, ...(page?.words ?? [])];
  return [
    entryOf({ folder }),
    `ui/i18n/${locale}.ts`,
    ...areas.map((area) => `${folder}/i18n/${locale}/${area}.ts`),
    ...(page === null ? [] : [`${folder}/pages/${page.file}.tsx`]),
  ];
}

/** The source file that runs. Pure. */
export const entryOf = ({ folder }: Pick<Surface, "folder">): string => `${folder}/main.tsx`;

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
    page: found?.page ?? null,
    reads: found?.page.reads?.({ params: found.params, query, scope }) ?? [],
  };
}

/**
 * The merchant and mode that were open last, where the reader still has a role; else the first merchant in which the reader
 * has one, and of these one that has not moved away, in live mode where it is open; null without any. Pure.
 */
export function homeOf(merchants: readonly OwnMerchant[], last: string | null): string | null {
  const known = last === null ? null : placeOf(last);
  if (known !== null && merchants.some((one) => one.id === known.merchantId && hasMode(one, known.mode)))
    return known.root;
  const served = merchants.filter(({ modes }) => modes.length > 0);
  const first = served.find(({ movedTo }) => movedTo === null) ?? served[0];
  const chosen =
    first?.modes.find(({ mode, open }) => mode === "LIVE" && open) ??
    first?.modes.find(({ open }) => open) ??
    first?.modes[0];
  return first === undefined || chosen === undefined ? null : placePath(first.id, chosen.mode);
}

/**
 * What an operator begins with: the work queue, or the first page of the navigation that the permissions show. Who may read
 * nothing yet sets up the account first. Pure.
 */
export function consoleHomeOf(permissions: readonly string[]): string {
  const entries = navigation.flatMap((group) => group.entries);
  const shown = entries.filter(({ needs = [] }) =>
    needs.some((one) => permissions.includes(one) || permissions.includes(one.replace(/read$/, "manage"))),
  );
  const first = shown.find(({ path }) => path === "work") ?? shown[0];
  return `/console/${first?.path ?? "account"}`;
}

/** Whether an address is the surface's alone, without a page. Pure. */
export const isBare = ({ root }: Pick<Surface, "root">, path: string): boolean =>
  path === root || path === `${root}/`;

const hasMode = ({ modes }: OwnMerchant, mode: Mode): boolean => modes.some((one) => one.mode === mode);
