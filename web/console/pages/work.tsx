import { useRead } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { Work, WorkItem } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { type Filter, Filters } from "../../ui/parts/filters.tsx";
import { Page } from "../../ui/parts/page.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { type Column, Table } from "../../ui/parts/table.tsx";
import { Holder } from "../holding/holder.tsx";
import { useTexts } from "../i18n/index.ts";
import { noteSubject } from "../parts/note-subject.ts";
import { NotesButton } from "../parts/notes-button.tsx";
import { workPath } from "../work-path.ts";

/** Everything that waits for somebody, the oldest first. */
export default function WorkPage() {
  const { work: t } = useTexts();
  const format = useFormat();
  const { query } = useAddress();
  const { mode, kind, taken } = query;
  const read = useRead<Work>(`/tenant/work${queryOf({ mode, kind, taken })}`);
  const columns = useColumns();
  const filters = useFilters();
  return (
    <Page title={t.title}>
      <Filters filters={filters} />
      <Shown read={read} rows={8}>
        {({ data }) => (
          <>
            <p class="badges">
              <span>{t.total(data.count)}</span>
              {data.overdue > 0 && <Badge tone="bad" text={t.overdueCount(data.overdue)} />}
              <span class="quiet">{t.asOf(format.clock(data.asOf))}</span>
            </p>
            {data.count > 0 && <Counts counts={data.counts} />}
            {data.items.length === 0 ? (
              <div class="empty">
                <p>{t.empty}</p>
              </div>
            ) : (
              <Table
                caption={t.caption}
                columns={columns}
                rows={data.items}
                keyOf={({ id }) => id}
                hrefOf={workPath}
              />
            )}
            {data.hasMore && <p class="quiet">{t.cut}</p>}
          </>
        )}
      </Shown>
    </Page>
  );
}

/** How much waits of each kind; each leads to its own rows, of the mode and the people that are asked for. */
function Counts({ counts }: Pick<Work, "counts">) {
  const { work: t } = useTexts();
  const { mode, taken } = useAddress().query;
  return (
    <ul class="counts">
      {counts.map(({ kind, count, overdue, sums }) => (
        <li key={kind}>
          <a href={`/console/work${queryOf({ kind, mode, taken })}`}>
            {t.kinds[kind]} <strong>{count}</strong>
          </a>
          {sums.map(({ currency, amountDisplay }) => (
            <span key={currency} class="quiet">
              {amountDisplay}
            </span>
          ))}
          {overdue > 0 && <Badge tone="bad" text={t.overdueCount(overdue)} />}
        </li>
      ))}
    </ul>
  );
}

function useFilters(): readonly Filter[] {
  const { work: t } = useTexts();
  const { frame } = useUiTexts();
  return [
    { kind: "choice", name: "kind", label: t.kind, options: Object.entries(t.kinds) },
    {
      kind: "choice",
      name: "mode",
      label: frame.mode,
      options: [
        ["LIVE", frame.LIVE],
        ["SANDBOX", frame.SANDBOX],
      ],
    },
    {
      kind: "choice",
      name: "taken",
      label: t.filterTaken,
      options: [
        ["ME", t.filterMine],
        ["NOBODY", t.filterFree],
      ],
    },
  ];
}

function useColumns(): readonly Column<WorkItem>[] {
  const { work: t } = useTexts();
  const { dossier } = useTexts();
  const { frame } = useUiTexts();
  const format = useFormat();
  const details: Readonly<Record<string, string>> = t.details;
  const papers: Readonly<Record<string, string>> = dossier.papers;
  const about = ({ detail, name, day }: WorkItem) =>
    [
      name === null ? null : (papers[name] ?? name),
      day === null ? null : format.day(day),
      detail === null ? null : (details[detail] ?? detail),
    ]
      .filter((part) => part !== null)
      .join(", ");
  return [
    {
      head: t.kind,
      card: "lead",
      cell: (item) => (
        <>
          {t.kinds[item.kind]}
          {about(item) !== "" && <span class="quiet"> {about(item)}</span>}
        </>
      ),
    },
    { head: t.merchant, isName: true, card: "quiet", cell: ({ merchantName }) => merchantName ?? "" },
    { head: frame.mode, card: "quiet", cell: ({ mode }) => (mode === null ? "" : frame[mode]) },
    { head: t.amount, isNumber: true, card: "side", cell: ({ amountDisplay }) => amountDisplay ?? "" },
    { head: t.age, card: "quiet", cell: ({ ageSeconds }) => format.length(ageSeconds * 1_000) },
    {
      head: t.due,
      card: "quiet",
      cell: ({ due, overdue }) => (
        <>
          {format.shortMoment(due)} {overdue && <Badge tone="bad" text={t.overdue} />}
        </>
      ),
    },
    {
      head: t.who,
      cell: (item) => (
        <>
          <Holder item={item} />
          <NotesButton subjectId={noteSubject(item)} about={t.kinds[item.kind]} />
        </>
      ),
    },
  ];
}
