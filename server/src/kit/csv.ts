const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * The rows of a CSV text (RFC 4180), one after the other: commas or semicolons, fields in quotes or not, any line end.
 * Characters between two special ones are taken at once. Pure.
 */
export function* parseCsv(text: string): Iterable<readonly string[]> {
  const firstEnd = text.indexOf("\n");
  const firstLine = firstEnd === -1 ? text : text.slice(0, firstEnd);
  const separator = (firstLine.includes(";") && !firstLine.includes(",") ? ";" : ",").charCodeAt(0);
  let row: string[] = [];
  let cell = "";
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE && cell === "") {
      const quoted = readQuoted(text, at + 1);
      cell = quoted.text;
      at = quoted.end;
      continue;
    }
    if (code === separator) {
      row.push(cell);
      cell = "";
    } else if (code === LINE_FEED) {
      row.push(cell);
      if (row.length > 1 || row[0] !== "") yield row;
      row = [];
      cell = "";
    } else if (code !== CARRIAGE_RETURN) {
      const end = endOfPlain(text, at, separator);
      cell += text.slice(at, end);
      at = end;
      continue;
    }
    at += 1;
  }
  row.push(cell);
  if (row.length > 1 || row[0] !== "") yield row;
}

/** Where the characters end that stand for themselves: a quote does, within a cell. */
function endOfPlain(text: string, from: number, separator: number): number {
  let at = from + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === separator || code === LINE_FEED || code === CARRIAGE_RETURN) break;
  }
  return at;
}

/** The text from behind a quote to the one that closes it, or to the end; `end` lies behind that. */
function readQuoted(text: string, from: number): { readonly text: string; readonly end: number } {
  let read = "";
  for (let at = from; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { text: read + text.slice(at), end: text.length };
    read += text.slice(at, quote);
    if (text.charCodeAt(quote + 1) !== QUOTE) return { text: read, end: quote + 1 };
    read += '"';
    at = quote + 2;
  }
}
