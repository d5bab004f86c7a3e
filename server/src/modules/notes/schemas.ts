import { type Static, Type } from "typebox";
import { Instant, Nullable } from "../../http/schemas.ts";

const TEXT_LENGTH_MAX = 2_000;

export const NoteParams = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: 160,
    description:
      "What the notes are about: the id of a payment intent, charge, refund, session or payout, and what else the operation names.",
  }),
});

export const NoteBody = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: TEXT_LENGTH_MAX,
      pattern: "^(?=[\\s\\S]*\\S)[^\\u0000-\\u0009\\u000b-\\u001f\\u007f]*$",
      description: "What colleagues should know; lines are kept. It is stored sealed and never interpreted.",
      "x-rule": `must be 1 to ${TEXT_LENGTH_MAX} characters of text, and not blank`,
    }),
  },
  { additionalProperties: false },
);
export type NoteBody = Static<typeof NoteBody>;

export const NoteView = Type.Object({
  object: Type.Literal("note"),
  id: Type.String(),
  subjectId: Type.String({ description: "The payment intent, payout … that it is about." }),
  author: Type.Object({
    id: Type.String({ description: "`usr_…`, `key_…` or `op_…`." }),
    name: Nullable(Type.String({ description: "Null: the account is not there any more." })),
  }),
  text: Type.String(),
  createdAt: Instant,
});

export const NotesView = Type.Object({
  object: Type.Literal("notes"),
  subjectId: Type.String(),
  notes: Type.Array(NoteView, { description: "The oldest first; of many the newest 200." }),
});
