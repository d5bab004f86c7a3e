import { later } from "../parts/later.tsx";

// Notes stand below what a page is for: their files come after it.
export const Notes = later(async () => (await import("./notes.tsx")).Notes);
export const MentionsDialog = later(async () => (await import("./mentions.tsx")).MentionsDialog);
export const NoteThread = later(async () => (await import("./notes.tsx")).NoteThread);
