import { deflateSync } from "node:zlib";
import { PNG } from "pngjs";

/** A PNG painted pixel by pixel, for tests. */
export function pngOf(
  width: number,
  height: number,
  paint: (x: number, y: number) => readonly number[],
): Buffer {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) png.data.set(paint(x, y), (y * width + x) * 4);
  return PNG.sync.write(png);
}

/** A PNG with a false size in its header. */
function lyingPng(width: number, height: number): Buffer {
  const file = pngOf(2, 2, () => [1, 1, 1, 255]);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

/** A picture whose header declares seven interlaced passes. */
function interlacedPng(): Buffer {
  const file = pngOf(100, 100, (x) => [x, 0, 0, 255]);
  file[28] = 1;
  return file;
}

/** A second header after the first: the decoder would take its size. */
function twoHeadedPng(): Buffer {
  const file = pngOf(30, 30, (x) => [x, 0, 0, 255]);
  const header = file.subarray(8, 33);
  return Buffer.concat([file.subarray(0, 33), header, file.subarray(33)]);
}

/**
 * A grey progressive JPEG with this many scans. Each after the first has twelve bytes that traverse 32 767 blocks and
 * change nothing, so a hundred kilobytes of them take seconds.
 */
export function scannedJpeg(size: number, scans: number): Buffer {
  const segment = (marker: number, ...body: number[]) =>
    Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff, ...body]);
  const quantization = segment(0xdb, 0, ...new Array<number>(64).fill(1));
  const frame = segment(0xc2, 8, size >> 8, size & 0xff, size >> 8, size & 0xff, 1, 1, 0x11, 0);
  // One code of one bit in each table: no difference, and the end of 16 384 to 32 767 blocks.
  const dcTable = segment(0xc4, 0x00, 1, ...new Array<number>(15).fill(0), 0);
  const acTable = segment(0xc4, 0x10, 1, ...new Array<number>(15).fill(0), 0xe0);
  const blocks = Math.ceil(size / 8) ** 2;
  // One bit per block, and a grey that differs from the background.
  const first = [segment(0xda, 1, 1, 0, 0, 0, 0), Buffer.alloc(Math.ceil(blocks / 8), 0)];
  const again = Buffer.concat([segment(0xda, 1, 1, 0, 1, 63, 0), Buffer.from([0x7f, 0xfe])]);
  const end = Buffer.from([0xff, 0xd9]);
  const more = new Array<Buffer>(scans - 1).fill(again);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...[quantization, frame, dcTable, acTable],
    ...first,
    ...more,
    end,
  ]);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
const start = pngOf(30, 30, (x) => [x, 0, 0, 255]);

/** Files that must never become a picture on a payer's page, each with the reason of its refusal. */
export const hostileFiles: readonly (readonly [name: string, file: Buffer, problem: string])[] = [
  ["an SVG with a script", Buffer.from(svg), "NOT_AN_IMAGE"],
  ["an SVG with an XML head", Buffer.from(`<?xml version="1.0"?>${svg}`), "NOT_AN_IMAGE"],
  ["a compressed SVG", deflateSync(svg), "NOT_AN_IMAGE"],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), "NOT_AN_IMAGE"],
  ["a GIF", Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1"), "NOT_AN_IMAGE"],
  ["a script that starts as a bitmap", Buffer.from("BM=1;alert(1)"), "NOT_AN_IMAGE"],
  ["a WebP", Buffer.from("RIFF\x1a\0\0\0WEBPVP8L", "latin1"), "NOT_AN_IMAGE"],
  ["an icon", Buffer.from([0, 0, 1, 0, 1, 0]), "NOT_AN_IMAGE"],
  ["a PDF", Buffer.from("%PDF-1.7"), "NOT_AN_IMAGE"],
  ["an archive", Buffer.from([0x50, 0x4b, 3, 4]), "NOT_AN_IMAGE"],
  ["nothing", Buffer.alloc(0), "NOT_AN_IMAGE"],
  ["a signature and no more", start.subarray(0, 8), "NOT_AN_IMAGE"],
  ["a PNG cut short", start.subarray(0, start.length - 30), "DAMAGED"],
  ["a PNG of no width", lyingPng(0, 10), "DAMAGED"],
  ["a PNG of four billion pixels a side", lyingPng(0xffffffff, 0xffffffff), "TOO_MANY_PIXELS"],
  ["a PNG of more pixels than we decode", lyingPng(1300, 1300), "TOO_MANY_PIXELS"],
  ["an interlaced PNG", interlacedPng(), "INTERLACED"],
  ["a PNG with two headers", twoHeadedPng(), "DAMAGED"],
  ["a JPEG of 21 scans", scannedJpeg(64, 21), "TOO_MANY_SCANS"],
  ["a JPEG of eight thousand scans", scannedJpeg(1224, 8_000), "TOO_MANY_SCANS"],
  ["a PNG that holds less than it says", lyingPng(900, 900), "DAMAGED"],
  ["a JPEG that is only a beginning", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]), "NOT_AN_IMAGE"],
  [
    "a JPEG of 65 000 pixels a side",
    Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0xfd, 0xe8, 0xfd, 0xe8, 1, 1, 0x11, 0]),
    "TOO_MANY_PIXELS",
  ],
  [
    "a JPEG whose segments lead nowhere",
    Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0, 0xff, 0xe1, 0, 0, 0xff, 0xc0]),
    "NOT_AN_IMAGE",
  ],
  ["white on white", pngOf(20, 20, () => [255, 255, 255, 255]), "EMPTY"],
  ["nothing to see", pngOf(20, 20, () => [0, 0, 0, 0]), "EMPTY"],
];
