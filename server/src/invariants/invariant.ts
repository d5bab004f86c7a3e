/** A statement that must always be true of the data, and the query that finds the exceptions. */
export interface Invariant {
  /** `area.claim`: its name for logs and operators. */
  readonly name: string;
  /** The claim in one sentence: every row of the query breaks it. */
  readonly meaning: string;
  /**
   * What the query reads. `recent`: rows made since `$1` (the smallest id of that time) and `$2` (that time, midnight
   * UTC), so that its cost does not grow with history. `sealed`: what follows the seals made before `$1`, up to which
   * everything was verified before; minus infinity verifies everything. `whole`: all data, and no parameter.
   */
  readonly reach: "recent" | "sealed" | "whole";
  /**
   * Selects `merchant_no`, `id` (text) and `detail` (text: the finding, with amounts and statuses, without personal
   * data).
   */
  readonly sql: string;
}

export interface Violation {
  readonly invariant: string;
  readonly merchantNo: number;
  /** Stored id of the violating row. */
  readonly id: string;
  readonly detail: string;
}
