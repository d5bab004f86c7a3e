import { QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/preact-query";
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { LocationProvider, lazy, Route, Router, useLocation } from "preact-iso";
import { ApiProblem } from "../api/problem.ts";
import { keyOf, readAhead } from "../api/reads.ts";
import type { UiTexts } from "../i18n/index.ts";
import { Announcer } from "../parts/announcer.tsx";
import { Boundary } from "../parts/problem.tsx";
import type { Boot } from "./boot.ts";
import { findPage, type PageEntry } from "./pages.ts";
import { PresenceProvider } from "./presence.tsx";
import { ReaderProvider } from "./reader.tsx";
import { useScope } from "./scope.tsx";

/** Files below `pages/`, by name, as the build finds them. */
export type PageFiles = Readonly<Record<string, () => Promise<unknown>>>;

const FRESH_MS = 5_000;
/** Tries after a failure that may pass; a refusal is final. */
const TRIES_MAX = 2;

/** Answers that are remembered while the page is open; those that came with the page are the first. */
export function createAnswers(boot: Boot): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, problem) =>
          count < TRIES_MAX &&
          problem instanceof ApiProblem &&
          (problem.status === 0 || problem.status >= 500),
        refetchOnWindowFocus: true,
      },
    },
  });
  for (const { path, data, meta, ...scope } of boot.answers)
    client.setQueryData(keyOf(scope, path), { data, meta });
  return client;
}

interface SurfaceProps {
  readonly boot: Boot;
  readonly answers: QueryClient;
  readonly words: UiTexts;
  /** Links below it are followed without a new page. */
  readonly root: string;
  readonly children: ComponentChildren;
}

/** What every page stands in. */
export function Surface({ boot, answers, words, root, children }: SurfaceProps) {
  const { account } = boot;
  return (
    <QueryClientProvider client={answers}>
      <ReaderProvider value={{ account, locale: account.locale, timeZone: account.timeZone, words }}>
        <LocationProvider scope={scopeOf(root)}>
          <Announcer>
            <PresenceProvider>{children}</PresenceProvider>
          </Announcer>
        </LocationProvider>
      </ReaderProvider>
    </QueryClientProvider>
  );
}

/** Log-in and own account are other pages, though the console's lie below its root. */
const scopeOf = (root: string): RegExp =>
  new RegExp(`^${root}(?:$|[/?])(?!login|account|invite|reset|unlock)`);

/** An entry of the table of pages with what shows it. */
export interface ShownPage extends PageEntry {
  readonly component: ComponentType<PageProps>;
  /** Begins to load its code and words. */
  readonly loadAhead: () => void;
}

/** Page components, each loaded with its words when it is first shown. */
export function loadPages(
  pages: readonly PageEntry[],
  files: PageFiles,
  loadWords: (areas: readonly string[]) => Promise<void>,
): readonly ShownPage[] {
  let isAnyShown = false;
  return pages.map((entry) => {
    const load = files[`./pages/${entry.file}.tsx`];
    if (load === undefined) throw new Error(`There is no page ${entry.file}.`);
    const loadAll = async () => {
      const [module] = await Promise.all([load(), loadWords(entry.words)]);
      return module as { readonly default: ComponentType<PageProps> };
    };
    const Page = lazy(async () => {
      try {
        const page = await loadAll();
        isAnyShown = true;
        return page;
      } catch (error) {
        if (!isAnyShown) throw error;
        // A browser does not ask again for a module that failed, and after an upgrade the old file is gone: only a reload helps.
        location.reload();
        return new Promise<never>(() => {});
      }
    });
    // A failure is not reported here: when the page is shown, it loads the files itself and reports it.
    const loadAhead = () => void loadAll().catch(() => {});
    const Guarded = ({ params, path: shownAt }: PageProps & { readonly path: string }) => {
      const location = useLocation();
      const own = useRef(location);
      // The page that is left stays until the next one is loaded. It keeps its own address: with the new one it would read and draw again for nothing.
      if (location.path === shownAt) own.current = location;
      const place = own.current;
      return useMemo(
        () => (
          <LocationProvider.ctx.Provider value={place}>
            {/* A fault inside a page leaves the frame around it alive. */}
            <Boundary>
              <Page params={params} />
            </Boundary>
          </LocationProvider.ctx.Provider>
        ),
        [place, params],
      );
    };
    return { ...entry, component: Guarded as ComponentType<PageProps>, loadAhead };
  });
}

export interface PageProps {
  /** Values in the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface PagesProps {
  readonly root: string;
  readonly pages: readonly ShownPage[];
  readonly otherwise: ComponentType;
}

/** The page of the address. */
export function Pages({ root, pages, otherwise }: PagesProps) {
  useAhead(root, pages);
  return (
    <Router>
      {pages.map(({ path, component }) => (
        <Route key={path} path={`${root}/${path}`} component={component} />
      ))}
      <Route default component={otherwise} />
    </Router>
  );
}

/**
 * Loads ahead. The code of a page: when its link is touched or its row gets the focus. What the page reads first: when the address
 * changes, beside the code. A touch reads nothing, because it may be the beginning of a scroll.
 */
function useAhead(root: string, pages: readonly ShownPage[]): void {
  const { path, query } = useLocation();
  const client = useQueryClient();
  const scope = useScope();
  const find = (at: string) => (at.startsWith(root) ? findPage(pages, at.slice(root.length)) : null);
  useEffect(() => {
    const found = find(path);
    const reads = found?.page.reads?.({ params: found.params, query, scope }) ?? [];
    for (const read of reads) void readAhead(client, scope, read);
  }, [path]);
  useEffect(() => {
    const touched = ({ type, target }: Event) => {
      // Who goes through the navigation by keyboard would load every page of it.
      const links = type === "focusin" ? "tr.opens" : "a, tr.opens";
      const near = target instanceof Element ? target.closest(links) : null;
      const link = near instanceof HTMLAnchorElement ? near : near?.querySelector("a");
      if (link?.origin === location.origin) find(link.pathname)?.page.loadAhead();
    };
    const events = ["pointerdown", "focusin"] as const;
    for (const event of events) addEventListener(event, touched);
    return () => {
      for (const event of events) removeEventListener(event, touched);
    };
  }, [root, pages]);
}
