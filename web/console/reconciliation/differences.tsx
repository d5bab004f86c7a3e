import { useState } from "preact/hooks";
import { useRead, useReadAgain } from "../../ui/api/reads.ts";
import { queryOf } from "../../ui/api/request.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Difference } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { type Column, Table } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";

/** As many as one answer to `resolve-many` takes. */
const SHOWN_MAX = 100;

interface DifferencesProps {
  /** What the list of differences is asked. */
  readonly query: Readonly<Record<string, string | null>>;
}

/** Differences with both sides. Several are resolved together, with one note; one is asked about at its provider. */
export function Differences({ query }: DifferencesProps) {
  const { reconciliation: t } = useTexts();
  const path = `/tenant/reconciliation/differences${queryOf({ ...query, pageSize: SHOWN_MAX })}`;
  const read = useRead<readonly Difference[]>(path);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
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
            {open.length > 1 && (
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
            <Rows rows={data} chosen={chosen} onFlip={flip} />
            {(meta?.total ?? 0) > data.length && (
              <p class="quiet">{t.moreDifferences(data.length, meta?.total ?? 0)}</p>
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
}

function Rows({ rows, chosen, onFlip }: RowsProps) {
  const { reconciliation: t } = useTexts();
  const format = useFormat();
  const side = ({ amount, currency, status }: Difference["ours"]) =>
    [amount === null || currency === null ? null : format.amount(amount, currency), status]
      .filter((part) => part !== null)
      .join(" · ") || "–";
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
      cell: (row) => <RowActs row={row} isChosen={chosen.has(row.id)} onFlip={() => onFlip(row.id)} />,
    },
  ];
  return <Table caption={t.differences} columns={columns} rows={rows} keyOf={({ id }) => id} />;
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

interface RowActsProps {
  readonly row: Difference;
  readonly isChosen: boolean;
  readonly onFlip: () => void;
}

function RowActs({ row, isChosen, onFlip }: RowActsProps) {
  const { reconciliation: t } = useTexts();
  const { act: words } = useUiTexts();
  const act = useSubmission<Difference>();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  if (row.status !== "OPEN") return null;
  const ask = async () => {
    const answer = await act.send(`/tenant/reconciliation/differences/${row.id}/ask`, { method: "POST" });
    if (answer === null) return;
    announce(answer.data.status === "RESOLVED" ? t.askedAndAgrees : t.askedStillOpen);
    await readAgain("/tenant/reconciliation");
  };
  const name = row.transactionId ?? row.reference ?? row.id;
  return (
    <div class="actions">
      <label class="choose">
        <input type="checkbox" checked={isChosen} onChange={onFlip} /> {t.choose}
        <span class="hidden"> {name}</span>
      </label>
      {row.subjectId !== null && (
        <button
          type="button"
          class="small quiet"
          disabled={act.isSending}
          aria-label={`${t.ask} ${name}`}
          onClick={() => void ask()}
        >
          {act.isSending ? words.sending : t.ask}
        </button>
      )}
      <SubmissionProblem act={act} texts={t.problems} />
    </div>
  );
}

interface ResolveProps {
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** Closes the chosen differences with a note that stays with each of them. No money moves. */
function Resolve({ ids, onDone }: ResolveProps) {
  const { reconciliation: t } = useTexts();
  const { act: words } = useUiTexts();
  const act = useSubmission<{ readonly resolved: readonly string[] }>();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const [note, setNote] = useState("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = { ids, note: note.trim() };
    const answer = await act.send("/tenant/reconciliation/differences/resolve", { method: "POST", body });
    if (answer === null) return;
    announce(t.resolved(answer.data.resolved.length));
    onDone();
    await readAgain("/tenant/reconciliation");
  };
  return (
    <form class="resolve" onSubmit={(event) => void submit(event)}>
      <Field label={t.note} hint={t.noteHint}>
        {(attributes) => (
          <input
            {...attributes}
            required
            maxLength={1000}
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Field>
      <SubmissionProblem act={act} texts={t.problems} />
      <div class="actions">
        <button type="submit" disabled={act.isSending || note.trim() === ""}>
          {act.isSending ? words.sending : t.resolve(ids.length)}
        </button>
      </div>
    </form>
  );
}
