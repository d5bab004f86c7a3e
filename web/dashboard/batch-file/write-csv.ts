/**
 * Rows as CSV for a spreadsheet in the reader's language. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front. Pure.
 */
export function csvText(rows: readonly (readonly string[])[], locale: string): string {
  const separator = locale === "en" ? "," : ";";
  const cellOf = (text: string): string => {
    const safe = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/.test(text) ? `'${text}` : text;
    return /[",;\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\ufeff${rows.map((cells) => `${cells.map(cellOf).join(separator)}\r\n`).join("")}`;
}
