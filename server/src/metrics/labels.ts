/** Turns a value into the one that is shown as a label. Never throws, and yields a bounded number of different values. */
export type LabelRule = (value: string) => string;

/** Shown in place of a value that is not known, is badly formed, or comes after too many others. */
export const OTHER = "other";

/** Longer values are not names of ours. */
const CHARACTERS_MAX = 80;
/** Names of operations, addresses with their parameters as `:id`, codes. */
const nameForm = /^[A-Za-z(*/][\w .:/(){}*-]*$/;
/** A phone number, or another number of a person. */
const manyDigits = /\d[\d .-]{4,}\d/;
const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Only these values. */
export function oneOf(values: readonly string[]): LabelRule {
  const known = new Set(values);
  return (value) => (known.has(value) ? value : OTHER);
}

/** The first `max` different names. What looks like a phone number, a mail address or a token is not a name. */
export const names = (max: number): LabelRule =>
  firstOf(max, (value) => value.length <= CHARACTERS_MAX && nameForm.test(value) && !manyDigits.test(value));

/** The first `max` different ids, as UUIDs: for rows of which an installation has few, such as provider accounts. */
export const ids = (max: number): LabelRule => firstOf(max, (value) => uuidForm.test(value));

/** The status of an answer. */
export const httpStatus: LabelRule = (value) => (/^[1-5]\d\d$/.test(value) ? value : OTHER);

/** The value, or nothing where there is none. */
export const orEmpty =
  (rule: LabelRule): LabelRule =>
  (value) =>
    value === "" ? "" : rule(value);

export const versions: LabelRule = firstOf(4, (value) => /^v?\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(value));

/** ISO 3166 alpha-2. */
export const countries = (max: number): LabelRule => firstOf(max, (value) => /^[A-Z]{2}$/.test(value));

function firstOf(max: number, isWellFormed: (value: string) => boolean): LabelRule {
  const seen = new Set<string>();
  return (value) => {
    if (seen.has(value)) return value;
    if (seen.size >= max || !isWellFormed(value)) return OTHER;
    seen.add(value);
    return value;
  };
}
