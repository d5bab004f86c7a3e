import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { callerActor, keyRoute, type Route } from "../../http/route.ts";
import {
  contentReply,
  DOCUMENT_BODY_BYTES_MAX,
  documentFile,
  fileOf,
  type KybDocuments,
} from "./documents.ts";
import { onboardingErrors } from "./errors.ts";
import { documentExample, uploadExample } from "./examples.ts";
import {
  ContentQuery,
  ContentSchema,
  DocumentBody,
  DocumentListQuery,
  DocumentParams,
  DocumentSchema,
  UploadQuery,
} from "./schemas.ts";
import { mediaTypes } from "./types.ts";

const tag = "Onboarding";
const base = "/merchant-owner/onboarding/documents";

/** Files of a dossier, for its merchant. */
export function documentRoutes(documents: KybDocuments): readonly Route[] {
  return [
    keyRoute({
      method: "POST",
      path: base,
      operationId: "uploadKybDocument",
      tag,
      summary: "Upload a document",
      description:
        "One PDF, JPEG or PNG file of at most 5 MB: as the body itself, with `type` and `fileName` in the query, or in base64 within a JSON body. Its media type must be what the bytes are. The file is encrypted before it is stored, and given back as a download only. Not while the dossier is under review. At most 50 for a dossier. A rejected dossier is reopened as DRAFT.",
      successStatus: 201,
      errors: [onboardingErrors.KYB_DOCUMENT_LOCKED, onboardingErrors.KYB_DOCUMENT_LIMIT_REACHED],
      idempotency: "optional",
      bodyBytesMax: DOCUMENT_BODY_BYTES_MAX,
      file: documentFile,
      permission: "merchant.profile.manage",
      schemas: { query: UploadQuery, body: DocumentBody, response: DocumentSchema },
      examples: { body: uploadExample, data: documentExample },
      handle: async ({ caller, body, file, idempotency, facts }) => ({
        data: await documents.upload(caller, body, file, idempotency, {
          actor: callerActor(caller, facts),
          nowMs: facts.nowMs,
        }),
      }),
    }),
    keyRoute({
      method: "GET",
      path: base,
      operationId: "listKybDocuments",
      tag,
      summary: "List the documents",
      description:
        "Documents of the dossier in the mode of the key, the newest first, without their contents.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      list: true,
      permission: "merchant.profile.read",
      schemas: { query: DocumentListQuery, response: Type.Array(DocumentSchema) },
      handle: ({ caller, query }) => documents.list(caller, query),
    }),
    keyRoute({
      method: "GET",
      path: `${base}/:documentId`,
      operationId: "getKybDocument",
      tag,
      summary: "Get a document",
      description: "What is known of the file: kind, size, SHA-256, and whether an approval rests on it.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      permission: "merchant.profile.read",
      schemas: { params: DocumentParams, response: DocumentSchema },
      examples: { data: documentExample },
      handle: async ({ caller, params }) => ({ data: await documents.get(caller, params.documentId) }),
    }),
    keyRoute({
      method: "GET",
      path: `${base}/:documentId/content`,
      operationId: "downloadKybDocument",
      tag,
      summary: "Download a document",
      description:
        "The file as it was sent, always as an attachment. With `format=json` in base64 within the envelope.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      produces: mediaTypes,
      permission: "merchant.profile.read",
      schemas: { params: DocumentParams, query: ContentQuery, response: ContentSchema },
      handle: async ({ caller, params, query }) => {
        const opened = await documents.open(caller, params.documentId, null);
        return query.format === "json" ? contentReply(opened, caller.mode) : fileOf(opened);
      },
    }),
    keyRoute({
      method: "DELETE",
      path: `${base}/:documentId`,
      operationId: "deleteKybDocument",
      tag,
      summary: "Delete a document",
      description:
        "The file is erased. Not while the dossier is under review, and not once an approval rests on it: KYB_DOCUMENT_LOCKED.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND, onboardingErrors.KYB_DOCUMENT_LOCKED],
      idempotency: "none",
      permission: "merchant.profile.manage",
      schemas: { params: DocumentParams, response: DocumentSchema },
      examples: { data: documentExample },
      handle: async ({ caller, params, facts }) => ({
        data: await documents.remove(caller, params.documentId, {
          actor: callerActor(caller, facts),
          nowMs: facts.nowMs,
        }),
      }),
    }),
  ];
}
