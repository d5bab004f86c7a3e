import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Locale } from "../../server/src/kit/money.ts";
import type { RunBy } from "../../server/src/kit/payer-pages.ts";
import type { Mode } from "../../server/src/kit/payment-terms.ts";
import type { Look, PageAssets } from "./assets.ts";
import { brandColours } from "./colour.ts";
import { breakable, dictionaries, languageTags, locales, type Messages } from "./i18n/index.ts";
import { initials } from "./icons.tsx";
import { RunByLines } from "./screens/run-by.tsx";

export interface ShownLogo {
  readonly path: string;
  /** Pixels: twice the points on the page. */
  readonly width: number;
  readonly height: number;
}

/** Who is paid, how much and for what: always visible. Null when the page does not know (not found). */
export interface Order {
  readonly merchantName: string;
  readonly runBy: RunBy;
  /** Served by us; initials replace a missing one. */
  readonly logo: ShownLogo | null;
  readonly primaryColor?: string;
  /** Null: the payer chooses it. */
  readonly amount: string | null;
  /** What the amount is, for those who hear the page; that it is to be paid, when absent. */
  readonly amountLabel?: string | undefined;
  /** Small words below the amount: the fee that the payer bears, or that it is the price of one. Absent where nothing can be paid. */
  readonly fee?: string | undefined;
  readonly title: string | null;
  readonly description: string | null;
  readonly mode?: Mode;
  /** For sandbox pages: the list of test numbers. */
  readonly testGuidePath: string | null;
}

export interface PageDocument {
  readonly t: Messages;
  readonly locale: Locale;
  readonly title: string;
  readonly order: Order | null;
  readonly main: ComponentChildren;
  /** How to reach the merchant; absent where the page does not know it. */
  readonly help?: ComponentChildren;
  readonly look: Look;
  /** What a tap without a network is answered with; that nothing was sent, when absent. */
  readonly unsent?: string;
  /** The page's own path: languages are links to it. Null when there is nothing to come back to. */
  readonly path: string | null;
  /** False: the foot does not speak of a payment, because none is made here. */
  readonly secure?: boolean;
  /** More of the address, kept when the language changes. */
  readonly query?: string;
  /** When and where a browser without the script goes by itself: `5;url=…`; null when nothing can change. */
  readonly refresh?: string | null;
  /** What the script polls, and how often: 0 is held by the service. Absent on pages that do not change. */
  readonly watch?: { readonly url: string; readonly state: string; readonly everySeconds: number } | null;
  /** Where the script redirects the payer at once. */
  readonly goTo?: string | null;
  readonly meta?: readonly ({ readonly content: string } & (
    | { readonly property: string }
    | { readonly name: string }
  ))[];
}

export interface RenderedDocument {
  readonly html: string;
  /** The text of each inline style, for the hashes of the content security policy. */
  readonly styles: readonly string[];
}

/** One whole page. No inline script, no address of another site, and the renderer escapes every text. */
export function renderDocument(page: PageDocument, assets: PageAssets): RenderedDocument {
  const css = assets.css[page.look];
  const colours = colourStyle(page.order?.primaryColor);
  const { refresh = null, watch = null, goTo = null } = page;
  const body = renderToString(
    <html lang={page.locale}>
      <head>
        <meta charset="utf-8" />
        <title>{page.title}</title>
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        {page.meta?.map((meta) => (
          <meta key={meta.content} {...meta} />
        ))}
        <link rel="icon" href="data:," />
        {/* Inside noscript, so that a browser with the script is never reloaded while the payer reads. */}
        {refresh !== null && (
          <noscript>
            <meta http-equiv="refresh" content={refresh} />
          </noscript>
        )}
        <style dangerouslySetInnerHTML={{ __html: css }} />
        <style dangerouslySetInnerHTML={{ __html: colours }} />
      </head>
      <body>
        <div class="shell">
          {page.order !== null && <OrderHeader order={page.order} t={page.t} locale={page.locale} />}
          <main
            id="main"
            data-watch={watch?.url}
            data-state={watch?.state}
            data-every={watch?.everySeconds || undefined}
            data-go={goTo ?? undefined}
            data-lang={languageTags[page.locale]}
          >
            {page.main}
            {/* The script moves it below a tap that no network takes. */}
            <p
              class="said"
              id="sending"
              role="alert"
              data-unsent={page.unsent ?? page.t.form.unsent}
              hidden
            />
          </main>
          <Footer page={page} />
        </div>
        {/* Last: where it meets a script, a browser starts its script engine, and paints what it has so far. In the head that was a page without text. */}
        <script src={assets.script.path} integrity={assets.script.integrity} defer />
      </body>
    </html>,
  );
  return { html: `<!doctype html>${body}`, styles: [css, colours] };
}

function OrderHeader({ order, t, locale }: Pick<PageDocument, "t" | "locale"> & { readonly order: Order }) {
  return (
    <header class="order">
      {order.mode === "SANDBOX" && (
        <p class="test">
          {t.testMode}
          {order.testGuidePath !== null && (
            <>
              {" "}
              <a href={locale === "fr" ? order.testGuidePath : `${order.testGuidePath}?lang=${locale}`}>
                {t.testGuide}
              </a>
            </>
          )}
        </p>
      )}
      <div class="who">
        <Avatar order={order} />
        <p>
          <span class="sr">{t.payTo}</span> <strong>{order.merchantName}</strong>
        </p>
        {order.amount !== null && (
          <p class="amount">
            <span class="sr">{order.amountLabel ?? t.amountLabel}</span> {breakable(order.amount)}
            {order.fee !== undefined && <span class="fee">{order.fee}</span>}
          </p>
        )}
      </div>
      <WhatFor order={order} />
    </header>
  );
}

/** One line until it is opened: on a phone a description would push the number's field out of sight. */
function WhatFor({ order: { title, description } }: { readonly order: Order }) {
  if (title === null) return null;
  if (description === null || description === "") return <p class="title">{title}</p>;
  return (
    <details class="about">
      <summary>
        <span class="title">{title}</span> <span class="described">{description}</span>
      </summary>
    </details>
  );
}

/** The merchant's name is next to it, so a screen reader can skip the picture. */
function Avatar({ order: { logo, merchantName } }: { readonly order: Order }) {
  if (logo === null)
    return (
      <span class="avatar" aria-hidden="true">
        {initials(merchantName, 2)}
      </span>
    );
  return (
    <img
      class="logo"
      src={logo.path}
      alt=""
      width={Math.ceil(logo.width / 2)}
      height={Math.ceil(logo.height / 2)}
    />
  );
}

function Footer({ page }: { readonly page: PageDocument }) {
  const { path, query } = page;
  return (
    <footer>
      {path !== null && (
        <nav aria-label={page.t.languages}>
          <ul class="langs">
            {locales.map((locale) => (
              <li key={locale}>
                {locale === page.locale ? (
                  <span aria-current="true">{dictionaries[locale].languageName}</span>
                ) : (
                  <a
                    href={`${path}?lang=${locale}${query === undefined ? "" : `&${query}`}`}
                    lang={locale}
                    hreflang={locale}
                  >
                    {dictionaries[locale].languageName}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </nav>
      )}
      {page.help}
      {page.order !== null && <RunByLines runBy={page.order.runBy} t={page.t} />}
      {page.secure !== false && <p>{page.t.secure}</p>}
    </footer>
  );
}

function colourStyle(primaryColor: string | undefined): string {
  const c = brandColours(primaryColor);
  return (
    `:root{--fill:${c.fill};--on:${c.onFill};--ink:${c.inkLight}}` +
    `@media screen and (prefers-color-scheme:dark){:root{--fill:${c.fillDark};--on:${c.onFillDark};--ink:${c.inkDark}}}`
  );
}
