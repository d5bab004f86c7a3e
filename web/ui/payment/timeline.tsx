import { useRead } from "../api/reads.ts";
import type { Note, NoteList, Timeline as TimelineData, TimelineEntry } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";
import { useFormat } from "../format/index.tsx";
import { useNotesPath } from "../notes/path.ts";

/** Everything that happened to a payment or payout, with what colleagues noted, the oldest first, and what is missing. */
export function Timeline({ timeline }: { readonly timeline: TimelineData }) {
  const { payment } = useUiTexts();
  const notes = useRead<NoteList>(useNotesPath(timeline.id)).data?.data.notes ?? [];
  const steps = [
    ...timeline.entries.map((entry) => ({
      at: entry.at,
      shown: (
        <Step key={`${entry.at} ${entry.kind} ${entry.objectId} ${entry.ledger?.position}`} entry={entry} />
      ),
    })),
    ...notes.map((note) => ({ at: note.createdAt, shown: <NoteStep key={note.id} note={note} /> })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return (
    <>
      <ol class="timeline">{steps.map(({ shown }) => shown)}</ol>
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

function NoteStep({ note: { author, createdAt, text } }: { readonly note: Note }) {
  const { notes, timeline } = useUiTexts();
  const format = useFormat();
  return (
    <li class="step">
      <p class="when">
        <time dateTime={createdAt} title={format.moment(createdAt)}>
          {format.clock(createdAt)}
        </time>
      </p>
      <p>
        <strong>{notes.one}</strong> <span class="note-text">{text}</span>
        <span class="quiet"> {timeline.by(author.name ?? notes.gone)}</span>
      </p>
    </li>
  );
}

function Step({ entry }: { readonly entry: TimelineEntry }) {
  const words = useUiTexts().timeline;
  const format = useFormat();
  const { at, afterMs, durationMs, kind, actor, times } = entry;
  const actors: Readonly<Record<string, string>> = words.actors;
  return (
    <li class={`step ${kind.toLowerCase()}`}>
      <p class="when">
        <time dateTime={at} title={format.moment(at)}>
          {format.clock(at)}
        </time>
        {afterMs !== null && afterMs > 0 && <span class="quiet"> {words.after(format.length(afterMs))}</span>}
      </p>
      <p>
        <strong>{words.kinds[kind]}</strong> <StepResult entry={entry} />
        {times > 1 && ` ${words.times(times)}`}
        {durationMs !== null && <span class="quiet"> {words.took(format.length(durationMs))}</span>}
        {actor !== null && <span class="quiet"> {words.by(actors[actor] ?? actor)}</span>}
      </p>
    </li>
  );
}

/** What came of a step, in words; a failure with its code beside it, a word that is not known yet as it came. */
function StepResult({ entry }: { readonly entry: TimelineEntry }) {
  const { ledger, event, delivery, result, kind, durationMs } = entry;
  const { timeline: words, failures } = useUiTexts();
  const format = useFormat();
  const parts: Readonly<Record<string, string>> = words.parts;
  const results: Readonly<Record<string, string>> = words.results;
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
  const failure = Object.entries(failures).find(([code]) => code === result)?.[1];
  return (
    results[result] ?? (
      <>
        {failure} <code>{result}</code>
      </>
    )
  );
}
