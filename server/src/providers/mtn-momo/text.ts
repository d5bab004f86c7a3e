/** The shorter of the two limits that MTN has published, in characters. */
const TEXT_CHARACTERS_MAX = 128;

/**
 * The text that the payer reads in MTN's prompt: unaccented letters, digits and single spaces, because MTN refuses
 * requests with apostrophes and other signs. `otherwise` when nothing is left, as of a title in Arabic.
 */
export function promptText(text: string, otherwise: string): string {
  const plain = cleaned(text);
  return plain === "" ? cleaned(otherwise) : plain;
}

function cleaned(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .slice(0, TEXT_CHARACTERS_MAX)
    .trimEnd();
}
