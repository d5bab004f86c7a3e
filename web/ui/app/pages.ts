import type { Permission, TenantPermission } from "../../../server/src/http/permissions.ts";
import type { Scope } from "../api/request.ts";

/**
 * One page: where it is and which file shows it. The table of pages is plain data, because both sides read it: the
 * browser to show a page, the service to send its files and first answers along.
 */
export interface PageEntry {
  /** Below the root of the surface: `payments/:id`; empty is its home. */
  readonly path: string;
  /** Below `pages/`, without its ending. */
  readonly file: string;
  /**
   * The areas of words that it and its parts show, by the names of their files in `i18n/*`. They are sent with its file.
   * A test compares them with what the files use.
   */
  readonly words: readonly string[];
  /** What it reads first, from the values in its path and its address. */
  readonly reads?: (place: PagePlace) => readonly string[];
}

/** The area of words around every page: the navigation. */
export const FRAME_AREA = "nav";

export interface PagePlace {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly scope: Pick<Scope, "merchantId" | "mode">;
}

/** One entry of the navigation: a page without values in its path, and the key that leads to it after `g`. */
export interface NavEntry {
  readonly path: string;
  /** One of these shows something of the page; every reader may see it when absent. */
  readonly needs?: readonly (Permission | TenantPermission)[];
  /** Name of the text in the words of the surface. */
  readonly word: string;
  readonly key?: string;
}

export interface NavGroup {
  /** Name of the group's text; null: the first group has none. */
  readonly word: string | null;
  readonly entries: readonly NavEntry[];
}

/** The entry whose path fits `path`, with the values in it. The first that fits counts. Pure. */
export function findPage<Page extends PageEntry>(
  pages: readonly Page[],
  path: string,
): { readonly page: Page; readonly params: Readonly<Record<string, string>> } | null {
  const given = path.split("/").filter((part) => part !== "");
  for (const page of pages) {
    const wanted = page.path.split("/").filter((part) => part !== "");
    if (wanted.length !== given.length) continue;
    if (wanted.every((part, index) => part.startsWith(":") || part === given[index]))
      return {
        page,
        params: Object.fromEntries(
          wanted.flatMap((part, index) =>
            part.startsWith(":") ? [[part.slice(1), given[index] ?? ""]] : [],
          ),
        ),
      };
  }
  return null;
}
