import type { RunBy } from "../../../server/src/kit/payer-pages.ts";
import type { Messages } from "../i18n/index.ts";
import { safeUrl } from "../safe-url.ts";

/** Who runs the page, under which licence, and where its terms are. They open beside the page: what was typed stays. */
export function RunByLines({ runBy, t }: { readonly runBy: RunBy; readonly t: Messages }) {
  const links = [
    [t.runBy.terms, safeUrl(runBy.termsUrl)],
    [t.runBy.privacy, safeUrl(runBy.privacyUrl)],
  ] as const;
  return (
    <>
      <p>{t.runBy.line(runBy.name)}</p>
      {runBy.licence !== null && <p>{runBy.licence}</p>}
      {links.some(([, url]) => url !== null) && (
        <p class="ways">
          {links.map(
            ([words, url]) =>
              url !== null && (
                <a key={words} href={url} target="_blank" rel="noopener noreferrer">
                  {words}
                  <span class="sr"> {t.runBy.beside}</span>
                </a>
              ),
          )}
        </p>
      )}
    </>
  );
}
