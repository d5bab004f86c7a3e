import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BaselineResult } from "./baseline.ts";
import type { Cell } from "./cell.ts";

/** Everything one run found. Ratios compare figures of one run only: another machine or hour gives other figures. */
export interface Results {
  readonly takenAt: string;
  readonly full: boolean;
  readonly cells: readonly Cell[];
  readonly baselines: readonly (BaselineResult & { readonly name: string; readonly clients: number })[];
  readonly ratios: readonly Ratio[];
  readonly violations: readonly string[];
}

export interface Ratio {
  readonly name: string;
  readonly value: number;
  /** What it must reach at least, or stay under. */
  readonly must: string;
  readonly holds: boolean;
}

const folder = fileURLToPath(new URL("../../bench/results/", import.meta.url));

/** Writes `<name>.json` and `<name>.svg` under bench/results/, and returns the folder. */
export async function writeResults(name: string, results: Results): Promise<string> {
  await mkdir(folder, { recursive: true });
  const machine = {
    cores: cpus().length,
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    node: process.version,
  };
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify({ machine, ...results }, null, 2)}\n`);
  await writeFile(join(folder, `${name}.svg`), plot(results));
  return folder;
}

/** The table that a person reads. */
export function tableOf({ cells, baselines, ratios }: Results): string {
  const rows = cells.map(({ name, connections, perSecond, calls, cores, postgresMicros, arrival }) => [
    name,
    String(connections),
    String(perSecond),
    ...["create", "complete"].map((call) => {
      const times = calls[call] ?? calls.status;
      return times === undefined ? "" : `${times.p50}/${times.p99}/${times.p999}`;
    }),
    `${cores.service}/${cores.postgres}/${cores.load}/${cores.world}`,
    String(postgresMicros),
    arrival.count === 0 ? "" : `${arrival.p50}/${arrival.p99}`,
  ]);
  const others = baselines.map(({ name, clients, perSecond, latencyMs, postgresMicros }) => [
    name,
    String(clients),
    String(Math.round(perSecond)),
    "",
    `${latencyMs} mean`,
    "",
    String(postgresMicros),
    "",
  ]);
  const head = [
    "what",
    "conns",
    "per second",
    "first call ms",
    "second call ms",
    "cores node/pg/load/world",
    "pg µs each",
    "webhook ms",
  ];
  return [
    columns([head, ...rows, ...others]),
    "",
    columns([
      ["ratio", "is", "must", ""],
      ...ratios.map(({ name, value, must, holds }) => [
        name,
        value.toFixed(2),
        must,
        holds ? "holds" : "missed",
      ]),
    ]),
  ].join("\n");
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
const LABEL_WIDTH = 260;
const PLOT_WIDTH = 420;

/** Bars of what was reached a second, the yardstick's in another shade. */
function plot({ cells, baselines }: Results): string {
  const bars = [
    ...cells.map(({ name, connections, perSecond }) => ({
      label: `${name}, ${connections}`,
      perSecond,
      ours: true,
    })),
    ...baselines.map(({ name, clients, perSecond }) => ({
      label: `${name}, ${clients}`,
      perSecond: Math.round(perSecond),
      ours: false,
    })),
  ];
  const most = Math.max(1, ...bars.map(({ perSecond }) => perSecond));
  const height = bars.length * (BAR_HEIGHT + 6) + 12;
  const rows = bars.map(({ label, perSecond, ours }, index) => {
    const y = 6 + index * (BAR_HEIGHT + 6);
    const width = Math.max(1, Math.round((perSecond / most) * PLOT_WIDTH));
    return (
      `<text x="${LABEL_WIDTH - 8}" y="${y + 13}" text-anchor="end">${escapeXml(label)}</text>` +
      `<rect x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR_HEIGHT}" fill="${ours ? "#0b6e4f" : "#9aa5a0"}"/>` +
      `<text x="${LABEL_WIDTH + width + 6}" y="${y + 13}">${perSecond}</text>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LABEL_WIDTH + PLOT_WIDTH + 80} ${height}" ` +
    `font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Reached per second">\n${rows.join("\n")}\n</svg>\n`
  );
}

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
