/** Markdown as GitHub shows it, with tabs for examples in several languages, and links that work on the site. */
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import yaml from "highlight.js/lib/languages/yaml";
import MarkdownIt from "markdown-it";

const languages = { bash, javascript, json, php, python, sql, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
const highlighted = {
  sh: "bash",
  js: "javascript",
  ts: "javascript",
  json: "json",
  php: "php",
  python: "python",
  sql: "sql",
  yaml: "yaml",
};

/** What a tab is called; also the order is that of the page. */
const tabNames = { js: "Node.js", ts: "Node.js", php: "PHP", python: "Python" };

export const escapeHtml = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

/** The anchor of a heading, as GitHub makes it. */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

const isComment = (html) => /^\s*(?:<!--[\s\S]*?-->\s*)+$/.test(html);
const PICTURES = "docs/images";
/** The few tags that our pages use in tables. */
const allowedTags = /^<(?:br|\/?code)>$/;

function codeHtml(text, language) {
  const known = highlighted[language];
  const inner = known === undefined ? escapeHtml(text) : hljs.highlight(text, { language: known }).value;
  return `<pre tabindex="0"><code>${inner}</code></pre>`;
}

function exampleOf({ type, info = "" }) {
  if (type !== "fence") return null;
  const [language, file] = info.trim().split(/\s+/);
  return file?.startsWith("examples/") ? { language, file } : null;
}

function exampleHtml(token) {
  const { language, file } = exampleOf(token);
  const name = tabNames[language] ?? language;
  return `<section data-tab="${name}"><p class="file"><b>${name}</b> <code>${escapeHtml(file)}</code></p>${codeHtml(token.content, language)}</section>\n`;
}

const textOf = (token) =>
  (token.children ?? [])
    .map(({ type, content }) => (type === "softbreak" ? " " : type === "html_inline" ? "" : content))
    .join("");

/**
 * Renders pages. `resolve` says where a link to a file of the repository leads: an address of the site, or null where the
 * site has no such file; then its text stays without a link. What leads nowhere is noted in `problems`.
 */
export function createRenderer({ root, resolve, problems }) {
  // The container image is built without them.
  const withoutPictures = !existsSync(join(root, PICTURES));
  const markdown = new MarkdownIt({ html: true, linkify: false });
  const rules = markdown.renderer.rules;
  rules.fence = (tokens, index) => {
    const token = tokens[index];
    if (exampleOf(token) === null) return codeHtml(token.content, token.info.trim().split(/\s+/)[0]);
    const opens = index === 0 || exampleOf(tokens[index - 1]) === null;
    const closes = tokens[index + 1] === undefined || exampleOf(tokens[index + 1]) === null;
    return `${opens ? '<div class="tabs">' : ""}${exampleHtml(token)}${closes ? "</div>" : ""}`;
  };
  rules.code_block = (tokens, index) => codeHtml(tokens[index].content, "");
  rules.html_block = (tokens, index) =>
    isComment(tokens[index].content) ? "" : escapeHtml(tokens[index].content);
  rules.html_inline = (tokens, index) => {
    const { content } = tokens[index];
    return isComment(content) ? "" : allowedTags.test(content) ? content : escapeHtml(content);
  };
  rules.table_open = () => '<div class="table" tabindex="0"><table>';
  rules.table_close = () => "</table></div>";

  /** Rewrites the links and images of inline tokens; a link that leads off the site loses its tags. */
  function rewrite(children, page) {
    const kept = [];
    let dropped = 0;
    for (const token of children) {
      if (token.type === "link_close" && dropped > 0) {
        dropped -= 1;
        continue;
      }
      if (token.type === "link_open") {
        const target = linkOf(token.attrGet("href"), page);
        if (target === null) {
          dropped += 1;
          continue;
        }
        token.attrSet("href", target);
      }
      if (token.type === "image") {
        const source = linkOf(token.attrGet("src"), page);
        // A build without the pictures shows what they would show in words.
        if (source === null) {
          kept.push(...token.children);
          continue;
        }
        token.attrSet("src", source);
        token.attrSet("loading", "lazy");
        // Without it the text jumps when a picture comes.
        token.attrSet("decoding", "async");
      }
      kept.push(token);
    }
    return kept;
  }

  function linkOf(href, page) {
    if (/^[a-z]+:/i.test(href)) return href;
    const [path, anchor] = href.split("#");
    const end = anchor === undefined ? "" : `#${decodeURIComponent(anchor)}`;
    if (path === "") return end;
    const file = posix.normalize(posix.join(posix.dirname(page.source), decodeURI(path)));
    if (withoutPictures && file.startsWith(`${PICTURES}/`)) return null;
    if (!existsSync(join(root, file))) {
      problems.push(`${page.source}: ${href} is not a file`);
      return null;
    }
    const address = resolve(file.replace(/\/$/, ""));
    return address === null ? null : posix.relative(posix.dirname(page.address), address) + end;
  }

  return (page) => {
    const tokens = markdown.parse(page.text, {});
    const seen = new Map();
    const headings = [];
    const texts = [];
    for (const [index, token] of tokens.entries()) {
      if (token.type === "inline") {
        if (tokens[index - 1].type !== "heading_open") texts.push(textOf(token));
        else {
          const text = textOf(token);
          const slug = slugOf(text);
          const count = seen.get(slug) ?? 0;
          seen.set(slug, count + 1);
          const id = count === 0 ? slug : `${slug}-${count}`;
          tokens[index - 1].attrSet("id", id);
          headings.push({ id, text, level: Number(tokens[index - 1].tag.slice(1)), from: texts.length });
        }
        token.children = rewrite(token.children, page);
      }
      if (token.type === "fence" && !exampleOf(token)) texts.push(token.content);
    }
    const summary = texts[0] ?? "";
    const parts = headings.map((heading, index) => ({
      ...heading,
      body: texts.slice(heading.from, headings[index + 1]?.from).join(" "),
    }));
    return { html: markdown.renderer.render(tokens, markdown.options, {}), headings, summary, parts };
  };
}
