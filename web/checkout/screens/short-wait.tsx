import { renderToString } from "preact-render-to-string";
import type { RenderedDocument } from "../document.tsx";
import type { DrawnScreen, ScreenName } from "../screen.tsx";
import type { SessionView } from "../view.ts";

/**
 * The waits that a browser without the script sees in short: the first page showed everything, and each reload of it costs
 * the payer data. Not the screens whose code or button the payer still needs.
 */
const shortened: readonly ScreenName[] = ["waiting", "checking", "returned"];

export function isShort(name: ScreenName, view: Pick<SessionView, "waits">): boolean {
  return view.waits > 0 && shortened.includes(name);
}

/**
 * Under 1 KB with its headers: what is awaited, not to pay twice, the reference, and the way to the whole page. Its addresses
 * are relative and its characters are named by the header alone, because each word counts.
 */
export function renderShortWait(
  view: SessionView,
  screen: Pick<DrawnScreen, "title">,
  refresh: string,
  css: string,
): RenderedDocument {
  const { t, locale, session } = view;
  const html = renderToString(
    <html lang={locale}>
      <head>
        <title>{screen.title}</title>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <meta http-equiv="refresh" content={refresh} />
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <h1>{screen.title}</h1>
        <p>{session.merchantName}</p>
        <p>
          <b>{t.checking.warning}</b> {t.waiting.processingLive}
        </p>
        {session.shortReference !== null && (
          <p>
            {t.help.reference} {session.shortReference}
          </p>
        )}
        <p>
          <a href={`?${view.langQuery}`}>{t.waiting.whole}</a>
        </p>
      </body>
    </html>,
  );
  return { html: `<!doctype html>${html}`, styles: [css] };
}
