import type { DumpedRow } from "../contract/database-dump.ts";

/** A secret under the name it is reported by, in every form it could be written in. */
export type Needle = readonly [name: string, forms: readonly string[]];

/** A text unchanged, and as a table or a log line could show its bytes. */
export function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [
    text,
    bytes.toString("hex"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
}

/** A phone number with and without its sign, and without its country. */
export function digitsOf(phone: string): readonly string[] {
  return [phone, phone.slice(1), phone.replace(/^\+22[56]/, "")];
}

/** Where rows show a secret; `keptIn` names the tables that may. */
export function shownInRows(
  needles: readonly Needle[],
  rows: readonly DumpedRow[],
  keptIn: (needle: Needle) => readonly string[] = () => [],
): readonly string[] {
  return needles.flatMap((needle) => {
    const [name, forms] = needle;
    const kept = keptIn(needle);
    return rows
      .filter(({ table }) => !kept.includes(table))
      .filter(({ text }) => forms.some((form) => text.includes(form)))
      .map(({ table, text }) => `${name} in ${table}: ${text.slice(0, 300)}`);
  });
}

/** Log lines that show a secret. */
export function shownInLines(needles: readonly Needle[], lines: readonly string[]): readonly string[] {
  return needles.flatMap(([name, forms]) =>
    lines
      .filter((line) => forms.some((form) => line.includes(form)))
      .map((line) => `${name}: ${line.slice(0, 300)}`),
  );
}
