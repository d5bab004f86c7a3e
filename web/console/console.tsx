import type { ComponentType } from "preact";
import { useMemo } from "preact/hooks";
import { ScopeProvider } from "../ui/app/scope.tsx";
import { type PageProps, Pages } from "../ui/app/surface.tsx";
import { TitleProvider } from "../ui/app/title.tsx";
import { LiveNote, LiveProvider, useWaitingCounts } from "../ui/live/live.tsx";
import { Frame } from "../ui/parts/frame.tsx";
import { linksOf } from "../ui/parts/nav-links.ts";
import { useTexts } from "./i18n/index.ts";
import { navigation } from "./pages.ts";

const ROOT = "/console";

/** Operators choose no merchant: the tenant of their account is theirs. */
const scope = { audience: "operator", merchantId: null, mode: null } as const;

interface ConsoleProps {
  readonly pages: ReadonlyMap<string, ComponentType<PageProps>>;
}

/** The console: what waits, what is wrong, and any merchant's payment. */
export function Console({ pages }: ConsoleProps) {
  return (
    <ScopeProvider value={scope}>
      <LiveProvider>
        <House pages={pages} />
      </LiveProvider>
    </ScopeProvider>
  );
}

/** What waits for a second person, as the pages group it. */
const proposals: ReadonlySet<string> = new Set([
  "MONEY_DECISION",
  "CHANGE_REQUEST",
  "LEDGER_CORRECTION",
  "DOSSIER_DECISION",
]);

function House({ pages }: ConsoleProps) {
  const words = useTexts();
  const waiting = useWaitingCounts();
  const nav = useMemo(() => {
    const sum = (kinds: typeof waiting) => kinds.reduce((total, { count }) => total + count, 0);
    const counts = { work: sum(waiting), approvals: sum(waiting.filter(({ kind }) => proposals.has(kind))) };
    return linksOf(navigation, ROOT, words.nav, counts);
  }, [words, waiting]);
  const setTitle = (page: string) => {
    document.title = `${page} · ${words.nav.house}`;
  };
  return (
    <TitleProvider value={setTitle}>
      <Frame house={words.nav.house} home={ROOT} nav={nav} searchPath={`${ROOT}/search`}>
        <LiveNote />
        <Pages root={ROOT} pages={pages} otherwise={NotFound} />
      </Frame>
    </TitleProvider>
  );
}

function NotFound() {
  const { nav } = useTexts();
  return (
    <div class="empty">
      <h1>{nav.notFound}</h1>
      <a class="button" href={`${ROOT}/payments`}>
        {nav.toPayments}
      </a>
    </div>
  );
}
