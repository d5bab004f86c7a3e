import type { Keyring } from "../../kit/keyring.ts";
import type { NoteRow } from "./store.ts";

/** `place`: the table, whose it is and what it is about, so that a row that was copied elsewhere does not open. */
const contextOf = (place: string, id: string): string => `${place} ${id}`;

export const sealText = (keyring: Keyring, place: string, id: string, text: string): Buffer =>
  keyring.seal(text, contextOf(place, id));

/** Throws when the row was altered, or copied from another one. */
export const openText = (keyring: Keyring, place: string, { id, content }: NoteRow): string =>
  keyring.open(content, contextOf(place, id)).toString("utf8");
