import type { AudienceName } from "../../kit/audience.ts";

/** What differs between the log-ins of merchants' persons and of operators. */
export interface Audience {
  readonly name: AudienceName;
  /** The kind of its accounts: as actors, in ids, and in the names of acts in the audit log. */
  readonly kind: "person" | "operator";
  readonly sessionKind: "personSession" | "operatorSession";
  /** The beginning of the addresses of its pages. */
  readonly pagesPath: "" | "/console";
  /** A log-in that is not used for this long ends. */
  readonly idleMs: number;
  /** The end of a log-in however much it is used. */
  readonly lifeMs: number;
}

const HOUR_MS = 60 * 60 * 1000;

export const merchantAudience: Audience = {
  name: "merchant",
  kind: "person",
  sessionKind: "personSession",
  pagesPath: "",
  idleMs: 12 * HOUR_MS,
  lifeMs: 14 * 24 * HOUR_MS,
};

/** Operators act on everybody's money: their log-ins last a working day. */
export const operatorAudience: Audience = {
  name: "operator",
  kind: "operator",
  sessionKind: "operatorSession",
  pagesPath: "/console",
  idleMs: HOUR_MS / 2,
  lifeMs: 10 * HOUR_MS,
};
