export { createBookBankEntry } from "./book-bank-entry.ts";
export { bookOpening } from "./book-opening.ts";
export { bookStatement } from "./book-statement.ts";
export type { CorrectedDifferences } from "./corrections.ts";
export { type ExpectedBalances, readExpectedBalances } from "./expected-balances.ts";
export { createRailsModule } from "./module.ts";
export type { RailScope } from "./store.ts";
