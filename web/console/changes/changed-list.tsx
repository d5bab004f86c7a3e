import { Fragment } from "preact";
import type { AuditEntry } from "../../ui/api/views.ts";
import { changedFields, currencyOf } from "./changed-fields.ts";
import { ChangedValue } from "./changed-value.tsx";
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
            <ChangedValue
              name=""
              value={text === null ? null : wordsIn(text)}
              currency={null}
              words={words}
            />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Beside data a plain text is a state. Pure. */
const stateOf = (text: string | null): Said => (text === null ? null : { status: text });

/** An operator's permissions stand in one text, with spaces between them. Pure. */
function wordsIn(text: string): string | readonly string[] {
  const texts = text.split(" ");
  return texts.every((one) => one.startsWith("tenant.")) ? texts : text;
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
