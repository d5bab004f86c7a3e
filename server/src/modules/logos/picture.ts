import { decode as decodeJpeg } from "jpeg-js";
import { PNG } from "pngjs";
import { writePng } from "../../kit/png.ts";
import { choosePalette } from "./palette.ts";

/**
 * A merchant's picture as the payer's page shows it: drawn again by us, so that nothing of the original file is left.
 */
export interface LogoPicture {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Why a file is not accepted as a logo: stored, for whoever investigates. */
export type LogoProblem =
  | "NOT_AN_IMAGE"
  | "TOO_MANY_PIXELS"
  | "INTERLACED"
  | "TOO_MANY_SCANS"
  | "DAMAGED"
  | "EMPTY";

/** Maximum pixels of the source: what can be decoded in a few tens of milliseconds. */
const SOURCE_PIXELS_MAX = 1_500_000;
/** Sharp on screens with two pixels per point: shown 44 points high, at most three times as wide. */
export const LOGO_HEIGHT = 88;
export const LOGO_WIDTH_MAX = 264;
/** The bytes that a logo may cost the payer; a wider one that costs more is drawn smaller. */
const LOGO_BYTES_MAX = 4 * 1024;
const JPEG_MEMORY_MB_MAX = 64;
/**
 * Of a JPEG: progressive ones have about ten. Each scan traverses the whole picture again, however few bytes it has.
 */
const SCANS_MAX = 20;

const SCAN = Buffer.from([0xff, 0xda]);

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, eight bits each. */
  readonly data: Uint8Array;
}

/**
 * Reads a PNG or a JPEG, recognized by its first bytes, whatever the server called it, and draws it again: at most 264
 * x 88 pixels, 64 colours, no transparency, no metadata. Everything else is refused: SVG and HTML can contain scripts,
 * and there is no decoder for other formats. Called in its own thread (`drawing.ts`): even for a small file the
 * duration is unpredictable.
 */
export function drawLogo(file: Buffer): LogoPicture | { readonly problem: LogoProblem } {
  const size = sizeOf(file);
  if (size === null) return { problem: "NOT_AN_IMAGE" };
  if (size.width < 1 || size.height < 1) return { problem: "DAMAGED" };
  if (size.width * size.height > SOURCE_PIXELS_MAX) return { problem: "TOO_MANY_PIXELS" };
  const problem = size.kind === "PNG" ? pngProblem(file) : jpegProblem(file);
  if (problem !== null) return { problem };
  const source = decode(file, size.kind);
  if (source === null || source.width !== size.width || source.height !== size.height)
    return { problem: "DAMAGED" };
  const background = backgroundFor(source);
  if (background === null) return { problem: "EMPTY" };
  for (const share of [1, 0.75, 0.5]) {
    const picture = draw(source, background, share);
    if (picture.png.length <= LOGO_BYTES_MAX || share === 0.5) return picture;
  }
  throw new Error("the smallest picture is always taken");
}

type Kind = "PNG" | "JPEG";

/** Kind and size from the header, before anything is decoded: a decompression bomb shows in its size. */
function sizeOf(
  file: Buffer,
): { readonly kind: Kind; readonly width: number; readonly height: number } | null {
  if (file.length >= 33 && file.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n")
    return { kind: "PNG", width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  return file.length > 4 && file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff ? jpegSize(file) : null;
}

/** The frame header of a JPEG: the segment with its size. */
function jpegSize(file: Buffer): ReturnType<typeof sizeOf> {
  let at = 2;
  while (at + 9 < file.length && file[at] === 0xff) {
    const marker = file[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { kind: "JPEG", height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    at += 2 + file.readUInt16BE(at + 2);
  }
  return null;
}

const PNG_SIGNATURE_BYTES = 8;
/** Length, name and checksum around the content of a chunk. */
const PNG_CHUNK_BYTES = 12;
const PNG_INTERLACE_AT = 28;

/**
 * The decoder inflates interlaced pictures without a limit: half a megabyte becomes five hundred. It also accepts a
 * second header, with another size than the one we checked.
 */
function pngProblem(file: Buffer): LogoProblem | null {
  if (file[PNG_INTERLACE_AT] !== 0) return "INTERLACED";
  let headers = 0;
  for (let at = PNG_SIGNATURE_BYTES; at + PNG_CHUNK_BYTES <= file.length; ) {
    if (file.toString("latin1", at + 4, at + 8) === "IHDR") headers += 1;
    at += PNG_CHUNK_BYTES + file.readUInt32BE(at);
  }
  return headers === 1 ? null : "DAMAGED";
}

/**
 * Counts scan markers anywhere in the file. In a picture's data this pair of bytes cannot occur, so at most a few of a
 * thumbnail or a profile are counted too, and none can be hidden.
 */
function jpegProblem(file: Buffer): LogoProblem | null {
  let scans = 0;
  for (let at = file.indexOf(SCAN); at !== -1; at = file.indexOf(SCAN, at + SCAN.length)) scans += 1;
  return scans > SCANS_MAX ? "TOO_MANY_SCANS" : null;
}

/** Null for a file that its decoder cannot decode. */
function decode(file: Buffer, kind: Kind): Pixels | null {
  try {
    if (kind === "PNG") return PNG.sync.read(file);
    return decodeJpeg(file, {
      useTArray: true,
      maxResolutionInMP: SOURCE_PIXELS_MAX / 1e6,
      maxMemoryUsageInMB: JPEG_MEMORY_MB_MAX,
    });
  } catch {
    // Whatever broke the decoder, the answer is the same: no picture.
    return null;
  }
}

const LIGHT = 255;
const DARK = 34;

/**
 * The background of a transparent logo: white, or dark when the logo itself is white. Null when nothing would be
 * visible on either.
 */
function backgroundFor({ data, width, height }: Pixels): number | null {
  let onLight = 0;
  let onDark = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 0) / 255;
    const shade = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
    onLight += alpha * (LIGHT - shade);
    onDark += alpha * Math.abs(shade - DARK);
  }
  const pixels = width * height;
  // A hundredth of the surface is enough to see a thin line.
  if (onLight / pixels > 2) return LIGHT;
  return onDark / pixels > 2 && !isFull(data) ? DARK : null;
}

function isFull(data: Uint8Array): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

function draw(source: Pixels, background: number, share: number): LogoPicture {
  const scale = Math.min(LOGO_HEIGHT / source.height, LOGO_WIDTH_MAX / source.width, 1) * share;
  const width = Math.max(1, Math.round(source.width * scale));
  const height = Math.max(1, Math.round(source.height * scale));
  const small = shrink(source, width, height, background);
  const { palette, indexes } = choosePalette(small, share === 1 ? 64 : 32);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    lines.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return { png: writePng({ width, height, bitDepth: 8, colour: "PALETTE", palette, lines }), width, height };
}

/** RGB of a smaller picture: each pixel is the mean of those it covers, on the background. */
function shrink(source: Pixels, width: number, height: number, background: number): Uint8Array {
  const out = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const top = Math.floor((y * source.height) / height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * source.height) / height));
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * source.width) / width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * source.width) / width));
      const sum = [0, 0, 0];
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) {
          const at = (row * source.width + column) * 4;
          const alpha = (source.data[at + 3] ?? 0) / 255;
          for (let channel = 0; channel < 3; channel++)
            sum[channel] =
              (sum[channel] ?? 0) + alpha * (source.data[at + channel] ?? 0) + (1 - alpha) * background;
        }
      const count = (bottom - top) * (right - left);
      for (let channel = 0; channel < 3; channel++)
        out[(y * width + x) * 3 + channel] = Math.round((sum[channel] ?? 0) / count);
    }
  }
  return out;
}
