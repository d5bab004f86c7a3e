import type { Locale } from "../../server/src/kit/money.ts";
import { BOOT_ID, type Boot } from "../ui/app/boot.ts";
import { ASSETS_PATH, type NeededFiles } from "./assets.ts";

interface ScreenDocument {
  readonly locale: Locale;
  readonly title: string;
  /** Whose pages these are: stands in the head until the scripts have come. */
  readonly house: string;
  /** The file that runs; the others are loaded beside it. */
  readonly entry: string;
  readonly files: NeededFiles;
  readonly boot: Boot;
  /** For browsers without JavaScript. */
  readonly noScript: string;
}

/** The page that loads a surface: its files, and in a block of JSON, which runs nothing, what it shows first. Pure. */
export function screenDocument({
  locale,
  title,
  house,
  entry,
  files,
  boot,
  noScript,
}: ScreenDocument): string {
  const at = (name: string) => `${ASSETS_PATH}/${name}`;
  const styles = files.styles.map((name) => `<link rel="stylesheet" href="${at(name)}">`);
  const preloads = files.scripts
    .filter((name) => name !== entry)
    .map((name) => `<link rel="modulepreload" href="${at(name)}">`);
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    `<title>${escaped(title)}</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    '<meta name="format-detection" content="telephone=no"><link rel="icon" href="data:,">',
    ...styles,
    ...preloads,
    `<script type="application/json" id="${BOOT_ID}">${inScript(boot)}</script>`,
    `<script type="module" src="${at(entry)}"></script>`,
    `</head><body><noscript><p>${escaped(noScript)}</p></noscript>`,
    // The frame is painted before the scripts come: on a slow phone a second and a half earlier. They put theirs over it.
    '<div class="house"><header class="head"><span class="brand">',
    '<span class="mark" aria-hidden="true"><i></i><i></i><i></i><i></i></span>',
    `<span>${escaped(house)}</span></span></header></div></body></html>`,
  ].join("");
}

/** JSON that cannot end the block in which it stands. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
