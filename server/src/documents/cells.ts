/** Decimal text, written unchanged: an amount or a count. */
export interface NumberCell {
  readonly number: string;
  /** Decimals of an amount's currency; absent: a count. */
  readonly decimals?: number;
}
/** A moment on the clock of a time zone: `2026-11-21 10:15:30`. */
export interface TimeCell {
  readonly time: string;
}
/** Plain text is made harmless; null is an empty cell. */
export type Cell = string | NumberCell | TimeCell | null;

/** A decimal text, an amount or a count, as a cell. */
export function numberCell(text: string | number | bigint): NumberCell {
  return { number: String(text) };
}
