import { type Static, Type } from "typebox";
import { Instant, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";

const TEXT_LENGTH_MAX = 2_000;
const MENTIONS_MAX = 10;

const Name = Nullable(Type.String({ description: "Null: the account is not there any more." }));
const Colleague = Type.Object({ id: Type.String(), name: Name }, { title: "NoteColleague" });

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
    mentions: Type.Optional(
      Type.Array(Type.String({ maxLength: 64, examples: ["usr_06f4c1a2b3c4d5e6f7g8h9j0k2"] }), {
        maxItems: MENTIONS_MAX,
        description:
          "Colleagues whom the note names, by their ids in `colleagues`: each finds it among what names them, and gets a mail.",
      }),
    ),
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
    name: Name,
  }),
  text: Type.String(),
  mentions: Type.Array(Colleague, { description: "Whom it names." }),
  createdAt: Instant,
});

export const NotesView = Type.Object({
  object: Type.Literal("notes"),
  subjectId: Type.String(),
  notes: Type.Array(NoteView, { description: "The oldest first; of many the newest 200." }),
  colleagues: Type.Array(Colleague, {
    description: "Whom a note of the caller can name: whoever else may read this.",
  }),
});

export const MerchantMentionsParams = Type.Object({
  audience: OneOf(["merchant"], { examples: ["merchant"] }),
  merchantId: UuidText,
});
export const OperatorMentionsParams = Type.Object({
  audience: OneOf(["operator"], { examples: ["operator"] }),
});
export const NoteIdParam = Type.String({ maxLength: 64, examples: ["note_06f4c1n9k3v7x2m5t8b1d6q4r0"] });

export const MentionView = Type.Object(
  {
    object: Type.Literal("mention"),
    noteId: Type.String(),
    subjectId: Type.String({ description: "What the note is about." }),
    mode: Nullable(OneOf(modes, { description: "Null: a note of operators." })),
    author: Colleague,
    createdAt: Instant,
  },
  { title: "Mention" },
);
