import type { ComponentChildren } from "preact";
import { useRead } from "../api/reads.ts";
import { type PageMeta, queryOf } from "../api/request.ts";
import { useAddress } from "../app/address.ts";
import { AFTER, BEFORE } from "../app/place.ts";
import { useUiTexts } from "../app/reader.tsx";
import { type Filter, Filters, withoutFilters } from "./filters.tsx";
import { listPath } from "./list-path.ts";
import { Shown } from "./shown.tsx";
import { type Column, Table } from "./table.tsx";

interface ListProps<Row> {
  readonly caption: string;
  /** The list's path in the API, without a query. */
  readonly path: string;
  /** What the API is asked besides the place in the list. */
  readonly query?: Readonly<Record<string, string | null | undefined>>;
  readonly filters?: readonly Filter[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly hrefOf?: (row: Row) => string;
  /** What stands there when there is nothing at all, and no filter hides anything: how the first row comes about. */
  readonly empty: ComponentChildren;
  /** Beside the filters: buttons for exports and new rows. */
  readonly tools?: ComponentChildren;
}

/** A list with filters, whose whole state is its address. It is read by cursor, so its place holds while rows arrive. */
export function List<Row>({
  caption,
  path,
  query = {},
  filters = [],
  columns,
  keyOf,
  hrefOf,
  empty,
  tools,
}: ListProps<Row>) {
  const { query: place, path: page } = useAddress();
  const { list } = useUiTexts();
  const read = useRead<readonly Row[]>(listPath(path, query, place));
  const isFiltered = filters.some(({ name }) => (place[name] ?? "") !== "");
  return (
    <>
      <div class="tools">
        {filters.length > 0 && <Filters filters={filters} />}
        {tools}
      </div>
      <Shown read={read} rows={8}>
        {({ data, meta }) => (
          <>
            {data.length === 0 ? (
              <div class="empty">
                {isFiltered ? (
                  <>
                    <p>{list.noneFiltered}</p>
                    <a class="button quiet" href={`${page}${queryOf(withoutFilters(place, filters))}`}>
                      {list.clear}
                    </a>
                  </>
                ) : (
                  empty
                )}
              </div>
            ) : (
              <Table
                caption={caption}
                columns={columns}
                rows={data}
                keyOf={keyOf}
                {...(hrefOf === undefined ? {} : { hrefOf })}
              />
            )}
            {/* A search ends before it has seen the whole of a long list, and may have found nothing until then. */}
            {(data.length > 0 || meta?.nextCursor) && <Pager meta={meta} keys={data.map(keyOf)} />}
          </>
        )}
      </Shown>
    </>
  );
}

interface PagerProps {
  readonly meta: PageMeta | null;
  /** Of the rows shown, as cursors. */
  readonly keys: readonly string[];
}

/** Newer and older rows as links. Reading backwards, the next cursor leads to newer rows. */
function Pager({ meta, keys }: PagerProps) {
  const { list } = useUiTexts();
  const { path, query } = useAddress();
  // Behind the last row that was looked at, which need not be one that was found.
  const next = meta?.nextCursor;
  const [newer, older] =
    BEFORE in query ? [next, keys.at(-1) ?? next] : [AFTER in query && (keys[0] ?? next), next];
  const link = (name: string, key: string, text: string) => (
    <a
      class="button quiet"
      href={`${path}${queryOf({ ...query, [AFTER]: null, [BEFORE]: null, [name]: key })}`}
    >
      {text}
    </a>
  );
  return (
    <nav class="pager" aria-label={list.older}>
      {newer && link(BEFORE, newer, `← ${list.newer}`)}
      {meta?.total != null && <span class="quiet">{list.total(meta.total)}</span>}
      {older && link(AFTER, older, `${list.older} →`)}
    </nav>
  );
}
