import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import type { CellCode } from "../../server/src/kit/cell.ts";
import type { Locale } from "../../server/src/kit/money.ts";
import type { PageAssets } from "./assets.ts";
import { dictionaries, locales } from "./i18n/index.ts";
import type { Audience } from "./ports.ts";

export interface PageDocument {
  readonly locale: Locale;
  readonly audience: Audience;
  /** Operators see which cell they log in to; null: the default cell. */
  readonly cell: CellCode | null;
  readonly title: string;
  readonly main: ComponentChildren;
  /** Whether a form came back with an error, which the title says first. */
  readonly hasProblem?: boolean;
  /** Two columns on a wide screen. */
  readonly isWide?: boolean;
  /** Whether the page can use a passkey; others load no script. */
  readonly hasScript?: boolean;
  /** The page's own path, with its query, to which the languages are links; null once the account says which language it is. */
  readonly languagePath: string | null;
  readonly aside?: ComponentChildren;
}

/** One whole page. The renderer escapes every text; there is no inline script and no inline style. */
export function renderDocument(page: PageDocument, { style, script }: PageAssets): string {
  const { locale, audience, cell, title, main, hasProblem, isWide, hasScript, languagePath, aside } = page;
  const t = dictionaries[locale];
  const house = audience === "merchant" ? t.merchantHouse : t.operatorHouse;
  const place = cell === null || audience === "merchant" ? null : t.cell(cell);
  const shown = [title, house, ...(place === null ? [] : [place])].join(" · ");
  const body = renderToString(
    <html lang={locale}>
      <head>
        <meta charset="utf-8" />
        <title>{hasProblem === true ? t.errorTitle(shown) : shown}</title>
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={style.path} integrity={style.integrity} />
        {hasScript === true && <script src={script.path} integrity={script.integrity} defer />}
      </head>
      <body>
        <div class={isWide === true ? "shell wide" : "shell"}>
          <header class="head">
            <p class="house">
              <span class="mark" aria-hidden="true">
                <i />
                <i />
                <i />
                <i />
              </span>
              {house}
              {place !== null && <span class="cell">{place}</span>}
            </p>
            {aside}
          </header>
          <main id="main">{main}</main>
          {languagePath !== null && (
            <footer>
              <nav aria-label={t.languages}>
                <ul class="langs">
                  {locales.map((each) => (
                    <li key={each}>
                      {each === locale ? (
                        <span aria-current="true" lang={each}>
                          {dictionaries[each].languageName}
                        </span>
                      ) : (
                        <a
                          href={`${languagePath}${languagePath.includes("?") ? "&" : "?"}lang=${each}`}
                          lang={each}
                          hreflang={each}
                        >
                          {dictionaries[each].languageName}
                        </a>
                      )}
                    </li>
                  ))}
                </ul>
              </nav>
            </footer>
          )}
        </div>
      </body>
    </html>,
  );
  return `<!doctype html>${body}`;
}
