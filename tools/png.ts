import { inflateSync } from "node:zlib";
import { writePng } from "../server/src/kit/png.ts";

/** Maximum colours of a palette. */
const PALETTE_MAX = 256;

/**
 * A screenshot reduced to 256 colours: about a quarter of the bytes, and no visible difference, since pages are flat.
 * Accepts what browsers write: 8 bits a channel, RGB or RGBA, not interlaced.
 */
export function shrinkPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const { palette, indexOf } = choosePalette(pixels);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = indexOf(pixels[y * width + x] ?? 0);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return writePng({ width, height, bitDepth: 8, colour: "PALETTE", palette: colours, lines });
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** `0xrrggbb` by row. */
  readonly pixels: Uint32Array;
}

function decode(png: Buffer): Picture {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  if (png[24] !== 8 || (png[25] !== 2 && png[25] !== 6) || png[28] !== 0)
    throw new Error("unexpected kind of PNG");
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const data = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    const line = unfilter(data[start] ?? 0, data.subarray(start + 1, start + 1 + stride), above, channels);
    for (let x = 0; x < width; x++) {
      const at = x * channels;
      pixels[y * width + x] = ((line[at] ?? 0) << 16) | ((line[at + 1] ?? 0) << 8) | (line[at + 2] ?? 0);
    }
    above = line;
  }
  return { width, height, pixels };
}

/** One line before its filter was applied (PNG specification, section 9). */
function unfilter(
  filter: number,
  raw: Uint8Array,
  above: Uint8Array,
  channels: number,
): Uint8Array<ArrayBuffer> {
  const line = new Uint8Array(raw.length);
  for (let at = 0; at < raw.length; at++) {
    const left = line[at - channels] ?? 0;
    const up = above[at] ?? 0;
    const corner = above[at - channels] ?? 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    line[at] = ((raw[at] ?? 0) + guess) & 255;
  }
  return line;
}

function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner;
  const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The most frequent colours; every other one is replaced by the nearest of them. */
function choosePalette(pixels: Uint32Array): { palette: number[]; indexOf: (colour: number) => number } {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...counts].sort((left, right) => right[1] - left[1]).map(([colour]) => colour);
  palette.length = Math.min(palette.length, PALETTE_MAX);
  const known = new Map(palette.map((colour, index) => [colour, index]));
  const indexOf = (colour: number): number => {
    const exact = known.get(colour);
    if (exact !== undefined) return exact;
    let best = 0;
    for (let index = 1; index < palette.length; index++)
      if (distance(palette[index] ?? 0, colour) < distance(palette[best] ?? 0, colour)) best = index;
    known.set(colour, best);
    return best;
  };
  return { palette, indexOf };
}

function distance(left: number, right: number): number {
  const red = (left >> 16) - (right >> 16);
  const green = ((left >> 8) & 255) - ((right >> 8) & 255);
  const blue = (left & 255) - (right & 255);
  return red * red + green * green + blue * blue;
}
