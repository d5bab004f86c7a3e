import { escapeXml } from "./report.ts";

/** A figure over time, in its own panel. */
export interface Line {
  readonly name: string;
  /** From the first sample to the last, at equal distances. */
  readonly values: readonly number[];
}

const WIDTH = 720;
const LEFT = 64;
const RIGHT = 16;
const PANEL = 92;
const PLOT = 60;

/** Panels one above the other, each from zero to its highest value; `unit` is the interval between two samples. */
export function plotLines(lines: readonly Line[], unit: string): string {
  const panels = lines.map(({ name, values }, index) => {
    const top = 20 + index * PANEL;
    const most = Math.max(1, ...values);
    const x = (at: number): number => LEFT + (at / Math.max(1, values.length - 1)) * (WIDTH - LEFT - RIGHT);
    const y = (value: number): number => top + PLOT - (value / most) * PLOT;
    const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    return (
      `<text x="${LEFT}" y="${top - 5}">${escapeXml(name)}</text>` +
      `<text x="${LEFT - 6}" y="${top + 5}" text-anchor="end">${most}</text>` +
      `<text x="${LEFT - 6}" y="${top + PLOT}" text-anchor="end">0</text>` +
      `<path d="M${LEFT} ${top}V${top + PLOT}H${WIDTH - RIGHT}" fill="none" stroke="#9aa5a0"/>` +
      `<polyline points="${points}" fill="none" stroke="#0b6e4f" stroke-width="1.5"/>`
    );
  });
  const height = 20 + lines.length * PANEL + 10;
  const count = Math.max(0, ...lines.map(({ values }) => values.length));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" ` +
    `font-size="12" role="img" aria-label="What was sampled over time">\n${panels.join("\n")}\n` +
    `<text x="${WIDTH - RIGHT}" y="${height - 4}" text-anchor="end">${count} samples, ${escapeXml(unit)}</text>\n</svg>\n`
  );
}
