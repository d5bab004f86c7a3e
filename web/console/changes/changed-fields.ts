type Said = Readonly<Record<string, unknown>> | null;

/** One field that a proposal changes; undefined: it was not there, or goes. */
export interface ChangedField {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What differs between what stands and what is proposed, in the order of the proposal. Pure. */
export function changedFields(before: Said, after: Said): readonly ChangedField[] {
  const names = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])];
  return names
    .map((name) => ({ name, before: before?.[name], after: after?.[name] }))
    .filter((field) => textOf(field.before) !== textOf(field.after));
}

/** The currency of the amounts in either of them; null: none is said. Pure. */
export function currencyOf(before: Said, after: Said): string | null {
  const currency = after?.currency ?? before?.currency;
  return typeof currency === "string" ? currency : null;
}

/** Whether a field is in minor units of the currency that stands beside it. Pure. */
export const isAmount = (name: string): boolean => amounts.includes(name);
const amounts = [
  "amount",
  "expectedAmount",
  "total",
  "fixed",
  "minimum",
  "maximum",
  "amountMin",
  "amountMax",
  "above",
  "perPayment",
  "perDay",
  "min",
  "max",
  "step",
];

const textOf = (value: unknown): string => JSON.stringify(value ?? null);
