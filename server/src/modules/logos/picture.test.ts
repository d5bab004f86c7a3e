import { encode as encodeJpeg } from "jpeg-js";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { createSeededRandom } from "../../kit/random.ts";
import { drawLogo, LOGO_HEIGHT, LOGO_WIDTH_MAX } from "./picture.ts";
import { hostileFiles, pngOf, scannedJpeg } from "./test-pictures.ts";

const seed = Number(process.env.SEED ?? 20261121);

describe("a picture is drawn anew", () => {
  test.each([
    ["a square", 400, 400, 88, 88],
    ["a wide word", 1000, 250, 264, 66],
    ["a tall sign", 100, 500, 18, 88],
    ["a small one, not blown up", 40, 20, 40, 20],
    ["one pixel", 1, 1, 1, 1],
  ])("%s", (_name, width, height, wantedWidth, wantedHeight) => {
    const drawn = drawLogo(
      pngOf(width, height, (x) => (x < width / 2 ? [200, 10, 20, 255] : [0, 0, 0, 255])),
    );
    if ("problem" in drawn) throw new Error(drawn.problem);
    expect([drawn.width, drawn.height]).toEqual([wantedWidth, wantedHeight]);
    const back = PNG.sync.read(drawn.png);
    expect([back.width, back.height]).toEqual([wantedWidth, wantedHeight]);
  });

  test("a JPEG keeps its colours", () => {
    const data = Buffer.alloc(100 * 100 * 4, 255);
    for (let at = 0; at < data.length; at += 4) data.set([10, 120, 200, 255], at);
    const drawn = drawLogo(encodeJpeg({ width: 100, height: 100, data }, 90).data);
    if ("problem" in drawn) throw new Error(drawn.problem);
    const [red = 0, green = 0, blue = 0] = PNG.sync.read(drawn.png).data;
    expect(Math.abs(red - 10) + Math.abs(green - 120) + Math.abs(blue - 200)).toBeLessThan(20);
  });

  test("a progressive JPEG has as many scans as honest ones have", () => {
    expect(drawLogo(scannedJpeg(64, 20))).toMatchObject({ width: 64, height: 64 });
  });

  test("transparency shows white, and dark behind a white logo", () => {
    const corner = (file: Buffer) => {
      const drawn = drawLogo(file);
      if ("problem" in drawn) throw new Error(drawn.problem);
      return [...PNG.sync.read(drawn.png).data.subarray(0, 3)];
    };
    const dot = (colour: number) =>
      pngOf(40, 40, (x, y) => (x > 10 && y > 10 ? [colour, colour, colour, 255] : [0, 0, 0, 0]));
    expect(corner(dot(0))).toEqual([255, 255, 255]);
    expect(corner(dot(255))).toEqual([34, 34, 34]);
  });

  test(`even noise fits the page's budget and bounds (seed ${seed})`, () => {
    const random = createSeededRandom(seed);
    const noise = pngOf(700, 500, () => [...random.bytes(3), 255]);
    const drawn = drawLogo(noise);
    if ("problem" in drawn) throw new Error(drawn.problem);
    expect(drawn.png.length).toBeLessThan(4_096);
    expect(drawn.width).toBeLessThanOrEqual(LOGO_WIDTH_MAX);
    expect(drawn.height).toBeLessThanOrEqual(LOGO_HEIGHT);
  });

  test("nothing of the file but its pixels is left", () => {
    const data = Buffer.alloc(400, 90);
    const file = encodeJpeg(
      { width: 10, height: 10, data, comments: ["<script>alert(1)</script>"] },
      90,
    ).data;
    const drawn = drawLogo(Buffer.concat([file, Buffer.from("<script>alert(1)</script>")]));
    if ("problem" in drawn) throw new Error(drawn.problem);
    expect(drawn.png.includes("script")).toBe(false);
    expect(drawn.png.toString("latin1").match(/IHDR|PLTE|IDAT|IEND|tEXt|eXIf|iTXt/g)).toEqual([
      "IHDR",
      "PLTE",
      "IDAT",
      "IEND",
    ]);
  });
});

describe("what is no picture is refused, and nothing throws", () => {
  test.each(hostileFiles)("%s", (_name, file, problem) => {
    expect(drawLogo(file)).toEqual({ problem });
  });

  test(`broken at any byte (seed ${seed})`, () => {
    const random = createSeededRandom(seed);
    const good = [
      pngOf(30, 30, (x, y) => [x * 8, y * 8, 40, 255]),
      encodeJpeg({ width: 16, height: 16, data: Buffer.alloc(16 * 16 * 4, 90) }, 50).data,
    ];
    let refused = 0;
    for (let round = 0; round < 300; round++) {
      const file = Buffer.from(good[round % 2] ?? Buffer.alloc(0));
      const [at = 0, value = 0] = [random.bytes(4).readUInt32BE(0) % file.length, random.bytes(1)[0]];
      file[at] = value;
      const cut = round % 5 === 0 ? file.subarray(0, at) : file;
      if ("problem" in drawLogo(cut)) refused++;
    }
    expect(refused).toBeGreaterThan(50);
  });
});
