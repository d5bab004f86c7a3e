import { type Cell, csvFile, csvRows, sheetFile, sheetRows } from "../../documents/index.ts";
import type { Caller, OperatorCaller, PageMeta, RequestFacts } from "../../http/route.ts";
import type { AskedList } from "./asked-list.ts";
import { createRowWriter, headsOf } from "./cells.ts";
import type { FileForm, FilePart } from "./types.ts";

/** Who reads the list: what a caller of its operation would be. */
export type ListReaderIdentity = { readonly caller: Caller } | { readonly operator: OperatorCaller };

/** Rows that are read at once, and held in memory. */
const ROWS_PER_READ = 500;

interface Listed {
  readonly data: readonly unknown[];
  readonly meta: PageMeta;
}

/** Where a file goes on: behind which entry of the list, and how many rows it has. */
interface Place {
  /** Null: nothing is written yet. */
  readonly cursor: string | null;
  readonly rowsWritten: number;
}

/**
 * The next rows of a list as text of its file, from `cursor` on; from the top, with the heads, when that is null. The
 * operation of the list reads them: with the rights and filters of the same request, and in its order. `rowsTotal`: how
 * many the list counts, only from the top. Refuses as the operation does.
 */
export async function readPart(
  { route, exportable, params, query }: AskedList,
  identity: ListReaderIdentity,
  facts: RequestFacts,
  form: FileForm,
  { cursor, rowsWritten }: Place,
): Promise<FilePart & { readonly rowsTotal: number | null }> {
  const place = cursor === null ? { page: 1 } : { starting_after: cursor };
  const asked = { ...query, ...place, pageSize: ROWS_PER_READ };
  const { data, meta } = (await (route.handle as (request: unknown) => Promise<Listed>)({
    ...identity,
    facts,
    idempotency: null,
    params,
    query: asked,
    body: {},
    file: null,
  })) satisfies Listed;
  const rows = data.map(createRowWriter(exportable, form));
  const content = await contentOf(
    cursor === null ? headsOf(exportable, form) : null,
    rows,
    rowsWritten,
    form,
  );
  return { content, rows: rows.length, cursor: meta.nextCursor, rowsTotal: meta.total };
}

/** Rows in the form of the file, behind its heads where these are not null. */
function contentOf(
  heads: readonly string[] | null,
  rows: readonly (readonly Cell[])[],
  rowsWritten: number,
  { format, separator }: FileForm,
): Promise<Buffer> {
  if (format === "XLSX") return heads === null ? sheetRows(rows, rowsWritten) : sheetFile(heads, rows);
  return heads === null ? csvRows(rows, separator) : csvFile(heads, rows, separator);
}
