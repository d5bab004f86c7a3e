import type { DocumentName } from "../openapi/index.ts";

/** The reader of the documents: a page that loads everything from this server. */

/** What the page may load: nothing from another host, and no inline script. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The page sets sizes in style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** What the links between the documents say. */
const links: Readonly<Record<DocumentName, string>> = {
  merchants: "Payments",
  account: "Accounts",
  operators: "Operators",
  platform: "Platform",
};

/** The page of one document; `pageOf` and `documentOf` tell the addresses. */
export function pageHtml(name: DocumentName, { pageOf, documentOf, assets, guides }: Addresses): string {
  const others = Object.entries(links).map(
    ([other, text]) =>
      `<a href="${pageOf(other as DocumentName)}"${other === name ? ' aria-current="page"' : ""}>${text}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Cauris API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="preload" href="${documentOf(name)}" as="fetch" crossorigin="anonymous">
<link rel="stylesheet" href="${assets}/swagger-ui.css">
<link rel="stylesheet" href="${assets}/page.css">
</head>
<body>
<nav aria-label="Documents">${others.join("")}<a href="${guides}">Guides</a></nav>
<main id="reference" data-document="${documentOf(name)}"></main>
<noscript><p>This page needs JavaScript. The document itself: <a href="${documentOf(name)}">${documentOf(name)}</a></p></noscript>
<script src="${assets}/swagger-ui-bundle.js"></script>
<script src="${assets}/page.js"></script>
</body>
</html>
`;
}

interface Addresses {
  pageOf(name: DocumentName): string;
  documentOf(name: DocumentName): string;
  /** Where the page's own files are. */
  readonly assets: string;
  /** Where the guides are. */
  readonly guides: string;
}

export const pageCss = `nav { display: flex; flex-wrap: wrap; gap: 0 1rem; max-width: 1460px; margin: 0 auto; padding: .5rem 20px; font: 600 1rem system-ui, sans-serif }
nav a { padding: .75rem 0; color: #3b4151 }
nav a[aria-current] { text-decoration: none; border-bottom: 3px solid currentColor }
html.dark-mode, html.dark-mode body { background: #1c2022 }
html.dark-mode nav a { color: #e4e6e6 }
body { margin: 0 }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag { font-family: system-ui, sans-serif }
.swagger-ui .info { margin: 1rem 0 }
@media (max-width: 600px) {
  .swagger-ui .wrapper { padding: 0 8px }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap }
  .swagger-ui .opblock-tag { flex-wrap: wrap }
  .swagger-ui table.parameters, .swagger-ui table.responses-table { display: block; overflow-x: auto }
}
`;

/**
 * Shows the document. The filter finds operations by summary, path and name. Keys are kept for the tab. "Try it out"
 * calls the server that served the page, under whatever name the reader used.
 */
export const pageJs = `"use strict";
const place = document.getElementById("reference");
const address = place.dataset.document;
const dark = matchMedia("(prefers-color-scheme: dark)");
const showMode = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", showMode);
showMode();

const KEYS = "api-reference-keys";
const keptKeys = () => JSON.parse(sessionStorage.getItem(KEYS) ?? "{}");
const keepKeys = (keys) => sessionStorage.setItem(KEYS, JSON.stringify(keys));
const keysForTab = {
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (given) => {
          const values = Object.entries(given).map(([name, { value }]) => [name, value]);
          keepKeys({ ...keptKeys(), ...Object.fromEntries(values) });
          return authorize(given);
        },
        logout: (logout) => (names) => {
          keepKeys(Object.fromEntries(Object.entries(keptKeys()).filter(([name]) => !names.includes(name))));
          return logout(names);
        },
      },
    },
  },
};

const holds = (operation, phrase) =>
  [operation.get("path"), operation.getIn(["operation", "summary"]), operation.getIn(["operation", "operationId"])]
    .some((text) => String(text ?? "").toLowerCase().includes(phrase));
const findOperations = {
  fn: {
    opsFilter: (tags, typed) => {
      const phrase = typed.trim().toLowerCase();
      return tags
        .map((tag, name) =>
          name.toLowerCase().includes(phrase)
            ? tag
            : tag.update("operations", (all) => all.filter((operation) => holds(operation, phrase))),
        )
        .filter((tag) => tag.get("operations").size > 0);
    },
  },
};

fetch(address)
  .then((answer) => answer.json())
  .then((spec) => {
    const ui = SwaggerUIBundle({
      spec: { ...spec, servers: [{ url: new URL(spec.servers[0].url).pathname }] },
      domNode: place,
      deepLinking: true,
      docExpansion: "none",
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      filter: true,
      validatorUrl: null,
      plugins: [keysForTab, findOperations],
      onComplete: () => {
        for (const [name, key] of Object.entries(keptKeys())) ui.preauthorizeApiKey(name, key);
      },
    });
  })
  .catch(() => {
    place.textContent = "The document could not be loaded. Reload the page to try again.";
  });
`;
