import { writePng } from "../../../server/src/kit/png.ts";

export type Rgb = readonly [red: number, green: number, blue: number];
/** One closed line, as x and y in turn. */
export type Outline = readonly number[];

/** Lines of samples within a line of pixels. */
const SAMPLES = 4;

/** A picture in two colours and what lies between them, to fill outlines on with smooth edges. */
export interface Canvas {
  /** What is inside the outlines by their direction (non-zero rule), with ink or with paper again. */
  fill(outlines: readonly Outline[], what: "ink" | "paper"): void;
  png(): Buffer;
}

export function createCanvas(width: number, height: number, paper: Rgb, ink: Rgb): Canvas {
  /** Share of ink, of 255. */
  const pixels = new Uint8Array(width * height);
  const coverage = new Float32Array(width);

  /** Adds a run of one sample line; its ends cover their pixels in part. */
  const cover = (from: number, to: number): void => {
    const left = Math.max(0, from);
    const right = Math.min(width, to);
    for (let x = Math.floor(left); x < right; x++) {
      const part = Math.min(right, x + 1) - Math.max(left, x);
      coverage[x] = (coverage[x] ?? 0) + part / SAMPLES;
    }
  };

  return {
    fill: (outlines, what) => {
      const edges = edgesOf(outlines);
      if (edges.length === 0) return;
      const target = what === "ink" ? 255 : 0;
      const top = Math.max(0, Math.floor(Math.min(...edges.map(({ y0 }) => y0))));
      const bottom = Math.min(height, Math.ceil(Math.max(...edges.map(({ y1 }) => y1))));
      const across = outlines.flatMap((outline) => outline.filter((_value, at) => at % 2 === 0));
      const left = Math.max(0, Math.floor(Math.min(...across)));
      const right = Math.min(width, Math.ceil(Math.max(...across)));
      for (let y = top; y < bottom; y++) {
        coverage.fill(0, left, right);
        for (let sample = 0; sample < SAMPLES; sample++) {
          const line = y + (sample + 0.5) / SAMPLES;
          for (const [from, to] of runsAt(edges, line)) cover(from, to);
        }
        for (let x = left; x < right; x++) {
          const under = pixels[y * width + x] ?? 0;
          pixels[y * width + x] = Math.round(under + (target - under) * Math.min(1, coverage[x] ?? 0));
        }
      }
    },
    png: () => {
      const lines = Buffer.alloc((width + 1) * height);
      for (let y = 0; y < height; y++)
        lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
      const palette = Buffer.alloc(256 * 3);
      for (let at = 0; at < palette.length; at++) {
        const [from, to] = [paper[at % 3] ?? 0, ink[at % 3] ?? 0];
        palette[at] = Math.round(from + ((to - from) * Math.floor(at / 3)) / 255);
      }
      return writePng({ width, height, bitDepth: 8, colour: "PALETTE", palette, lines });
    },
  };
}

interface Edge {
  readonly y0: number;
  readonly y1: number;
  readonly x0: number;
  readonly slope: number;
  readonly direction: 1 | -1;
}

function edgesOf(outlines: readonly Outline[]): readonly Edge[] {
  const edges: Edge[] = [];
  for (const outline of outlines) {
    for (let at = 0; at < outline.length; at += 2) {
      const next = (at + 2) % outline.length;
      const [xa = 0, ya = 0] = [outline[at], outline[at + 1]];
      const [xb = 0, yb = 0] = [outline[next], outline[next + 1]];
      if (ya === yb) continue;
      const down = ya < yb;
      const slope = (xb - xa) / (yb - ya);
      edges.push({
        y0: Math.min(ya, yb),
        y1: Math.max(ya, yb),
        x0: down ? xa : xb,
        slope,
        direction: down ? 1 : -1,
      });
    }
  }
  return edges;
}

/** Where a line is inside: from and to, by the non-zero rule. */
function runsAt(edges: readonly Edge[], y: number): readonly (readonly [number, number])[] {
  const crossings = edges
    .filter((edge) => edge.y0 <= y && y < edge.y1)
    .map((edge) => ({ x: edge.x0 + (y - edge.y0) * edge.slope, direction: edge.direction }))
    .sort((left, right) => left.x - right.x);
  const runs: [number, number][] = [];
  let winding = 0;
  let from = 0;
  for (const { x, direction } of crossings) {
    if (winding === 0) from = x;
    winding += direction;
    if (winding === 0) runs.push([from, x]);
  }
  return runs;
}

/** A rectangle with round corners. */
export function roundedBox(x: number, y: number, width: number, height: number, radius: number): Outline {
  const points: number[] = [];
  const corners = [
    [x + width - radius, y + radius, -90],
    [x + width - radius, y + height - radius, 0],
    [x + radius, y + height - radius, 90],
    [x + radius, y + radius, 180],
  ] as const;
  for (const [cx, cy, start] of corners)
    for (let step = 0; step <= 90; step += 6) {
      const angle = ((start + step) * Math.PI) / 180;
      points.push(cx + radius * Math.cos(angle), cy + radius * Math.sin(angle));
    }
  return points;
}
