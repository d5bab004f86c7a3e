import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useRead } from "../api/reads.ts";
import type { Search } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";
import { useFormat } from "../format/index.tsx";
import { Page } from "../parts/page.tsx";
import { Shown } from "../parts/shown.tsx";
import { type Column, Table } from "../parts/table.tsx";

export type Hit = Search["hits"][number];

/** The shortest text that the service searches for. */
const TEXT_MIN = 2;

interface SearchProps {
  /** The search of the API, without its query. */
  readonly path: string;
  /** The page of what was found. */
  readonly hrefOf: (hit: Hit) => string;
  /** Operators see whose it is. */
  readonly hasMerchants: boolean;
  /** States in words, by kind; what is not in it is said as a payment's state. */
  readonly statesOf?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
}

/**
 * Everything that a text names. Where all that was found lies on one page, that page is shown at once: whoever has the
 * number wants the answer.
 */
export function SearchResults({ path, hrefOf, hasMerchants, statesOf }: SearchProps) {
  const { search: t } = useUiTexts();
  const { query, route } = useLocation();
  const text = (query.q ?? "").trim();
  const isAsked = text.length >= TEXT_MIN;
  const read = useRead<Search>(isAsked ? `${path}?q=${encodeURIComponent(text)}` : null);
  const found = read.isPlaceholderData ? [] : onePerPage(read.data?.data.hits ?? [], hrefOf).map(hrefOf);
  const only = found.length === 1 ? found[0] : undefined;
  useEffect(() => {
    if (only !== undefined) route(only, true);
  }, [only, route]);
  return (
    <Page title={text === "" ? t.title : t.titleFor(text)}>
      {isAsked ? (
        <Shown read={read}>
          {({ data }) => (
            <Hits search={data} hrefOf={hrefOf} hasMerchants={hasMerchants} statesOf={statesOf} />
          )}
        </Shown>
      ) : (
        <p>{t.how}</p>
      )}
    </Page>
  );
}

/** The first hit of each page: a payment, its attempts and its session are one answer. Pure. */
function onePerPage(hits: readonly Hit[], hrefOf: (hit: Hit) => string): readonly Hit[] {
  return [...new Map([...hits].reverse().map((hit) => [hrefOf(hit), hit])).values()].reverse();
}

interface HitsProps extends Pick<SearchProps, "hrefOf" | "hasMerchants" | "statesOf"> {
  readonly search: Search;
}

function Hits({ search, hrefOf, hasMerchants, statesOf }: HitsProps) {
  const { search: t, states } = useUiTexts();
  const format = useFormat();
  const known: Readonly<Record<string, string>> = states;
  const columns: readonly Column<Hit>[] = [
    { head: t.label, cell: ({ label, id }) => label ?? id, card: "lead" },
    {
      head: t.kind,
      cell: ({ kind }) => (t.kinds as Readonly<Record<string, string>>)[kind] ?? kind,
      card: "quiet",
    },
    ...(hasMerchants
      ? [{ head: t.merchant, cell: ({ merchantName }: Hit) => merchantName ?? "", card: "quiet" } as const]
      : []),
    {
      head: t.amount,
      cell: ({ amount, currency }) =>
        amount === null || currency === null ? "" : format.amount(amount, currency),
      isNumber: true,
      card: "side",
    },
    {
      head: t.status,
      cell: ({ kind, status }) =>
        status === null ? "" : (statesOf?.[kind]?.[status] ?? known[status] ?? status),
      card: "quiet",
    },
    { head: t.date, cell: ({ createdAt }) => format.shortMoment(createdAt), card: "quiet" },
  ];
  if (search.hits.length === 0) return <p>{t.none}</p>;
  return (
    <>
      <Table
        caption={t.caption}
        rows={onePerPage(search.hits, hrefOf)}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        hrefOf={hrefOf}
        columns={columns}
      />
      {search.hasMore && <p class="quiet">{t.more}</p>}
    </>
  );
}
