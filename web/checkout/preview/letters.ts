import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create } from "fontkit";
import type { Outline } from "./canvas.ts";

export type Weight = "regular" | "bold";

const files = { regular: "Roboto-Regular.woff", bold: "Roboto-Medium.woff" } as const;
const require = createRequire(import.meta.url);

/** A line of text: the outlines of each letter. */
export interface Drawn {
  readonly letters: readonly (readonly Outline[])[];
  readonly width: number;
}

export interface Letters {
  /** Text from `x` on the base line `y`. Letters that the typeface does not have are left out. */
  draw(text: string, place: { readonly x: number; readonly y: number; readonly size: number }): Drawn;
  width(text: string, size: number): number;
}

/** What is used of a font: the types of the package also know collections, which these files are not. */
interface Face {
  readonly unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string): {
    readonly glyphs: readonly { readonly path: { readonly commands: readonly PathCommand[] } }[];
    readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number }[];
  };
}

interface PathCommand {
  readonly command: string;
  readonly args: readonly number[];
}

const loaded = new Map<Weight, Letters>();

/** Roboto, read once per process when the first preview is drawn. */
export function lettersOf(weight: Weight): Letters {
  const known = loaded.get(weight);
  if (known !== undefined) return known;
  const file = readFileSync(require.resolve(`roboto-fontface/fonts/roboto/${files[weight]}`));
  const letters = createLetters(create(file) as unknown as Face);
  loaded.set(weight, letters);
  return letters;
}

function createLetters(face: Face): Letters {
  const known = (text: string): string =>
    [...text.normalize("NFC").replace(/[\p{Cc}\u202f]/gu, "\u00a0")]
      .filter((letter) => face.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
      .join("");
  const draw: Letters["draw"] = (text, { x, y, size }) => {
    const { glyphs, positions } = face.layout(known(text));
    const scale = size / face.unitsPerEm;
    let pen = 0;
    const letters = glyphs.map(({ path }, index) => {
      const { xAdvance = 0, xOffset = 0 } = positions[index] ?? {};
      const outlines = flatten(path.commands, { x: x + (pen + xOffset) * scale, y, scale });
      pen += xAdvance;
      return outlines;
    });
    return { letters, width: pen * scale };
  };
  const width: Letters["width"] = (text, size) => {
    const { positions } = face.layout(known(text));
    return (positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * size) / face.unitsPerEm;
  };
  return { draw, width };
}

/** Steps of a curve: at the sizes of a preview no corner shows. */
const CURVE_STEPS = 6;

/** Curves as short straight lines; fonts have y upwards, pictures downwards. */
function flatten(
  commands: readonly PathCommand[],
  { x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number },
): readonly Outline[] {
  const outlines: number[][] = [];
  let line: number[] = [];
  let last: readonly [number, number] = [0, 0];
  const to = (px: number, py: number): void => {
    last = [px, py];
    line.push(x + px * scale, y - py * scale);
  };
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
    const [fromX, fromY] = last;
    switch (command) {
      case "moveTo":
        line = [];
        outlines.push(line);
        to(a, b);
        break;
      case "lineTo":
        to(a, b);
        break;
      case "quadraticCurveTo":
        for (let step = 1; step <= CURVE_STEPS; step++) {
          const t = step / CURVE_STEPS;
          const s = 1 - t;
          to(s * s * fromX + 2 * s * t * a + t * t * c, s * s * fromY + 2 * s * t * b + t * t * d);
        }
        break;
      case "bezierCurveTo":
        for (let step = 1; step <= CURVE_STEPS; step++) {
          const t = step / CURVE_STEPS;
          const s = 1 - t;
          const [k0, k1, k2, k3] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
          to(k0 * fromX + k1 * a + k2 * c + k3 * e, k0 * fromY + k1 * b + k2 * d + k3 * f);
        }
        break;
    }
  }
  return outlines;
}
