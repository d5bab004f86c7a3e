import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { accountRoute, type Route } from "../../http/route.ts";
import { mentionExample, operatorMentionExample } from "./examples.ts";
import type { createMentions } from "./mentions.ts";
import { MentionView, MerchantMentionsParams, NoteIdParam, OperatorMentionsParams } from "./schemas.ts";

const common = { tag: "Notes", successStatus: 200, idempotency: "none" } as const;
const ofPeople = "/auth/:audience/merchants/:merchantId/mentions";
const ofOperators = "/auth/:audience/mentions";
const what =
  "The newest first, at most 100. What a note says is read where it stands, by whoever may read that. Writing a note there ticks off what named the writer on it.";
const Done = Type.Object({ object: Type.Literal("done") });
const done = { object: "done" } as const;

/** Notes that name the person who is logged in. */
export function mentionRoutes(mentions: ReturnType<typeof createMentions>): readonly Route[] {
  return [
    accountRoute({
      ...common,
      method: "GET",
      path: ofPeople,
      operationId: "listMentions",
      summary: "List mentions of me",
      description: `Of one merchant, in both modes. ${what}`,
      errors: [errors.RESOURCE_NOT_FOUND, errors.INVALID_MERCHANT_SCOPE],
      schemas: { params: MerchantMentionsParams, response: Type.Array(MentionView) },
      examples: { data: [mentionExample] },
      handle: async ({ account, params }) => ({ data: await mentions.ofPerson(account, params.merchantId) }),
    }),
    accountRoute({
      ...common,
      method: "DELETE",
      path: `${ofPeople}/:noteId`,
      operationId: "endMention",
      summary: "Dismiss a mention",
      description: "The note stays; it is no longer in the list.",
      errors: [errors.RESOURCE_NOT_FOUND, errors.INVALID_MERCHANT_SCOPE],
      schemas: {
        params: Type.Object({ ...MerchantMentionsParams.properties, noteId: NoteIdParam }),
        response: Done,
      },
      examples: { data: done },
      handle: async ({ account, params, facts }) => {
        await mentions.endOfPerson(account, params.merchantId, params.noteId, facts);
        return { data: done };
      },
    }),
    accountRoute({
      ...common,
      method: "GET",
      path: ofOperators,
      operationId: "listOperatorMentions",
      summary: "List operators' mentions of me",
      description: what,
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: OperatorMentionsParams, response: Type.Array(MentionView) },
      examples: { data: [operatorMentionExample] },
      handle: async ({ account }) => ({ data: await mentions.ofOperator(account) }),
    }),
    accountRoute({
      ...common,
      method: "DELETE",
      path: `${ofOperators}/:noteId`,
      operationId: "endOperatorMention",
      summary: "Dismiss an operators' mention",
      description: "The note stays; it is no longer in the list.",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: {
        params: Type.Object({ ...OperatorMentionsParams.properties, noteId: NoteIdParam }),
        response: Done,
      },
      examples: { data: done },
      handle: async ({ account, params, facts }) => {
        await mentions.endOfOperator(account, params.noteId, facts);
        return { data: done };
      },
    }),
  ];
}
