/**
 * The text as unaccented letters, digits and single spaces: some providers refuse requests with apostrophes and other
 * signs. At most `charactersMax` characters; `otherwise`, treated likewise, when nothing is left, as of a title in Arabic.
 */
export function plainText(text: string, charactersMax: number, otherwise: string): string {
  const plain = cleaned(text, charactersMax);
  return plain === "" ? cleaned(otherwise, charactersMax) : plain;
}

function cleaned(text: string, charactersMax: number): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .slice(0, charactersMax)
    .trimEnd();
}
