import { createHash } from "node:crypto";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import type { StandInAnswer } from "./stand-in.ts";

const style = `
*{box-sizing:border-box}
body{margin:0;background:#f3f5f8;color:#16202c;font:1rem/1.5 system-ui,sans-serif}
.note{margin:0;padding:.5rem 1rem;background:#ffe08a;color:#3b2c00;font-weight:600}
main{max-width:60rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:.5rem 0}
h2{font-size:1.1rem;margin:2rem 0 .5rem}
ul{list-style:none;padding:0;margin:0}
li,.box{background:#fff;border:1px solid #c9d2db;border-radius:.5rem;padding:.75rem;margin:.5rem 0}
.soft{color:#4a5866}
.amount{font-size:1.3rem;font-weight:700}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.5rem 0}
label{display:block;font-weight:600;flex:1 1 14rem}
input,select{display:block;width:100%;font:inherit;padding:.5rem;border:1px solid #6b7885;border-radius:.4rem;background:#fff;color:inherit}
button{font:inherit;font-weight:600;padding:.6rem .9rem;min-height:2.75rem;border-radius:.4rem;border:2px solid #0f5c8c;background:#0f5c8c;color:#fff;cursor:pointer}
button.quiet{background:#fff;color:#0f5c8c}
a{color:#0f5c8c}
:focus-visible{outline:3px solid #c25400;outline-offset:2px}
code{font-family:ui-monospace,monospace;font-size:.9em}
`;
const styleHash = createHash("sha256").update(style).digest("base64");

/** A page of a stand-in. It loads nothing; its forms may lead to the merchant's own pages. */
export function pageAnswer(page: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly status?: number;
}): StandInAnswer {
  const document = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page.title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <p class="note">A stand-in for tests: no money moves here.</p>
        <main>
          <h1>{page.title}</h1>
          {page.children}
        </main>
      </body>
    </html>
  );
  return {
    status: page.status ?? 200,
    headers: {
      "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
      "cache-control": "no-store",
    },
    html: `<!doctype html>${renderToString(document)}`,
  };
}
