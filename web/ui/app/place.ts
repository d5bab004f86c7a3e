export type Query = Readonly<Record<string, string>>;

/** Names of the address that say where in a list the reader is. */
export const AFTER = "after";
export const BEFORE = "before";
