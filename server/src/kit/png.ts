import { crc32, deflateSync } from "node:zlib";

/** The content of a PNG. `writePng` compresses its lines and does not check them. */
export interface PngContent {
  readonly width: number;
  readonly height: number;
  /** Bits per pixel: 1 for black and white, 8 for a palette or RGB. */
  readonly bitDepth: 1 | 8;
  readonly colour: "GREY" | "PALETTE" | "RGB";
  /** Three bytes a colour, at most 256 colours; for `PALETTE` only. */
  readonly palette?: Buffer;
  /** Each line in the format's form: a filter byte, then its pixels. */
  readonly lines: Buffer;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const colourTypes = { GREY: 0, RGB: 2, PALETTE: 3 } as const;

/** A PNG file, not interlaced and without metadata. */
export function writePng({ width, height, bitDepth, colour, palette, lines }: PngContent): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, colourTypes[colour], 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    ...(palette === undefined ? [] : [chunk("PLTE", palette)]),
    chunk("IDAT", deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
