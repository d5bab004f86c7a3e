import { useMemo } from "preact/hooks";
import { useAddress } from "../ui/app/address.ts";
import { PermissionsProvider } from "../ui/app/permissions.tsx";
import { useUiTexts } from "../ui/app/reader.tsx";
import { ScopeProvider } from "../ui/app/scope.tsx";
import { Pages, type ShownPage } from "../ui/app/surface.tsx";
import { TitleProvider } from "../ui/app/title.tsx";
import { LiveNote, LiveProvider, useWaitingCounts } from "../ui/live/live.tsx";
import { Frame } from "../ui/parts/frame.tsx";
import { linksOf, navigationFor } from "../ui/parts/nav-links.ts";
import { useTexts } from "./i18n/index.ts";
import { navigation } from "./pages.ts";
import { modeOf } from "./parts/mode-of.ts";

const ROOT = "/console";

/** Operators choose no merchant: the tenant of their account is theirs. */
const scope = { audience: "operator", merchantId: null, mode: null } as const;

interface ConsoleProps {
  /** What the operator may do. */
  readonly permissions: readonly string[];
  readonly pages: readonly ShownPage[];
  /** The code of the cell that is shown; null: the default cell. */
  readonly cell: string | null;
}

/** The console: what waits, what is wrong, and any merchant's payment. */
export function Console({ permissions, pages, cell }: ConsoleProps) {
  return (
    <ScopeProvider value={scope}>
      <LiveProvider>
        <PermissionsProvider value={permissions}>
          <House permissions={permissions} pages={pages} cell={cell} />
        </PermissionsProvider>
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

function House({ permissions, pages, cell }: ConsoleProps) {
  const words = useTexts();
  const { frame } = useUiTexts();
  const isSandbox = modeOf(useAddress().query) === "SANDBOX";
  const waiting = useWaitingCounts();
  const nav = useMemo(() => {
    const sum = (kinds: typeof waiting) => kinds.reduce((total, { count }) => total + count, 0);
    const counts = { work: sum(waiting), approvals: sum(waiting.filter(({ kind }) => proposals.has(kind))) };
    return linksOf(navigationFor(navigation, permissions), ROOT, words.nav, counts);
  }, [words, waiting, permissions]);
  const setTitle = (page: string) => {
    document.title = [
      page,
      words.nav.house,
      ...(cell === null ? [] : [frame.cell(cell)]),
      ...(isSandbox ? [frame.SANDBOX] : []),
    ].join(" · ");
  };
  return (
    <TitleProvider value={setTitle}>
      <Frame
        house={words.nav.house}
        home={nav[0]?.links[0]?.href ?? `${ROOT}/account`}
        nav={nav}
        searchPath={`${ROOT}/search`}
        switches={cell !== null && <span class="badge">{frame.cell(cell)}</span>}
        isSandbox={isSandbox}
      >
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
