import type { Draft } from "./words/draft.ts";

/** What stands around a draft. */
export interface Frame {
  readonly language: string;
  readonly url: string | null;
  /** Said first; null for nothing. */
  readonly notice: string | null;
  readonly sentBy: string;
  /** Between a label and what it is about. */
  readonly colon: string;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? "");
}

/** The plain part: paragraphs, facts in lines, the link on a line of its own. */
export function textOf({ paragraphs, facts = [], action, warning }: Draft, frame: Frame): string {
  const { url, notice, sentBy, colon } = frame;
  const blocks = [
    ...(notice === null ? [] : [notice]),
    ...paragraphs,
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}${colon} ${value}`).join("\n")]),
    ...(url === null ? [] : [`${action}${colon}\n${url}`]),
    ...(warning === undefined ? [] : [warning]),
    `-- \n${sentBy}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const MUTED = "color:#5a5a5a;font-size:14px;line-height:20px";
const BUTTON =
  "display:inline-block;padding:12px 20px;border-radius:6px;background:#0b6e4f;color:#ffffff;text-decoration:none;font-weight:600";

/**
 * The HTML part. Styles stand at the elements, because many mail programs drop everything else. There are no pictures and
 * nothing is loaded, so opening the mail tells nobody.
 */
export function htmlOf(draft: Draft, { language, url, notice, sentBy }: Frame): string {
  const { subject, paragraphs, facts = [], action, warning } = draft;
  const body = [
    ...(notice === null ? [] : [paragraph(notice, "padding:8px 12px;background:#fff3cd;color:#4d3a00")]),
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${isolated(subject)}</h1>`,
    ...paragraphs.map((text) => paragraph(text)),
    ...(facts.length === 0 ? [] : [tableOf(facts)]),
    ...(url === null ? [] : [linkOf(url, action)]),
    ...(warning === undefined ? [] : [paragraph(warning, MUTED)]),
    `<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #d9d9d9;${MUTED}">${isolated(sentBy)}</p>`,
  ];
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:24px 16px;background:#ffffff;color:#1c1c1c;font-size:16px;line-height:24px;${FONT}">`,
    `<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">${body.join("")}</div></body></html>`,
  ].join("");
}

/** Text whose direction does not affect what stands around it. */
const isolated = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;

function paragraph(text: string, style = ""): string {
  return `<p style="margin:0 0 16px;${style}">${text.split("\n").map(isolated).join("<br>")}</p>`;
}

function tableOf(facts: Draft["facts"] = []): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" style="padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:400;color:#5a5a5a">${escapeHtml(label)}</th><td style="padding:4px 0">${isolated(value)}</td></tr>`,
  );
  return `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join("")}</table>`;
}

/** The address stands under the button as well, for readers who check it before they follow it. */
function linkOf(url: string, action: string): string {
  const address = escapeHtml(url);
  return `<p style="margin:0 0 8px"><a href="${address}" style="${BUTTON}">${escapeHtml(action)}</a></p><p style="margin:0 0 16px;${MUTED}">${address}</p>`;
}
