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
        {({ data, meta }) =>
          data.length === 0 && !meta?.hasMore ? (
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
            <>
              {/* None found yet: heads alone, and the way on. */}
              <Table
                caption={caption}
                columns={columns}
                rows={data}
                keyOf={keyOf}
                {...(hrefOf === undefined ? {} : { hrefOf })}
              />
              <Pager meta={meta} keys={data.map(keyOf)} />
            </>
          )
        }
      </Shown>
    </>
  );
}

interface PagerProps {
  readonly meta: PageMeta | null;
  /** Of the rows shown, as cursors. */
  readonly keys: readonly string[];
}

/** Newer and older rows as links. Reading backwards, `hasMore` speaks of newer rows. */
function Pager({ meta, keys }: PagerProps) {
  const { list } = useUiTexts();
  const { path, query } = useAddress();
  const isBackwards = BEFORE in query;
  const hasNewer = isBackwards ? meta?.hasMore : AFTER in query;
  const hasOlder = isBackwards || meta?.hasMore;
  // A search may have ended beyond the last row that it found, or have found none.
  const next = meta?.nextCursor;
  const to = (name: string, value = next) =>
    `${path}${queryOf({ ...query, [AFTER]: null, [BEFORE]: null, [name]: value })}`;
  return (
    <nav class="pager" aria-label={list.older}>
      {hasNewer && (
        <a class="button quiet" href={to(BEFORE, isBackwards ? next : keys[0])} rel="prev">
          ← {list.newer}
        </a>
      )}
      {meta?.total != null && <span class="quiet">{list.total(meta.total)}</span>}
      {hasOlder && (
        <a class="button quiet" href={to(AFTER, isBackwards ? keys.at(-1) : next)} rel="next">
          {list.older} →
        </a>
      )}
    </nav>
  );
}
