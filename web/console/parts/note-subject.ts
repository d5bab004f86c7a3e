import type { WorkItem } from "../../ui/api/views.ts";

/** What the notes of a row of the queue are about: its payment, payout, dossier or statement, else the row itself. Pure. */
export const noteSubject = ({ id, objectId }: Pick<WorkItem, "id" | "objectId">): string =>
  objectId !== null && /^(?:ch|re|po|kyb|stmt)_/.test(objectId) ? objectId : id;
