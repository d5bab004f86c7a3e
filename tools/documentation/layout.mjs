/** The frame around a page: head, search, menu, contents. It needs no JavaScript except for search and tabs. */
import { posix } from "node:path";
import { escapeHtml } from "./markdown.mjs";

const words = {
  en: {
    skip: "Skip to the text",
    home: "index.html",
    menu: "All pages",
    search: "Search the documentation",
    none: "Nothing found",
    contents: "On this page",
    api: "API reference",
    other: "Français",
    copy: "Copy",
    copied: "Copied",
  },
  fr: {
    skip: "Aller au texte",
    home: "guides/fr/index.html",
    menu: "Toutes les pages",
    search: "Chercher dans la documentation",
    none: "Aucun résultat",
    contents: "Sur cette page",
    api: "Référence de l’API",
    other: "English",
    copy: "Copier",
    copied: "Copié",
  },
};

const otherLanguage = { en: "fr", fr: "en" };

function menuHtml(page, sections, to) {
  return sections
    .map(({ title, closed, pages }) => {
      const links = pages
        .map(
          (other) =>
            `<li><a href="${to(other.address)}"${other === page ? ' aria-current="page"' : ""}>${escapeHtml(other.title)}</a></li>`,
        )
        .join("");
      const open = !closed || pages.includes(page) ? " open" : "";
      return `<details${open}><summary>${title}</summary><ul>${links}</ul></details>`;
    })
    .join("\n");
}

/** The whole page. `translation` is the same page in the other language, null without one. */
export function pageHtml({ page, rendered, menus, translation }) {
  const { language } = page;
  const say = words[language];
  const to = (address) => posix.relative(posix.dirname(page.address), address) || posix.basename(address);
  const contents = rendered.headings.filter(({ level }) => level === 2 || level === 3);
  const contentsHtml =
    contents.length < 3
      ? ""
      : `<details class="contents"><summary>${say.contents}</summary><ul>${contents
          .map(
            ({ id, text, level }) =>
              `<li class="level${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
          )
          .join("")}</ul></details>`;
  const withContents = rendered.html.replace("</h1>\n", `</h1>\n${contentsHtml}`);
  const other = translation?.address ?? words[otherLanguage[language]].home;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(page.title)} · Cauris</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(rendered.summary.slice(0, 200))}">
<link rel="icon" href="${to("icon.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${to("site.css")}">
<script src="${to("site.js")}" defer></script>
</head>
<body data-root="${to("index.html").replace(/index\.html$/, "")}" data-copy="${say.copy}" data-copied="${say.copied}">
<a class="skip" href="#text">${say.skip}</a>
<header>
<a class="brand" href="${to(say.home)}">Cauris</a>
<form role="search" hidden><input type="search" aria-label="${say.search}" placeholder="${say.search}" autocomplete="off" spellcheck="false"><ul data-none="${say.none}" hidden></ul></form>
<a class="to-menu" href="#menu">${say.menu}</a>
<a lang="${otherLanguage[language]}" hreflang="${otherLanguage[language]}" href="${to(other)}">${say.other}</a>
</header>
<div class="frame">
<main id="text" tabindex="-1">
${withContents}
</main>
<nav id="menu" aria-label="${say.menu}">
${menuHtml(page, menus[language], to)}
</nav>
</div>
</body>
</html>
`;
}
