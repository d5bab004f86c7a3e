type Said = Readonly<Record<string, unknown>> | null;

/** One field that a proposal changes; null: it was not there, or goes. */
export interface ChangedField {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between what stands and what is proposed, in the order of the proposal. Pure. */
export function changedFields(before: Said, after: Said): readonly ChangedField[] {
  const names = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])];
  return names
    .map((name) => ({ name, before: textOf(before?.[name]), after: textOf(after?.[name]) }))
    .filter((field) => field.before !== field.after);
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  return isWords(value) ? value.join(", ") : JSON.stringify(value);
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");
