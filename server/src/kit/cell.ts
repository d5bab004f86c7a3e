/**
 * A cell is one installation among several behind one proxy: its own processes, its own database. Its code, one to three
 * lower-case letters or digits, stands in every public id by which a request must find its cell, after the id's prefix and
 * before an underscore, which occurs nowhere else there: `cs_ci_…`, `svc_mk_live_ci_…`, `acct_ci_…`, `/pay/ci_kiosk`. The
 * default cell has no code, so every id without one is its own for ever. Source: docs/operating/scale.md.
 */
export type CellCode = string & { readonly __cell: true };

/** The code of any cell, as part of a regular expression. */
export const cellPattern = "[a-z0-9]{1,3}";
const codePattern = new RegExp(`^${cellPattern}$`);

export function isCellCode(text: string): text is CellCode {
  return codePattern.test(text);
}

/** A cell in a sentence. */
export const nameOfCell = (code: string | null): string =>
  code === null ? "the default cell" : `cell ${code}`;

/** What stands after an id's prefix: `ci_`, and nothing in the default cell. */
export function codePart(cell: CellCode | null): string {
  return cell === null ? "" : `${cell}_`;
}

/** `text` without the code of `cell`; null when it has another code, or none and `cell` has one. */
export function withoutCode(cell: CellCode | null, text: string): string | null {
  if (cell === null) return text.includes("_") ? null : text;
  const part = codePart(cell);
  return text.startsWith(part) ? text.slice(part.length) : null;
}

/** The slug at the end of a link's address, without the code of whichever cell; a text without a slash stays as it is. */
export function slugOfAddress(text: string): string {
  const end = text.slice(text.lastIndexOf("/") + 1);
  return end === text ? text : end.replace(new RegExp(`^${cellPattern}_`), "");
}

/** The parts of a request that name a cell. */
export interface CellClues {
  /** The request's target: path and query. */
  readonly path: string;
  /** The header `Authorization`. */
  readonly authorization?: string | undefined;
}

/**
 * Where a request names a cell, in this order: by `before` and a code, or, for the default cell, by `before` and `whole`, a
 * complete id without a code. The proxy is given the same patterns (`cells/haproxy.ts`).
 */
export const cellClues: readonly {
  readonly part: keyof CellClues;
  readonly before: string;
  /** Null: a slug without a code names no cell, since the cell's own host may have been asked. */
  readonly whole: string | null;
}[] = [
  { part: "path", before: "^/(?:api/v1/)?checkout/(?:pay/)?cs_", whole: "[0-9a-z]{58}(?:[/?]|$)" },
  { part: "path", before: "^/(?:pay|api/v1/checkout/links)/", whole: null },
  { part: "path", before: "^/checkout/receipts/rc_", whole: "[0-9a-z]{58}(?:[/?]|$)" },
  { part: "path", before: "^/provider-callbacks/acct_", whole: "[0-9a-z]{26}(?:[/?]|$)" },
  {
    part: "authorization",
    before: "^[Bb][Ee][Aa][Rr][Ee][Rr] +svc_mk_(?:sandbox|live)_",
    whole: "[0-9A-Za-z]{38} *$",
  },
];

const patterns = cellClues.map(({ part, before, whole }) => ({
  part,
  coded: new RegExp(`${before}(${cellPattern})_`),
  uncoded: whole === null ? null : new RegExp(`${before}${whole}`),
}));

/** The cell that a request names by an id; null: the default cell; undefined: none. */
export function cellNamedIn(clues: CellClues): CellCode | null | undefined {
  for (const { part, coded, uncoded } of patterns) {
    const text = clues[part];
    if (text === undefined) continue;
    const code = coded.exec(text)?.[1];
    if (code !== undefined) return code as CellCode;
    if (uncoded?.test(text) === true) return null;
  }
  return undefined;
}
