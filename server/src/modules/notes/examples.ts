/** Bodies as `/docs` shows them. */
const subjectId = "pi_06f4c1g5r9t3v7x1n4b8d2e6m0";

export const noteBodyExample = { text: "The payer sent a picture of the SMS. She calls again at four." };

export const noteExample = {
  object: "note",
  id: "note_06f4c1n9k3v7x2m5t8b1d6q4r0",
  subjectId,
  author: { id: "usr_06f4c1a2b3c4d5e6f7g8h9j0k1", name: "Awa Diop" },
  ...noteBodyExample,
  mentions: [{ id: "usr_06f4c1a2b3c4d5e6f7g8h9j0k2", name: "Koffi Yao" }],
  createdAt: "2026-11-21T10:15:30.000Z",
};
const colleagues = noteExample.mentions;
export const notesExample = { object: "notes", subjectId, notes: [noteExample], colleagues };

export const mentionExample = {
  object: "mention",
  noteId: noteExample.id,
  subjectId,
  mode: "LIVE",
  author: noteExample.author,
  createdAt: noteExample.createdAt,
} as const;

export const operatorNoteExample = {
  ...noteExample,
  author: { id: "op_06f4c1a2b3c4d5e6f7g8h9j0k1", name: "Aminata Koné" },
  mentions: [],
};
export const operatorNotesExample = {
  ...notesExample,
  notes: [operatorNoteExample],
  colleagues: [{ id: "op_06f4c1a2b3c4d5e6f7g8h9j0k2", name: "Yao Kouassi" }],
};
export const operatorMentionExample = {
  ...mentionExample,
  mode: null,
  author: operatorNoteExample.author,
} as const;
