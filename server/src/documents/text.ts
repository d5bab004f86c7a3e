/**
 * Signs that mean the same as the one drawn, so that no other typeface is needed for them. French and Portuguese amounts are
 * grouped by the first; every statement has arrows.
 */
const equals: ReadonlyMap<string, string> = new Map([
  ["\u202f", "\u00a0"],
  ["\u2007", "\u00a0"],
  ["\u2009", "\u00a0"],
  ["\u2011", "-"],
  ["→", "›"],
]);

/**
 * Letters that a typeface may not have, and their substitutes. Machine-readable forms (JSON, CSV) keep the original; only
 * drawn pages need this, and they draw with the typeface that needs fewest.
 */
const substitutes: ReadonlyMap<string, string> = new Map([
  ["Ɓ", "B"],
  ["ɓ", "b"],
  ["Ɔ", "O"],
  ["ɔ", "o"],
  ["Ɗ", "D"],
  ["ɗ", "d"],
  ["Ɖ", "D"],
  ["ɖ", "d"],
  ["Ɛ", "E"],
  ["ɛ", "e"],
  ["Ƙ", "K"],
  ["ƙ", "k"],
  ["Ɲ", "N"],
  ["ɲ", "n"],
  ["Ƴ", "Y"],
  ["ƴ", "y"],
  ["₵", "GHS"],
]);

/** Drawn for a letter that is in none of our typefaces. */
const UNKNOWN = "\ufffd";

/** A text as it is drawn, and how many of its letters another one stands for. */
interface DrawnText {
  readonly text: string;
  readonly missed: number;
}

/**
 * `text` in drawable form: one line, in Unicode's composed form, with letters that `has` does not know replaced by the
 * nearest one. Control characters become spaces, so that text never breaks a row.
 */
export function drawableText(text: string, has: (codePoint: number) => boolean): DrawnText {
  let drawn = "";
  let missed = 0;
  for (const character of text.normalize("NFC").replace(/\p{Cc}+/gu, " ")) {
    if (has(character.codePointAt(0) ?? 0)) drawn += character;
    else {
      const nearest = equals.get(character);
      if (nearest === undefined) missed += 1;
      drawn += nearest ?? nearestCharacter(character, has);
    }
  }
  return { text: drawn, missed };
}

function nearestCharacter(character: string, has: (codePoint: number) => boolean): string {
  const substitute = substitutes.get(character);
  if (substitute !== undefined) return substitute;
  const [base = ""] = character.normalize("NFD");
  if (base !== "" && has(base.codePointAt(0) ?? 0)) return base;
  return has(0xfffd) ? UNKNOWN : "?";
}

/** Arabic digits, too: they stand among the words that begin at the right, though they are read from the left. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\u0660-\u0669]/u;
const fromLeft = /[\p{Nd}\p{Script=Latin}]+(?:[.,:/][\p{Nd}\p{Script=Latin}]+)*/gu;
const pairs = "()[]{}«»‹›";

/** A word for a typeface that turns it as a whole: numbers within it stay as they are read, and brackets open to the right side. */
function turnedWord(word: string): string {
  return word
    .replaceAll(fromLeft, (run) => [...run].reverse().join(""))
    .replaceAll(/[()[\]{}«»‹›]/g, (one) => pairs[pairs.indexOf(one) ^ 1] ?? one);
}

/** A text begins at the right when its first word does. */
function beginsAtRight(words: readonly string[]): boolean {
  return rightToLeft.test(words.find((word) => /\p{L}/u.test(word)) ?? "");
}

/**
 * The words of a line in the order in which they stand on paper, from the left. Words of one direction stay together, kept by
 * no-break spaces, and the typeface's own rules turn those that begin at the right; nothing but this turns the groups.
 */
function visualOrder(words: readonly string[], fromRight: boolean): string {
  const groups: { readonly turned: boolean; readonly words: string[] }[] = [];
  for (const word of words) {
    const last = groups.at(-1);
    const turned = rightToLeft.test(word);
    const shown = turned ? turnedWord(word) : word;
    if (last?.turned === turned) last.words.push(shown);
    else groups.push({ turned, words: [shown] });
  }
  const ordered = fromRight ? groups.reverse() : groups;
  // A second space after a turned group: its own stands on its other side.
  return ordered
    .map(({ turned, words: kept }) => (turned ? `${kept.join("\u00a0")}  ` : `${kept.join(" ")} `))
    .join("")
    .trim();
}

/**
 * A text as it stands on paper, from the left, in lines that fit. The lines are broken here only where words begin at the
 * right: whoever draws would break them in the order on paper, and the last words would stand in the first line.
 */
export function visualLines(text: string, fits: (line: string) => boolean): string {
  if (!rightToLeft.test(text)) return text;
  const words = text.trim().split(/ +/);
  const fromRight = beginsAtRight(words);
  const lines: string[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && fits(visualOrder([...line, word], fromRight))) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => visualOrder(line, fromRight)).join("\n");
}
