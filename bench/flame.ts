import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Queryable } from "../server/src/db/database.ts";
import type { ServiceProcess } from "./processes.ts";
import { escapeXml, resultsFolder } from "./report.ts";
import { forgetStatements, statementsText } from "./statements.ts";

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Frame {
  readonly name: string;
  readonly where: string;
  selfMicros: number;
  readonly children: Map<string, Frame>;
}

/**
 * Runs `work` while the service is sampled; draws `<name>.flame.svg`, and lists where the time went: the service's in
 * `<name>.flame.txt`, PostgreSQL's in `<name>.statements.txt`.
 */
export async function profiled<T>(
  { service, db }: { readonly service: ServiceProcess; readonly db: Queryable },
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(resultsFolder, { recursive: true });
  const target = join(resultsFolder, name.replace(/[^a-z0-9]+/gi, "-"));
  const file = `${target}.cpuprofile`;
  await service.ask({ kind: "profile" });
  await forgetStatements(db);
  const result = await work();
  await writeFile(`${target}.statements.txt`, await statementsText(db));
  await service.ask({ kind: "write", file });
  const root = treeOf(JSON.parse(await readFile(file, "utf8")) as Profile);
  await rm(file);
  await writeFile(`${target}.flame.svg`, flameOf(root));
  await writeFile(`${target}.flame.txt`, listOf(root));
  return result;
}

const IDLE = new Set(["(idle)"]);

function treeOf({ nodes, samples, timeDeltas }: Profile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const micros = new Map<number, number>();
  samples.forEach((id, index) => {
    micros.set(id, (micros.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const build = (id: number): Frame | null => {
    const node = byId.get(id);
    if (node === undefined || IDLE.has(node.callFrame.functionName)) return null;
    const { functionName, url, lineNumber } = node.callFrame;
    const frame: Frame = {
      name: functionName === "" ? "(anonymous)" : functionName,
      where: `${placeOf(url)}:${lineNumber + 1}`,
      selfMicros: micros.get(id) ?? 0,
      children: new Map(),
    };
    for (const child of node.children ?? []) {
      const built = build(child);
      if (built !== null) merge(frame, built);
    }
    return frame;
  };
  const [top] = nodes;
  const root = top === undefined ? null : build(top.id);
  if (root === null) throw new Error("a profile without a root");
  return root;
}

function merge(parent: Frame, child: Frame): void {
  const key = `${child.name} ${child.where}`;
  const known = parent.children.get(key);
  if (known === undefined) {
    parent.children.set(key, child);
    return;
  }
  known.selfMicros += child.selfMicros;
  for (const grandchild of child.children.values()) merge(known, grandchild);
}

/** The part of a file's address that identifies its package. */
function placeOf(url: string): string {
  const library = url.lastIndexOf("/node_modules/");
  if (library >= 0) return url.slice(library + "/node_modules/".length);
  const own = url.indexOf("/dist/");
  return own >= 0 ? url.slice(own + "/dist/".length) : url;
}

const totalOf = (frame: Frame): number =>
  frame.selfMicros + [...frame.children.values()].reduce((sum, child) => sum + totalOf(child), 0);

/** Functions by their own time, and by the time of what they call. */
function listOf(root: Frame): string {
  const own = new Map<string, number>();
  const whole = new Map<string, number>();
  const walk = (frame: Frame, above: ReadonlySet<string>): void => {
    const key = `${frame.name} ${frame.where}`;
    own.set(key, (own.get(key) ?? 0) + frame.selfMicros);
    // A function that calls itself counts once.
    if (!above.has(key)) whole.set(key, (whole.get(key) ?? 0) + totalOf(frame));
    const path = new Set(above).add(key);
    for (const child of frame.children.values()) walk(child, path);
  };
  walk(root, new Set());
  const total = totalOf(root);
  const ranked = (times: ReadonlyMap<string, number>): string =>
    [...times]
      .sort(([, left], [, right]) => right - left)
      .slice(0, 80)
      .map(([key, micros]) => `${((micros / total) * 100).toFixed(1).padStart(6)} %  ${key}`)
      .join("\n");
  return `Own time, of ${(total / 1e6).toFixed(1)} s busy\n${ranked(own)}\n\nWith what is called\n${ranked(whole)}\n`;
}

const WIDTH = 1_400;
const ROW = 16;
const NARROWEST = 0.6;

function flameOf(root: Frame): string {
  const total = totalOf(root);
  const parts: string[] = [];
  let deepest = 0;
  const draw = (frame: Frame, x: number, depth: number): void => {
    const micros = totalOf(frame);
    const width = (micros / total) * WIDTH;
    if (width < NARROWEST) return;
    deepest = Math.max(deepest, depth);
    const ours = frame.where.startsWith("server/") || frame.where.startsWith("web/");
    const label = width > 40 ? escapeXml(frame.name.slice(0, Math.floor(width / 6.5))) : "";
    parts.push(
      `<g><title>${escapeXml(`${frame.name} ${frame.where}: ${((micros / total) * 100).toFixed(1)} %`)}</title>` +
        `<rect x="${x.toFixed(1)}" y="${depth * ROW}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${ours ? "#58a889" : "#e0b36b"}"/>` +
        `<text x="${(x + 2).toFixed(1)}" y="${depth * ROW + 11}">${label}</text></g>`,
    );
    let at = x;
    for (const child of [...frame.children.values()].sort((left, right) => totalOf(right) - totalOf(left))) {
      draw(child, at, depth + 1);
      at += (totalOf(child) / total) * WIDTH;
    }
  };
  draw(root, 0, 0);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${(deepest + 1) * ROW}" font-family="monospace" font-size="11" ` +
    `role="img" aria-label="Where the service's processor time goes">\n${parts.join("\n")}\n</svg>\n`
  );
}
