import type { Io } from "./io.ts";

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string | number | null | undefined;
}

type Colour = "green" | "red" | "yellow" | "dim" | "bold";

/** Results in the form that was asked for. JSON is the API's own object, so that scripts need to learn one shape only. */
export interface Output {
  readonly isJson: boolean;
  /** One object: its JSON, or the fields for people. */
  record(object: unknown, fields: readonly (readonly [label: string, value: string | number | null])[]): void;
  /** A list: a JSON array, or a table. */
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], none: string): void;
  /** One of a stream: a line of JSON, or cells of a fixed width. */
  line(object: unknown, text: string): void;
  /** A sentence for people; JSON output stays free of it. */
  note(text: string): void;
  paint(colour: Colour, text: string): string;
}

const codes: Readonly<Record<Colour, number>> = { green: 32, red: 31, yellow: 33, dim: 2, bold: 1 };

export function createOutput(
  io: Pick<Io, "out" | "note" | "isTerminal" | "env">,
  { isJson, isPlain }: { readonly isJson: boolean; readonly isPlain: boolean },
): Output {
  // https://no-color.org: any value but an empty one.
  const hasColour =
    io.isTerminal && !isPlain && !isJson && (io.env.NO_COLOR ?? "") === "" && io.env.TERM !== "dumb";
  const paint: Output["paint"] = (colour, text) =>
    hasColour ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;
  return {
    isJson,
    paint,
    note: (text) => io.note(text),
    line: (object, text) => io.out(isJson ? JSON.stringify(object) : text),
    record: (object, fields) => {
      if (isJson) return io.out(JSON.stringify(object, null, 2));
      const width = Math.max(...fields.map(([label]) => label.length));
      for (const [label, value] of fields)
        if (value !== null) io.out(`${paint("dim", label.padEnd(width))}  ${printable(String(value))}`);
    },
    table: (rows, columns, none) => {
      if (isJson) return io.out(JSON.stringify(rows, null, 2));
      if (rows.length === 0) return io.note(none);
      const cells = rows.map((row) => columns.map(({ of }) => printable(String(of(row) ?? "–"))));
      const widths = columns.map(({ title }, index) =>
        Math.max(title.length, ...cells.map((row) => row[index]?.length ?? 0)),
      );
      const laidOut = (row: readonly string[]) =>
        row
          .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
          .join("  ");
      io.out(paint("dim", laidOut(columns.map(({ title }) => title))));
      for (const row of cells) io.out(laidOut(row));
    },
  };
}

/** Text of others without what could steer the terminal that shows it. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, " ");
}
