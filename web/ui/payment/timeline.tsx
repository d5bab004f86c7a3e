import { useRead } from "../api/reads.ts";
import type { Note, NoteList, Timeline as TimelineData, TimelineEntry } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";
import { useFormat } from "../format/index.tsx";
import { useNotesPath } from "../notes/path.ts";

interface TimelineProps {
  readonly timeline: TimelineData;
  /** The name of the person or key with this id; undefined: the id is shown. */
  readonly nameOf?: (id: string) => string | undefined;
  /** Words for results that every page has no room for. */
  readonly moreResults?: Readonly<Record<string, string>>;
}

/** Everything that happened to a payment or payout, with what colleagues noted, the oldest first, and what is missing. */
export function Timeline({ timeline, nameOf = () => undefined, moreResults = {} }: TimelineProps) {
  const { payment } = useUiTexts();
  const format = useFormat();
  const notes = useRead<NoteList>(useNotesPath(timeline.id)).data?.data.notes ?? [];
  const steps = [
    ...timeline.entries.map((entry) => ({
      at: entry.at,
      shown: (day: string | null) => (
        <Step
          key={`${entry.at} ${entry.kind} ${entry.objectId} ${entry.ledger?.position}`}
          entry={entry}
          day={day}
          nameOf={nameOf}
          moreResults={moreResults}
        />
      ),
    })),
    ...notes.map((note) => ({
      at: note.createdAt,
      shown: (day: string | null) => <NoteStep key={note.id} note={note} day={day} />,
    })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const days = steps.map(({ at }) => format.day(at));
  return (
    <>
      <ol class="timeline">
        {steps.map(({ shown }, place) => {
          const day = days[place] ?? null;
          return shown(place > 0 && day !== days[place - 1] ? day : null);
        })}
      </ol>
      {timeline.missing.length > 0 && (
        <div class="missing">
          <h3>{payment.missing}</h3>
          <ul>
            {timeline.missing.map(({ part, reason }) => (
              <li key={part}>
                {payment.missingParts[part]} {payment.missingReasons[reason]}.
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** The time of a step; its date before it where another day begins. */
function Instant({ at, day }: { readonly at: string; readonly day: string | null }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.moment(at)}>
      {day !== null && <strong>{day} </strong>}
      {format.clock(at)}
    </time>
  );
}

function NoteStep({ note, day }: { readonly note: Note; readonly day: string | null }) {
  const { author, createdAt, text } = note;
  const { notes, timeline } = useUiTexts();
  return (
    <li class="step">
      <p class="when">
        <Instant at={createdAt} day={day} />
      </p>
      <p>
        <strong>{notes.one}</strong> <span class="note-text">{text}</span>
        <span class="quiet"> {timeline.by(author.name ?? notes.gone)}</span>
      </p>
    </li>
  );
}

interface StepProps extends Required<Pick<TimelineProps, "nameOf" | "moreResults">> {
  readonly entry: TimelineEntry;
  /** The date, where another day begins with this step. */
  readonly day: string | null;
}

function Step({ entry, day, nameOf, moreResults }: StepProps) {
  const words = useUiTexts().timeline;
  const format = useFormat();
  const { at, afterMs, durationMs, kind, actor, times } = entry;
  const actors: Readonly<Record<string, string>> = words.actors;
  return (
    <li class={`step ${kind.toLowerCase()}`}>
      <p class="when">
        <Instant at={at} day={day} />
        {afterMs !== null && afterMs > 0 && <span class="quiet"> {words.after(format.length(afterMs))}</span>}
      </p>
      <p>
        <strong>{words.kinds[kind]}</strong> <StepResult entry={entry} moreResults={moreResults} />
        {times > 1 && ` ${words.times(times)}`}
        {durationMs !== null && <span class="quiet"> {words.took(format.length(durationMs))}</span>}
        {actor !== null && <span class="quiet"> {words.by(actors[actor] ?? nameOf(actor) ?? actor)}</span>}
      </p>
    </li>
  );
}

/** What came of a step, in words; a failure with its code beside it, a word that is not known yet as it came. */
function StepResult({ entry, moreResults }: Pick<StepProps, "entry" | "moreResults">) {
  const { ledger, event, delivery, result, kind, durationMs } = entry;
  const { timeline: words, failures } = useUiTexts();
  const format = useFormat();
  const parts: Readonly<Record<string, string>> = words.parts;
  const results: Readonly<Record<string, string>> = { ...words.results, ...moreResults };
  if (ledger !== null)
    return (
      <>
        {words.ledger(
          format.amount(ledger.amount, ledger.currency),
          parts[ledger.from] ?? ledger.from,
          parts[ledger.to] ?? ledger.to,
          ledger.position,
        )}
        {ledger.sealed && `, ${words.sealed}`}
      </>
    );
  if (event !== null) return <code>{event.type}</code>;
  if (delivery !== null)
    return [
      ...(delivery.statusCode !== null
        ? [words.statusCode(String(delivery.statusCode))]
        : durationMs === null
          ? []
          : [words.noAnswer]),
      ...(delivery.nextAttemptAt === null ? [] : [words.nextTry(format.shortMoment(delivery.nextAttemptAt))]),
    ].join(", ");
  if (result === null) return null;
  if (kind === "CALLBACK_RECEIVED" && result === "DUPLICATE") return words.knownAlready;
  const known: Readonly<Record<string, string>> = failures;
  return (
    results[result] ?? (
      <>
        {known[result]} <code>{result}</code>
      </>
    )
  );
}
