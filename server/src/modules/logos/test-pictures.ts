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

/** A PNG whose header lies about its size. */
function lyingPng(width: number, height: number): Buffer {
  const file = pngOf(2, 2, () => [1, 1, 1, 255]);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
const start = pngOf(30, 30, (x) => [x, 0, 0, 255]);

/** Files that must never become a picture on a payer's page, and what each is refused as. */
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
