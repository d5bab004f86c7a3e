import { hostileTexts } from "../../../web/checkout/hostile.test-support.ts";
import type { TextFor } from "./world.ts";

/** Makes what follows run from right to left; nothing in the text ends it. */
export const OVERRIDE = "\u202e";

/** What a field may hold: no control characters, which every field refuses. */
const texts: readonly string[] = [
  ...hostileTexts.filter((text) => [...text].every((sign) => sign >= " " && sign !== "\u007f")),
  `"quoted" 'single' \`back\` & <b>bold</b>`,
  `${OVERRIDE}gnp.tnemyap`,
  `\u2067${OVERRIDE}moc.elpmaxe`,
  "null",
  "undefined",
  "NaN",
  "[object Object]",
  "👩🏿‍🌾👨‍👩‍👧‍👦🇨🇮",
  "W".repeat(1_000),
  "é̂̃̈".repeat(200),
  "𝕬𝖐𝖜𝖆𝖇𝖆",
  "=HYPERLINK(1)",
];

/**
 * Texts that attack the page, each in turn, and cut at what its field takes. Each is filled up to its field's length
 * without a space, and every third begins by turning its direction.
 */
export function hostileTextFor(): TextFor {
  let index = 0;
  return (_usual, most) => {
    const text = texts[index % texts.length] ?? "";
    index += 1;
    const turned = index % 3 === 0 ? `${OVERRIDE}${text}` : text;
    return cut(turned.padEnd(Math.min(most, FILLED_UP_TO), "W"), most);
  };
}
const FILLED_UP_TO = 200;

/** Whole signs only: half an emoji is no text. */
function cut(text: string, most: number): string {
  const signs = [...text];
  while (signs.join("").length > most) signs.pop();
  return signs.join("");
}
