/** What `later.tsx` loads, in one file: the parts use each other. */
export { ChangedList } from "./changed-list.tsx";
export { ChangedTable } from "./changed-table.tsx";
export { OperatorRights } from "./operator-rights.tsx";
