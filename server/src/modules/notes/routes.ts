import { errors } from "../../http/errors.ts";
import { operatorRequestOf } from "../../http/operator-request.ts";
import { merchantAreas, type Permission, type TenantPermission } from "../../http/permissions.ts";
import { keyRoute, operatorRoute, type Route } from "../../http/route.ts";
import { workReadPermissions } from "../work/index.ts";
import {
  noteBodyExample,
  noteExample,
  notesExample,
  operatorNoteExample,
  operatorNotesExample,
} from "./examples.ts";
import { mentionRoutes } from "./mention-routes.ts";
import { createMentions } from "./mentions.ts";
import { NoteBody, NoteParams, NotesView, NoteView } from "./schemas.ts";
import { createNotes, type NotesDeps } from "./service.ts";
import { merchantReads } from "./subjects.ts";

/** Whoever manages something for a merchant may write; who only reads may not. Payments first: most notes are on them. */
const merchantWrites: readonly Permission[] = [...new Set(["payments" as const, ...merchantAreas])].map(
  (area): Permission => `merchant.${area}.manage`,
);
/** Operators write on whatever they may read: a note changes nothing, and bears their name. */
const tenantPermissions: readonly TenantPermission[] = [
  ...new Set<TenantPermission>(["tenant.payments.read", ...workReadPermissions]),
];

const common = { tag: "Notes" } as const;
const rule =
  "A note is never changed or removed: what was wrong is corrected by another one. Needs the permission to read the object.";
const ofMerchant =
  "On a payment (`pi_…`, or its charge, refund or session), payout, payment link or beneficiary. Only the merchant's people and keys read it; operators have notes of their own.";
const ofTenant =
  "On a payment (`pi_…`, or its charge, refund or session), payout, merchant, dossier, statement, difference, provider account, proposal (`creq_…`, `dec_…`, `adj_…`), or a row of the work queue by its id. Only operators read it, never the merchant.";

export function createNotesRoutes(deps: NotesDeps): readonly Route[] {
  const notes = createNotes(deps);
  const refusals = [errors.RESOURCE_NOT_FOUND] as const;
  return [
    keyRoute({
      ...common,
      method: "GET",
      path: "/payments/notes/:id",
      operationId: "listNotes",
      summary: "List the notes on an object",
      description: `What people of the merchant wrote for each other, the oldest first. ${ofMerchant}`,
      permission: merchantReads,
      successStatus: 200,
      idempotency: "none",
      errors: refusals,
      examples: { data: notesExample },
      schemas: { params: NoteParams, response: NotesView },
      handle: async ({ caller, params }) => ({ data: await notes.ofMerchant(caller, params.id) }),
    }),
    keyRoute({
      ...common,
      method: "POST",
      path: "/payments/notes/:id",
      operationId: "writeNote",
      summary: "Create a note on an object",
      description: `${ofMerchant} ${rule} Whoever may only read cannot write.`,
      permission: merchantWrites,
      successStatus: 201,
      idempotency: "optional",
      errors: refusals,
      examples: { body: noteBodyExample, data: noteExample },
      schemas: { params: NoteParams, body: NoteBody, response: NoteView },
      handle: async ({ caller, facts, idempotency: claim, params, body }) => ({
        data: await notes.writeForMerchant({ caller, facts, claim }, params.id, body),
      }),
    }),
    operatorRoute({
      ...common,
      method: "GET",
      path: "/tenant/notes/:id",
      operationId: "listOperatorNotes",
      summary: "List operators' notes",
      description: `What operators wrote for each other, the oldest first. ${ofTenant}`,
      permission: tenantPermissions,
      successStatus: 200,
      idempotency: "none",
      errors: refusals,
      examples: { data: operatorNotesExample },
      schemas: { params: NoteParams, response: NotesView },
      handle: async ({ operator, params }) => ({ data: await notes.ofOperators(operator, params.id) }),
    }),
    operatorRoute({
      ...common,
      method: "POST",
      path: "/tenant/notes/:id",
      operationId: "writeOperatorNote",
      summary: "Create an operators' note",
      description: `${ofTenant} ${rule}`,
      permission: tenantPermissions,
      successStatus: 201,
      idempotency: "optional",
      errors: refusals,
      examples: { body: noteBodyExample, data: operatorNoteExample },
      schemas: { params: NoteParams, body: NoteBody, response: NoteView },
      handle: async (request) => ({
        data: await notes.writeForOperators(operatorRequestOf(request), request.params.id, request.body),
      }),
    }),
    ...mentionRoutes(createMentions(deps)),
  ];
}
