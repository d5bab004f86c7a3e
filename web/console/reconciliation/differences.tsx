import { useState } from "preact/hooks";
import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { Difference, Work } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { later } from "../../ui/parts/later.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { type Column, Table } from "../../ui/parts/table.tsx";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";
import { DifferenceHolder } from "../parts/holding.ts";
import { NotesButton } from "../parts/notes-button.tsx";
import { DifferenceActs } from "./difference-acts.tsx";
import { nameOf, startOf, useSideText } from "./one-difference.ts";

const Resolve = later(async () => (await import("./resolve.tsx")).Resolve);
const CorrectBook = later(async () => (await import("../ledger/correct-book.tsx")).CorrectBook);

/** As many as one answer to `resolve-many` takes. */
const SHOWN_MAX = 100;

interface DifferencesProps {
  /** What the list of differences is asked. */
  readonly query: Readonly<Record<string, string | null>>;
  /** The account of all of them, where the page is about one. */
  readonly providerAccountId?: string;
}

/** Differences with both sides. Several are resolved together, with one note; one is asked about at its provider. */
export function Differences({ query, ...about }: DifferencesProps) {
  const { correcting, reconciliation: t } = useTexts();
  const path = `/tenant/reconciliation/differences${queryOf({ ...query, pageSize: SHOWN_MAX })}`;
  const read = useRead<readonly Difference[]>(path);
  const mayResolve = useMayAct()("resolveReconciliationDifferences");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [corrected, setCorrected] = useState<Difference | null>(null);
  const flip = (id: string) =>
    setChosen((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]));
  return (
    <Shown read={read} rows={5}>
      {({ data, meta }) => {
        const open = data.filter(({ status }) => status === "OPEN");
        const ids = open.map(({ id }) => id).filter((id) => chosen.has(id));
        if (data.length === 0) return <p>{t.noDifferences}</p>;
        return (
          <>
            {open.length > 1 && mayResolve && (
              <div class="actions">
                <button
                  type="button"
                  class="small quiet"
                  onClick={() =>
                    setChosen(new Set(ids.length === open.length ? [] : open.map(({ id }) => id)))
                  }
                >
                  {ids.length === open.length ? t.chooseNone : t.chooseAll(open.length)}
                </button>
              </div>
            )}
            <Rows rows={data} chosen={chosen} onFlip={flip} onCorrect={setCorrected} />
            {(meta?.total ?? 0) > data.length && (
              <p class="quiet">{t.moreDifferences(data.length, meta?.total ?? 0)}</p>
            )}
            {corrected !== null && (
              <CorrectBook
                title={correcting.fromDifference}
                start={{ ...startOf(corrected), ...about }}
                onClose={() => setCorrected(null)}
              />
            )}
            {ids.length > 0 && <Resolve ids={ids} onDone={() => setChosen(new Set())} />}
          </>
        );
      }}
    </Shown>
  );
}

interface RowsProps {
  readonly rows: readonly Difference[];
  readonly chosen: ReadonlySet<string>;
  readonly onFlip: (id: string) => void;
  readonly onCorrect: (row: Difference) => void;
}

function Rows({ rows, chosen, onFlip, onCorrect }: RowsProps) {
  const { reconciliation: t } = useTexts();
  const format = useFormat();
  const side = useSideText();
  const work = useRead<Work>("/tenant/work?kind=DIFFERENCE&limit=200");
  const holders = new Map(work.data?.data.items.map(({ objectId, takenBy }) => [objectId, takenBy]));
  const columns: readonly Column<Difference>[] = [
    { head: t.kind, cell: ({ kind }) => t.kinds[kind], card: "lead" },
    {
      head: t.state,
      cell: ({ status }) => <Badge tone={status === "OPEN" ? "warn" : "good"} text={t.states[status]} />,
      card: "side",
    },
    { head: t.theirs, cell: ({ theirs }) => side(theirs) },
    { head: t.ours, cell: ({ ours }) => side(ours) },
    { head: t.reference, cell: (row) => <Reference row={row} />, card: "quiet" },
    { head: t.merchant, cell: ({ merchantName }) => merchantName ?? "", card: "quiet" },
    { head: t.when, cell: ({ occurredAt }) => format.shortMoment(occurredAt), card: "quiet" },
    {
      head: t.decide,
      cell: (row) => (
        <>
          <DifferenceActs
            row={row}
            choosing={{ isChosen: chosen.has(row.id), onFlip: () => onFlip(row.id) }}
            onCorrect={() => onCorrect(row)}
          />
          {row.status === "OPEN" && (
            <DifferenceHolder takenBy={holders.get(row.id) ?? null} id={row.id} about={nameOf(row)} />
          )}
          <NotesButton subjectId={row.id} about={nameOf(row)} />
        </>
      ),
    },
  ];
  return (
    <Table
      caption={t.differences}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/console/reconciliation/differences/${id}`}
    />
  );
}

function Reference({ row: { subjectId, reference, transactionId, note } }: { readonly row: Difference }) {
  const text = <code>{transactionId ?? reference ?? ""}</code>;
  return (
    <>
      {subjectId === null ? text : <a href={`/console/payments/${subjectId}`}>{text}</a>}
      {note !== null && <p>{note}</p>}
    </>
  );
}
