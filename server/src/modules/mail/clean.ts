/** Longest name in a mail, in characters as a reader counts them. */
const NAME_LENGTH_MAX = 80;
const MESSAGE_LENGTH_MAX = 2_000;

/** Marks that turn the direction of the text around them, and characters without a width. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** What mail programs turn into a link: a dot or a colon between letters. */
const linkLike = /(?<=[\p{L}\p{N}])(?=[.:/]+[\p{L}\p{N}])/gu;
const WORD_JOINER = "\u2060";
const segments = new Intl.Segmenter("fr", { granularity: "grapheme" });

/**
 * A name that somebody else typed, for one line of a mail: without line breaks, control characters and marks that turn the
 * text around, and cut to 80 characters. A name that looks like an address is taken apart by an invisible mark, so
 * that no mail program makes a link of it: the only links in a mail are ours.
 */
export function cleanName(text: string): string {
  return unlinked(cut(withoutMarks(text).replace(/\s+/g, " ").trim(), NAME_LENGTH_MAX));
}

/** The same for a text of several lines: a reviewer's question. */
export function cleanMessage(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => withoutMarks(line).trim());
  return unlinked(
    cut(
      lines
        .join("\n")
        .replace(/\n{3,}/g, "\n\n")
        .trim(),
      MESSAGE_LENGTH_MAX,
    ),
  );
}

function withoutMarks(text: string): string {
  return text
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/\p{Cc}/gu, " ")
    .replace(invisible, "");
}

function unlinked(text: string): string {
  return text.replace(linkLike, WORD_JOINER);
}

function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const characters = [...segments.segment(text)];
  return characters.length <= lengthMax
    ? text
    : `${characters
        .slice(0, lengthMax - 1)
        .map(({ segment }) => segment)
        .join("")}…`;
}
