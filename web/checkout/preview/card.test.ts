import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { createCanvas, roundedBox } from "./canvas.ts";
import { drawPreview, type PreviewCard } from "./card.ts";

const card: PreviewCard = {
  merchantName: "École Les Palmiers",
  amount: "12 500 F CFA",
  title: "Cotisation du mois",
  primaryColor: "#1d4ed8",
};
/** Share of the picture that is not the background, of a band of lines. */
function inkOf(png: Buffer, top: number, bottom: number): number {
  const { data, width } = PNG.sync.read(png);
  const paper = [...data.subarray(0, 3)].join();
  let ink = 0;
  for (let at = top * width; at < bottom * width; at++)
    if ([...data.subarray(at * 4, at * 4 + 3)].join() !== paper) ink++;
  return ink / ((bottom - top) * width);
}

describe("the picture of a shared link", () => {
  test("has the merchant's colour behind its name, the amount and the title", () => {
    const png = drawPreview(card);
    const [red, green, blue] = PNG.sync.read(png).data;
    expect([red, green, blue]).toEqual([0x1d, 0x4e, 0xd8]);
    for (const [top, bottom] of [
      [90, 200],
      [260, 400],
      [440, 500],
    ] as const)
      expect(inkOf(png, top, bottom)).toBeGreaterThan(0.02);
    expect(inkOf(png, 540, 630)).toBe(0);
  });

  test("is the same for the same words, and another for others", () => {
    expect(drawPreview(card).equals(drawPreview({ ...card }))).toBe(true);
    expect(drawPreview(card).equals(drawPreview({ ...card, amount: "12 501 F CFA" }))).toBe(false);
  });

  test.each([
    ["words without end", { title: "très long ".repeat(60) }],
    ["one word without end", { title: "x".repeat(500), merchantName: "y".repeat(200) }],
    ["an amount without end", { amount: "999 999 999 999 999 F CFA" }],
    ["letters that no typeface has", { title: "🎉 支付 ﷽ \u0000\u202e", merchantName: "商店" }],
    ["nothing", { title: "", merchantName: "", amount: "" }],
    ["markup", { title: "<script>alert(1)</script>", merchantName: "&amp;" }],
    ["no colour", { primaryColor: "url(//evil.example)" }],
  ])("%s keeps to its margins", (_name, change) => {
    const png = drawPreview({ ...card, ...change });
    const { data, width, height } = PNG.sync.read(png);
    const paper = [...data.subarray(0, 3)].join();
    for (let y = 0; y < height; y++)
      for (const x of [0, 40, width - 40, width - 1]) {
        const at = (y * width + x) * 4;
        expect([...data.subarray(at, at + 3)].join()).toBe(paper);
      }
  });
});

test("an outline covers what is inside it, its edges in part, and nothing outside the picture", () => {
  const canvas = createCanvas(10, 10, [0, 0, 0], [255, 255, 255]);
  canvas.fill([[2, 2, 8.5, 2, 8.5, 8, 2, 8]], "ink");
  canvas.fill([roundedBox(-50, -50, 45, 45, 5)], "ink");
  const { data } = PNG.sync.read(canvas.png());
  const at = (x: number, y: number) => data[(y * 10 + x) * 4];
  expect([at(1, 5), at(2, 5), at(7, 5), at(8, 5), at(9, 5)]).toEqual([0, 255, 255, 128, 0]);
});
