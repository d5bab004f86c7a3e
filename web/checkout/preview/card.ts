import { brandColours } from "../colour.ts";
import { initials } from "../icons.tsx";
import { type Canvas, createCanvas, type Rgb, roundedBox } from "./canvas.ts";
import { type Letters, lettersOf, type Weight } from "./letters.ts";

/** The size that chat applications and social networks ask for. */
export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

export interface PreviewCard {
  readonly merchantName: string;
  readonly amount: string;
  readonly title: string | null;
  readonly primaryColor?: string;
}

type Fill = Parameters<Canvas["fill"]>[1];

const EDGE = 88;
const INNER = PREVIEW_WIDTH - 2 * EDGE;
const BADGE = 120;

/** The picture of a shared payment link: who is paid, how much and for what, in the merchant's colour. */
export function drawPreview(card: PreviewCard): Buffer {
  const colours = brandColours(card.primaryColor);
  const canvas = createCanvas(PREVIEW_WIDTH, PREVIEW_HEIGHT, rgb(colours.fill), rgb(colours.onFill));
  const bold = lettersOf("bold");

  const write = (
    text: string,
    weight: Weight,
    x: number,
    y: number,
    size: number,
    what: Fill = "ink",
  ): void => {
    const { letters } = lettersOf(weight).draw(text, { x, y, size });
    for (const outlines of letters) canvas.fill(outlines, what);
  };

  canvas.fill([roundedBox(EDGE, EDGE, BADGE, BADGE, 36)], "ink");
  const letters = initials(card.merchantName, 2);
  write(letters, "bold", EDGE + (BADGE - bold.width(letters, 56)) / 2, EDGE + BADGE / 2 + 20, 56, "paper");
  const nameX = EDGE + BADGE + 36;
  const [name = ""] = fitLines(card.merchantName, bold, { size: 58, width: INNER - BADGE - 36, lines: 1 });
  write(name, "bold", nameX, EDGE + BADGE / 2 + 20, 58);

  const size = Math.min(168, (168 * INNER) / Math.max(INNER, bold.width(card.amount, 168)));
  write(card.amount, "bold", EDGE - 6, 390, size);

  const regular = lettersOf("regular");
  const lines = fitLines(card.title ?? "", regular, { size: 50, width: INNER, lines: 2 });
  lines.forEach((line, index) => {
    write(line, "regular", EDGE, 478 + index * 64, 50);
  });
  return canvas.png();
}

/** Words on as many lines as there are; what does not fit ends in an ellipsis. */
function fitLines(
  text: string,
  letters: Letters,
  { size, width, lines }: { readonly size: number; readonly width: number; readonly lines: number },
): readonly string[] {
  const fits = (line: string): boolean => letters.width(line, size) <= width;
  const words = text.split(/\s+/).filter((word) => word !== "");
  const out: string[] = [];
  while (words.length > 0 && out.length < lines) {
    let line = words.shift() ?? "";
    while (words.length > 0 && fits(`${line} ${words[0]}`)) line += ` ${words.shift()}`;
    const isLast = out.length === lines - 1 && words.length > 0;
    out.push(fits(line) && !isLast ? line : shorten(line, fits));
  }
  return out;
}

function shorten(line: string, fits: (line: string) => boolean): string {
  let kept = [...line];
  while (kept.length > 0 && !fits(`${kept.join("")}…`)) kept = kept.slice(0, -1);
  return `${kept.join("").trimEnd()}…`;
}

function rgb(hex: string): Rgb {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}
