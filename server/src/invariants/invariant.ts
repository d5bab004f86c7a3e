/** Something that is true of the data at every moment, and the query that finds where it is not. */
export interface Invariant {
  /** `area.claim`: what a log line and an operator call it. */
  readonly name: string;
  /** The claim in one sentence: it is what every row of the query breaks. */
  readonly meaning: string;
  /**
   * What the query reads. `recent`: what was made since `$1` (the smallest id of that time) and `$2` (that time, midnight
   * UTC), so that its cost does not grow with history. `sealed`: what came after the seals made before `$1`, a time up to which
   * everything was proved before; minus infinity proves everything. `whole`: all of it, and no parameter.
   */
  readonly reach: "recent" | "sealed" | "whole";
  /** Selects `merchant_no`, `id` (text) and `detail` (text: what was found, amounts and statuses, nobody's details). */
  readonly sql: string;
}

export interface Violation {
  readonly invariant: string;
  readonly merchantNo: number;
  /** Stored id of the row that breaks it. */
  readonly id: string;
  readonly detail: string;
}
