/** Bodies as `/docs` shows them. */
const subjectId = "pi_06f4c1g5r9t3v7x1n4b8d2e6m0";

export const noteBodyExample = { text: "The payer sent a picture of the SMS. She calls again at four." };

export const noteExample = {
  object: "note",
  id: "note_06f4c1n9k3v7x2m5t8b1d6q4r0",
  subjectId,
  author: { id: "usr_06f4c1a2b3c4d5e6f7g8h9j0k1", name: "Awa Diop" },
  ...noteBodyExample,
  createdAt: "2026-11-21T10:15:30.000Z",
};
export const notesExample = { object: "notes", subjectId, notes: [noteExample] };

export const operatorNoteExample = {
  ...noteExample,
  author: { id: "op_06f4c1a2b3c4d5e6f7g8h9j0k1", name: "Aminata Koné" },
};
export const operatorNotesExample = { ...notesExample, notes: [operatorNoteExample] };
