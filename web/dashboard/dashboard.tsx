import { useMemo } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { OwnMerchant } from "../ui/app/boot.ts";
import { PermissionsProvider } from "../ui/app/permissions.tsx";
import { useReader } from "../ui/app/reader.tsx";
import { ScopeProvider } from "../ui/app/scope.tsx";
import { Pages, type ShownPage } from "../ui/app/surface.tsx";
import { TitleProvider } from "../ui/app/title.tsx";
import { LiveNote, LiveProvider } from "../ui/live/live.tsx";
import { Frame } from "../ui/parts/frame.tsx";
import { linksOf, navigationFor } from "../ui/parts/nav-links.ts";
import { useTexts } from "./i18n/index.ts";
import { navigation } from "./pages.ts";
import { placeOf } from "./place.ts";
import { Switches } from "./switches.tsx";

interface DashboardProps {
  readonly merchants: readonly OwnMerchant[];
  readonly pages: readonly ShownPage[];
}

const NONE: readonly string[] = [];

/** The dashboard of the merchant and mode in the address; the service has led the reader to one that is theirs. */
export function Dashboard({ merchants, pages }: DashboardProps) {
  const { path } = useLocation();
  const { words: ui } = useReader();
  const words = useTexts();
  const place = placeOf(path);
  const merchant = merchants.find(({ id }) => id === place?.merchantId);
  const root = place === null ? "/dashboard" : place.root;
  const merchantId = place?.merchantId ?? null;
  const mode = place?.mode ?? null;
  const scope = useMemo(() => ({ audience: "merchant" as const, merchantId, mode }), [merchantId, mode]);
  const permissions = merchant?.modes.find((one) => one.mode === mode)?.permissions ?? NONE;
  const nav = useMemo(
    () => linksOf(navigationFor(navigation, permissions), root, words.nav),
    [root, words, permissions],
  );
  if (place === null || merchant === undefined) return <NotFound />;
  const setTitle = (page: string) => {
    document.title = `${page} · ${merchant.displayName} · ${ui.frame[place.mode]}`;
  };
  return (
    <ScopeProvider value={scope}>
      <LiveProvider>
        <TitleProvider value={setTitle}>
          <Frame
            house={merchant.displayName}
            home={root}
            nav={nav}
            searchPath={`${root}/search`}
            isSandbox={place.mode === "SANDBOX"}
            switches={<Switches merchants={merchants} merchant={merchant} mode={place.mode} />}
          >
            <LiveNote />
            <PermissionsProvider value={permissions}>
              <Pages root={root} pages={pages} otherwise={NotFound} />
            </PermissionsProvider>
          </Frame>
        </TitleProvider>
      </LiveProvider>
    </ScopeProvider>
  );
}

function NotFound() {
  const { nav } = useTexts();
  return (
    <div class="empty">
      <h1>{nav.notFound}</h1>
      <a class="button" href="/dashboard">
        {nav.toPayments}
      </a>
    </div>
  );
}
