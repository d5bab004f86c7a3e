/**
 * Letters that the embedded typeface does not have, and their substitutes. Machine-readable forms (JSON, CSV) keep the
 * original; only drawn pages need this. Spaces: French and Portuguese amounts are grouped by narrow no-break spaces.
 */
const substitutes: ReadonlyMap<string, string> = new Map([
  ["\u202f", "\u00a0"],
  ["\u2007", "\u00a0"],
  ["\u2009", "\u00a0"],
  ["\u2011", "-"],
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
  ["→", "›"],
]);

/** Drawn for a letter that is in none of our typefaces. */
const UNKNOWN = "\ufffd";

/**
 * `text` in drawable form: one line, in Unicode's composed form, with letters that `has` does not know replaced by the
 * nearest one. Control characters become spaces, so that text never breaks a row.
 */
export function drawableText(text: string, has: (codePoint: number) => boolean): string {
  let drawn = "";
  for (const character of text.normalize("NFC").replace(/\p{Cc}+/gu, " ")) {
    drawn += drawableCharacter(character, has);
  }
  return drawn;
}

function drawableCharacter(character: string, has: (codePoint: number) => boolean): string {
  if (has(character.codePointAt(0) ?? 0)) return character;
  const substitute = substitutes.get(character);
  if (substitute !== undefined) return substitute;
  const [base = ""] = character.normalize("NFD");
  if (base !== "" && has(base.codePointAt(0) ?? 0)) return base;
  return has(0xfffd) ? UNKNOWN : "?";
}
