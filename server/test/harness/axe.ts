import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** Options of `axe.run`, as text for the page. */
export const ruleSets = {
  /** WCAG 2.2 A and AA, and axe's best practices. */
  USUAL: `{ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }`,
  /** The same, and the size of targets. */
  ALL: `{ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
          rules: { "target-size": { enabled: true } } }`,
  /** All but contrast: what another language can change. */
  LANGUAGE: `{ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
               rules: { "target-size": { enabled: true }, "color-contrast": { enabled: false } } }`,
  /** Those whose answer depends on where things are drawn. */
  LAYOUT: `{ runOnly: { type: "rule", values: ["color-contrast", "target-size", "scrollable-region-focusable"] } }`,
  /** The same without contrast: where longer words move things to. */
  PLACES: `{ runOnly: { type: "rule", values: ["target-size", "scrollable-region-focusable"] } }`,
  /** Too little contrast: all that another colour scheme can change. */
  CONTRAST: `{ runOnly: { type: "rule", values: ["color-contrast"] } }`,
} as const;

export type RuleSet = keyof typeof ruleSets;

let source: Promise<string> | null = null;

/** The script that gives a page the global `axe`. */
export function axeSource(): Promise<string> {
  source ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  return source;
}
