import { deflateSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { shrinkPng } from "./png.ts";

/** An RGB picture of three columns, each line written with another filter. */
function picture(lines: readonly (readonly [filter: number, ...bytes: number[]])[]): Buffer {
  const part = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, Buffer.from(type), body, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(3, 0);
  header.writeUInt32BE(lines.length, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.from(lines.flat()));
  return Buffer.concat([
    Buffer.alloc(8),
    part("IHDR", header),
    part("IDAT", data),
    part("IEND", Buffer.alloc(0)),
  ]);
}

test("a picture keeps its colours, whatever filters its lines were written with", () => {
  // Every line is red, green, blue.
  const png = shrinkPng(
    picture([
      [0, 255, 0, 0, 0, 255, 0, 0, 0, 255],
      [1, 255, 0, 0, 1, 255, 0, 0, 1, 255],
      [2, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [3, 128, 0, 0, 129, 128, 0, 0, 129, 128],
      [4, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]),
  );
  const at = (type: string) => png.indexOf(type) + 4;
  const body = (type: string) => png.subarray(at(type), at(type) + png.readUInt32BE(at(type) - 8));
  const palette = body("PLTE").toString("hex").match(/.{6}/g) ?? [];
  const rows = inflateSync(body("IDAT"));
  const colours = Array.from({ length: 5 }, (_none, y) =>
    [1, 2, 3].map((x) => palette[rows[y * 4 + x] ?? 0]).join(" "),
  );
  expect(colours).toEqual(Array.from({ length: 5 }, () => "ff0000 00ff00 0000ff"));
});
