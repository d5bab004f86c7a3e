import { QueryClient, QueryClientProvider } from "@tanstack/preact-query";
import type { ComponentChildren, ComponentType } from "preact";
import { LocationProvider, lazy, Route, Router } from "preact-iso";
import { ApiProblem } from "../api/problem.ts";
import { keyOf } from "../api/reads.ts";
import type { UiTexts } from "../i18n/index.ts";
import { Announcer } from "../parts/announcer.tsx";
import { Boundary } from "../parts/problem.tsx";
import type { Boot } from "./boot.ts";
import type { PageEntry } from "./pages.ts";
import { PresenceProvider } from "./presence.tsx";
import { ReaderProvider } from "./reader.tsx";

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

/** Page components, each loaded with its words when it is first shown. */
export function loadPages(
  pages: readonly PageEntry[],
  files: PageFiles,
  loadWords: (areas: readonly string[]) => Promise<void>,
): ReadonlyMap<string, ComponentType<PageProps>> {
  return new Map(
    pages.map(({ path, file, words }) => {
      const load = files[`./pages/${file}.tsx`];
      if (load === undefined) throw new Error(`There is no page ${file}.`);
      const Page = lazy(async () => {
        const [module] = await Promise.all([load(), loadWords(words)]);
        return module as { readonly default: ComponentType<PageProps> };
      });
      // A fault inside a page leaves the frame around it alive.
      const Guarded = ({ params }: PageProps) => (
        <Boundary>
          <Page params={params} />
        </Boundary>
      );
      return [path, Guarded];
    }),
  );
}

export interface PageProps {
  /** Values in the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface PagesProps {
  readonly root: string;
  readonly pages: ReadonlyMap<string, ComponentType<PageProps>>;
  readonly otherwise: ComponentType;
}

/** The page of the address. */
export function Pages({ root, pages, otherwise }: PagesProps) {
  return (
    <Router>
      {[...pages].map(([path, Page]) => (
        <Route key={path} path={`${root}/${path}`} component={Page} />
      ))}
      <Route default component={otherwise} />
    </Router>
  );
}
