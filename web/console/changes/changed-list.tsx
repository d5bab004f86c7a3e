import { Fragment } from "preact";
import type { AuditEntry } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { changedFields, currencyOf } from "./changed-fields.ts";
import { ChangedValue } from "./changed-value.tsx";
import { OperatorRights } from "./operator-rights.tsx";
import { type SaidPart, saidParts } from "./said-parts.ts";
import type { Worded } from "./words/texts.ts";

export interface ChangedListProps {
  readonly entry: Pick<AuditEntry, "before" | "after" | "beforeData" | "afterData">;
}

/** What an act changed: of data each field that differs, else the two texts. */
export function ChangedList({ entry, words }: ChangedListProps & Worded) {
  const { before, after, beforeData, afterData } = entry;
  if (beforeData !== null || afterData !== null)
    return (
      <Fields before={beforeData ?? stateOf(before)} after={afterData ?? stateOf(after)} words={words} />
    );
  const texts = [
    [words.before, before],
    [words.after, after],
  ] as const;
  return (
    <dl>
      {texts.map(([label, text]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            <SaidText text={text} words={words} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Beside data a plain text is a state. Pure. */
const stateOf = (text: string | null): Said => (text === null ? null : { status: text });

/** A text of the log, with words for what the service has put into it. */
function SaidText({ text, words }: { readonly text: string | null } & Worded) {
  if (text === null) return words.nothing;
  return saidParts(text).map((part, place) => (
    <Fragment key={`${place} ${part.kind}`}>
      {place > 0 && " "}
      <SaidWords part={part} words={words} />
    </Fragment>
  ));
}

function SaidWords({ part, words }: { readonly part: SaidPart } & Worded) {
  const format = useFormat();
  switch (part.kind) {
    case "text":
      return <ChangedValue name="" value={part.text} currency={null} words={words} />;
    case "code":
      return <ChangedValue name="" value={part.code} currency={null} words={words} />;
    case "amount":
      return format.amount(part.minor, part.currency);
    case "refundsUpTo":
      return words.refundsUpTo(format.amount(part.minor, part.currency));
    case "oldUntil":
      return words.oldUntil(format.moment(part.instant));
    case "reason":
      return <q>{part.text}</q>;
    case "rights":
      return <OperatorRights permissions={part.permissions} words={words} />;
  }
}

type Said = AuditEntry["beforeData"] | { readonly status: string };

interface FieldsProps extends Worded {
  readonly before: Said;
  readonly after: Said;
}

/** A field that was not there before has no arrow. */
function Fields(said: FieldsProps) {
  const { words } = said;
  const [before, after] = [recordOf(said.before), recordOf(said.after)];
  const names: Readonly<Record<string, string>> = words.fields;
  const common = { currency: currencyOf(before, after), words };
  return (
    <dl>
      {changedFields(before, after).map((field) => (
        <Fragment key={field.name}>
          <dt>{names[field.name] ?? <code>{field.name}</code>}</dt>
          <dd>
            {field.before !== undefined && (
              <>
                <ChangedValue {...common} name={field.name} value={field.before} />
                {" → "}
              </>
            )}
            <ChangedValue {...common} name={field.name} value={field.after} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

const recordOf = (said: Said): Readonly<Record<string, unknown>> | null =>
  said === null ? null : Object.fromEntries(Object.entries(said));
