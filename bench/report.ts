import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bar, Bench, Findings, Ratio, Table } from "./bench.ts";
import type { MachineSpeed } from "./machine.ts";

export const resultsFolder = fileURLToPath(new URL("../../bench/results/", import.meta.url));

/** What a question found, and how quick the machine was before and after it. */
interface Measured {
  readonly findings: Findings;
  readonly speed: { readonly before: MachineSpeed; readonly after: MachineSpeed };
}

/** Writes `<name>.json` and `<name>.svg` under bench/results/, and returns their common name. */
export async function writeResults(
  name: string,
  { full, seed }: Bench,
  { findings, speed }: Measured,
): Promise<string> {
  await mkdir(resultsFolder, { recursive: true });
  const { bars, ratios, problems, data } = findings;
  const machine = {
    cores: cpus().length,
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    node: process.version,
    speed,
  };
  const all = { takenAt: new Date().toISOString(), full, seed, machine, ratios, problems, data };
  await writeFile(join(resultsFolder, `${name}.json`), `${JSON.stringify(all, null, 2)}\n`);
  await writeFile(join(resultsFolder, `${name}.svg`), plot(bars));
  return join(resultsFolder, name);
}

export const tableText = ({ head, rows }: Table): string => columns([head, ...rows]);

export function ratiosText(ratios: readonly Ratio[]): string {
  return columns([
    ["ratio", "is", "must", ""],
    ...ratios.map(({ name, value, must, holds }) => [
      name,
      value.toFixed(2),
      must,
      holds ? "holds" : "missed",
    ]),
  ]);
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, index) =>
          index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const BAR_HEIGHT = 18;
const LABEL_WIDTH = 300;
const PLOT_WIDTH = 420;

/** A bar for each figure, the baseline's in another shade. */
function plot(bars: readonly Bar[]): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const height = bars.length * (BAR_HEIGHT + 6) + 12;
  const rows = bars.map(({ label, value, yardstick }, index) => {
    const y = 6 + index * (BAR_HEIGHT + 6);
    const width = Math.max(1, Math.round((value / most) * PLOT_WIDTH));
    return (
      `<text x="${LABEL_WIDTH - 8}" y="${y + 13}" text-anchor="end">${escapeXml(label)}</text>` +
      `<rect x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR_HEIGHT}" fill="${yardstick ? "#9aa5a0" : "#0b6e4f"}"/>` +
      `<text x="${LABEL_WIDTH + width + 6}" y="${y + 13}">${value}</text>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LABEL_WIDTH + PLOT_WIDTH + 80} ${height}" ` +
    `font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="What was reached">\n${rows.join("\n")}\n</svg>\n`
  );
}

export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
