import { createHash } from "node:crypto";
import type { ComponentChildren, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { parseUrl } from "../../../kit/url.ts";
import { type Language, labels, languages } from "./labels/index.ts";

/** The kind of page, which decides its colour. */
export type Look = "mobile" | "card" | "bank" | "wallet" | "guide";

const style = `
*{box-sizing:border-box}
:root{--ink:#16202c;--soft:#4a5866;--line:#c9d2db;--page:#f3f5f8;--accent:#0f5c8c;--on:#fff}
.mobile{--accent:#0b6bb0}.card{--accent:#3c3a8c}.bank{--accent:#1f5c3d}.wallet{--accent:#7a3e00}.guide{--accent:#2b3a4a}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
.test{margin:0;padding:.5rem 1rem;background:#ffe08a;color:#3b2c00;text-align:center;font-weight:600}
header{background:var(--accent);color:var(--on)}
header div,main{max-width:40rem;margin:0 auto}
header div{padding:1rem;display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
header strong{font-size:1.15rem}
header nav{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:flex-end}
header a{color:var(--on);padding:.5rem 0}
main{padding:1rem;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:.5rem 0}
h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
.box{background:#fff;border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:1rem 0}
.soft{color:var(--soft)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0}
dt{color:var(--soft)}dd{margin:0;text-align:right}
.amount{font-size:1.3rem;font-weight:700}
label{display:block;font-weight:600;margin:.75rem 0 .25rem}
input{width:100%;font:inherit;padding:.7rem;border:1px solid #6b7885;border-radius:.5rem;background:#fff;color:inherit}
button,.button{display:block;width:100%;font:inherit;font-weight:600;padding:.8rem;margin:.75rem 0 0;border-radius:.5rem;
border:2px solid var(--accent);background:var(--accent);color:var(--on);text-align:center;text-decoration:none;cursor:pointer}
button.quiet{background:#fff;color:var(--accent)}
button.number{padding:.45rem .6rem;margin:0;white-space:nowrap;font-variant-numeric:tabular-nums}
.nowrap{white-space:nowrap}
summary{font-weight:600;margin:1rem 0;cursor:pointer}
a{color:var(--accent)}
:focus-visible{outline:3px solid #c25400;outline-offset:2px}
.problem{border-left:4px solid #b00020;background:#fdecee;color:#7a0016;padding:.75rem;margin:1rem 0}
.news{border-left:4px solid #1f7a3d;background:#e9f7ee;color:#0f4a23;padding:.75rem;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-size:.95rem}
th,td{text-align:left;padding:.4rem .5rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{overflow-wrap:normal}
code{font-family:ui-monospace,monospace;font-size:.9em}
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/**
 * No script, no picture, no font, nothing from elsewhere. Browsers also check `form-action` on the redirect after a
 * form, so the merchant's origin is included when there is one to return to.
 */
export function contentPolicy(returnUrl: string | null): string {
  const url = returnUrl === null ? null : parseUrl(returnUrl);
  const back = url === null ? "" : ` ${url.origin}`;
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self'${back}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** A whole document. The renderer escapes text in `children`. */
export function renderDocument(page: {
  readonly title: string;
  readonly brand: string;
  readonly look: Look;
  readonly language: Language;
  /** The same page in a language. */
  readonly hrefIn: (language: Language) => string;
  /** The list of magic numbers; null on that page itself. */
  readonly guideHref: string | null;
  readonly children: ComponentChildren;
}): string {
  const say = labels[page.language];
  const document: VNode = (
    <html lang={page.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${page.title} · ${say.simulator}`}</title>
        {/* The sheet is the constant above, and the policy contains its hash. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body class={page.look}>
        <header>
          <p class="test">{say.test}</p>
          <div>
            <strong>{page.brand}</strong>
            <nav aria-label={say.languages}>
              {languages
                .filter((language) => language !== page.language)
                .map((language) => (
                  <a key={language} href={page.hrefIn(language)} lang={language} hreflang={language}>
                    {labels[language].name}
                  </a>
                ))}
            </nav>
          </div>
        </header>
        <main>
          <h1>{page.title}</h1>
          {page.children}
          {page.guideHref === null ? null : (
            <p class="soft">
              <a href={page.guideHref} target="_blank" rel="noopener">
                {say.guideTitle}
              </a>
            </p>
          )}
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(document)}`;
}

/** A problem that screen readers announce when the page opens. */
export function Problem({ text }: { readonly text: string }) {
  return (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
