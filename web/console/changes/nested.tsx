import { type ComponentType, Fragment } from "preact";
import { currencyOf, isAmount } from "./changed-fields.ts";
import type { Worded } from "./words/texts.ts";

interface FieldProps extends Worded {
  readonly name: string;
  readonly value: unknown;
  readonly currency: string | null;
}

interface Fields extends Worded {
  /** Shows what one field says. It is given, because that may again be data inside a field. */
  readonly Field: ComponentType<FieldProps>;
}

interface NestedListProps extends Fields {
  /** Of the field that holds the data. */
  readonly name: string;
  readonly value: object;
}

type Data = Readonly<Record<string, unknown>>;

/** Data inside a field, each object in a line of its own: what it says, field by field, in the reader's words. */
export function NestedList({ name, value, words, Field }: NestedListProps) {
  const objects = Array.isArray(value) ? value : [value];
  const lines = objects.map((one) =>
    name === "credentials" ? (
      <Credential data={dataOf(one)} words={words} />
    ) : (
      <Line data={dataOf(one)} words={words} Field={Field} />
    ),
  );
  if (lines.length === 1) return <>{lines[0]}</>;
  return (
    <ul>
      {lines.map((line, place) => (
        <li key={place}>{line}</li>
      ))}
    </ul>
  );
}

/** The fields that say something. Amounts carry their currency, so that it needs no field of its own beside them. */
function Line({ data, words, Field }: { readonly data: Data } & Fields) {
  const names: Readonly<Record<string, string>> = words.fields;
  const currency = currencyOf(null, data);
  const said = Object.entries(data).filter(([, one]) => one !== null);
  const shown = said.some(([name]) => isAmount(name)) ? said.filter(([name]) => name !== "currency") : said;
  return (
    <>
      {shown.map(([name, one], place) => (
        <Fragment key={name}>
          {place > 0 && " · "}
          <span class="quiet">{names[name] ?? <code>{name}</code>}</span>{" "}
          <Field name={name} value={one} currency={currency} words={words} />
        </Fragment>
      ))}
    </>
  );
}

/** A setting of an account: what may be shown of it, or of a secret its last characters and its fingerprint. */
function Credential({ data, words }: { readonly data: Data } & Worded) {
  const { name, set, value, last4, fingerprint } = data;
  const isHidden = set === true && value === null;
  return (
    <>
      <code>{String(name)}</code> {set !== true && words.nothing}
      {set === true && value !== null && String(value)}
      {isHidden && <code>{last4 === null ? "••••" : `•••• ${last4}`}</code>}
      {typeof fingerprint === "string" && (
        <>
          {" · "}
          <span class="quiet">{words.fingerprint}</span> <code>{fingerprint}</code>
        </>
      )}
    </>
  );
}

const dataOf = (value: unknown): Data =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : { value };
