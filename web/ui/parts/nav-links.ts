import { hasPermission } from "../../../server/src/http/permissions.ts";
import type { NavEntry, NavGroup } from "../app/pages.ts";

/** A page of the navigation in the reader's words. */
export interface NavLink {
  readonly href: string;
  readonly text: string;
  readonly key: string | null;
  /** How many things wait there for a person; null: nothing is counted. */
  readonly count?: number | null;
}

export interface NavLinks {
  readonly title: string | null;
  readonly links: readonly NavLink[];
}

/** The navigation in words. Entries whose text is missing are a fault of the table. */
export function linksOf(
  groups: readonly NavGroup[],
  root: string,
  words: Readonly<Record<string, string>>,
  counts: Readonly<Record<string, number>> = {},
): readonly NavLinks[] {
  return groups.map(({ word, entries }) => ({
    title: word === null ? null : (words[word] ?? word),
    links: entries.map(({ path, word: name, key }) => ({
      href: path === "" ? root : `${root}/${path}`,
      text: words[name] ?? name,
      key: key ?? null,
      count: counts[path] ?? null,
    })),
  }));
}

/** The navigation without the pages of which a reader with these permissions would see nothing. Pure. */
export function navigationFor(
  groups: readonly NavGroup[],
  permissions: readonly string[],
): readonly NavGroup[] {
  const isSeen = ({ needs }: NavEntry): boolean =>
    needs === undefined || needs.some((one) => hasPermission(permissions, one));
  return groups
    .map(({ word, entries }) => ({ word, entries: entries.filter(isSeen) }))
    .filter(({ entries }) => entries.length > 0);
}

/** The longest address of the navigation that the page lies at or below. Pure. */
export function currentOf(nav: readonly NavLinks[], path: string): string | null {
  const above = nav
    .flatMap(({ links }) => links.map(({ href }) => href))
    .filter((href) => path === href || path.startsWith(`${href}/`));
  return above.sort((one, other) => other.length - one.length)[0] ?? null;
}
