import type { ComponentType } from "preact";
import { useMemo } from "preact/hooks";
import { ScopeProvider } from "../ui/app/scope.tsx";
import { type PageProps, Pages } from "../ui/app/surface.tsx";
import { TitleProvider } from "../ui/app/title.tsx";
import { Frame } from "../ui/parts/frame.tsx";
import { linksOf } from "../ui/parts/nav-links.ts";
import { useTexts } from "./i18n/index.ts";
import { navigation } from "./pages.ts";

const ROOT = "/console";

/** Operators choose no merchant: the tenant of their account is theirs. */
const scope = { audience: "operator", merchantId: null, mode: null } as const;

/** The console: what waits, what is wrong, and any merchant's payment. */
export function Console({ pages }: { readonly pages: ReadonlyMap<string, ComponentType<PageProps>> }) {
  const words = useTexts();
  const nav = useMemo(() => linksOf(navigation, ROOT, words.nav), [words]);
  const setTitle = (page: string) => {
    document.title = `${page} · ${words.nav.house}`;
  };
  return (
    <ScopeProvider value={scope}>
      <TitleProvider value={setTitle}>
        <Frame house={words.nav.house} home={ROOT} nav={nav} searchPath={`${ROOT}/search`}>
          <Pages root={ROOT} pages={pages} otherwise={NotFound} />
        </Frame>
      </TitleProvider>
    </ScopeProvider>
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
