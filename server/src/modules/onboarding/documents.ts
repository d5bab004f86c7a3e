import { writeAudit } from "../../db/audit.ts";
import type { Queryable, Transaction } from "../../db/database.ts";
import { NO_FILTER } from "../../db/list.ts";
import { errors } from "../../http/errors.ts";
import type { FileRule, ReceivedFile } from "../../http/file-rule.ts";
import { once } from "../../http/idempotency.ts";
import { inOrder, readListPage } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import type { Caller, IdempotencyClaim, PageMeta } from "../../http/route.ts";
import { type Id, type MerchantNo, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import type { OnboardingDeps } from "./deps.ts";
import {
  countDocuments,
  deleteDocument,
  documentList,
  findDocuments,
  insertDocument,
  readContent,
  sealContent,
  writeExpiry,
} from "./document-store.ts";
import type { Asking } from "./dossiers.ts";
import { onboardingErrors } from "./errors.ts";
import { invalid, problem, takesDocuments } from "./rules.ts";
import type { DocumentBody, DocumentListQuery } from "./schemas.ts";
import { HEAD_BYTES, headTypeOf, mediaTypeOf, suffixOf } from "./sniff.ts";
import { lockDossier } from "./store.ts";
import { type Dossier, type KybDocument, type MediaType, mediaTypes } from "./types.ts";
import { type DocumentView, documentView } from "./view.ts";

/** Per file, before base64. */
const DOCUMENT_BYTES_MAX = 5 * 1_024 * 1_024;
/** In base64 a file is a third longer; the rest of the body is short. */
export const DOCUMENT_BODY_BYTES_MAX = Math.ceil(DOCUMENT_BYTES_MAX / 3) * 4 + 4_096;
/** Per dossier. */
const DOCUMENTS_MAX = 50;

const documentNames = {
  parse: (text: string) => parsePublicId("kybDocument", text),
  format: (id: string) => publicId("kybDocument", id as Id<"kybDocument">),
};

/** A document with its bytes. */
export interface OpenedDocument {
  readonly document: KybDocument;
  readonly content: Buffer;
}

export type KybDocuments = ReturnType<typeof createKybDocuments>;

/** Files of a dossier: sealed as soon as they arrive, returned only as downloads. */
export function createKybDocuments({ db, ids, keyring, merchants }: OnboardingDeps) {
  const idOf = (text: string): Id<"kybDocument"> => {
    const id = parsePublicId("kybDocument", text);
    if (id === null) throw errors.RESOURCE_NOT_FOUND();
    return id;
  };

  const find = async (from: Queryable, merchantNo: MerchantNo, text: string): Promise<KybDocument> => {
    const [document] = await findDocuments(from, keyring, merchantNo, [idOf(text)]);
    if (document === undefined) throw errors.RESOURCE_NOT_FOUND();
    return document;
  };

  const hold = async (tx: Transaction, merchantNo: MerchantNo): Promise<Dossier> => {
    const dossier = await lockDossier(tx, keyring, merchantNo);
    if (dossier === null) throw new Error(`merchant ${merchantNo} has its dossier`);
    if (!takesDocuments(dossier.status)) {
      throw onboardingErrors.KYB_DOCUMENT_LOCKED({ kybStatus: dossier.status });
    }
    return dossier;
  };

  const audit = (
    tx: Transaction,
    { tenantId, merchantNo }: { readonly tenantId: TenantId; readonly merchantNo: MerchantNo },
    { id, type }: KybDocument,
    action: string,
    { actor, nowMs }: Asking,
  ) =>
    writeAudit(tx, ids, nowMs, {
      tenantId,
      merchantNo,
      action,
      subject: publicId("kybDocument", id),
      actor,
      after: type,
    });

  /**
   * Stores a file that `documentFile` accepted. Refuses with VALIDATION_ERROR a file that is not of its declared kind,
   * with KYB_DOCUMENT_LOCKED and KYB_DOCUMENT_LIMIT_REACHED.
   */
  const upload = async (
    caller: Caller,
    body: DocumentBody,
    file: ReceivedFile | null,
    claim: IdempotencyClaim | null,
    asking: Asking,
  ): Promise<DocumentView> => {
    const { merchantNo, mode } = caller;
    const { nowMs, actor } = asking;
    if (file === null) throw new Error("an upload was let in without its file");
    checkFile(file.bytes, body.contentType);
    refusePast(body.expiresOn, nowMs);
    const id = ids.next("kybDocument");
    const document: KybDocument = {
      id,
      merchantNo,
      type: body.type,
      fileName: body.fileName,
      mediaType: body.contentType,
      sizeBytes: file.bytes.length,
      sha256: file.sha256,
      acceptedAtMs: null,
      refusedAtMs: null,
      refusalReason: null,
      expiresOn: body.expiresOn ?? null,
      version: 1,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    const sealed = await sealContent(keyring, document, file.bytes);
    const options = { claim, merchantNo, owner: id, nowMs, status: 201 } as const;
    return once(db, keyring, options, async (tx) => {
      const dossier = await hold(tx, merchantNo);
      if ((await countDocuments(tx, merchantNo)) >= DOCUMENTS_MAX) {
        throw onboardingErrors.KYB_DOCUMENT_LIMIT_REACHED({ max: DOCUMENTS_MAX });
      }
      await insertDocument(tx, keyring, document, sealed);
      // An upload reopens a rejected dossier, even if only a file was missing.
      if (dossier.status === "REJECTED") await merchants.moveKyb(tx, merchantNo, { event: "reopen", actor });
      await audit(tx, caller, document, "kyb_document.uploaded", asking);
      return documentView(document, mode);
    });
  };

  const list = async (
    { merchantNo, mode }: Caller,
    query: DocumentListQuery,
  ): Promise<{ data: DocumentView[]; meta: PageMeta }> => {
    const page = parsePage(query);
    const { ids: found, meta } = await readListPage(db, {
      source: documentList,
      merchantNo,
      filter: NO_FILTER,
      names: documentNames,
      page,
    });
    const documents = await findDocuments(db, keyring, merchantNo, found);
    return { data: inOrder(found, documents, ({ id }) => id).map((one) => documentView(one, mode)), meta };
  };

  /** Writes down until when a paper is valid, as its reviewer has read it. Refuses with RESOURCE_NOT_FOUND. */
  const expire = async (
    of: { readonly tenantId: TenantId; readonly merchantNo: MerchantNo },
    documentId: string,
    expiresOn: string | null,
    asking: Asking,
  ): Promise<KybDocument> =>
    db.transaction(async (tx) => {
      const { id, expiresOn: before } = await find(tx, of.merchantNo, documentId);
      await writeExpiry(tx, of.merchantNo, id, expiresOn, asking.nowMs);
      await writeAudit(tx, ids, asking.nowMs, {
        tenantId: of.tenantId,
        merchantNo: of.merchantNo,
        action: "kyb_document.expiry_changed",
        subject: publicId("kybDocument", id),
        actor: asking.actor,
        before,
        after: expiresOn,
      });
      return find(tx, of.merchantNo, documentId);
    });

  /** Deletes the file permanently. Refuses with RESOURCE_NOT_FOUND and KYB_DOCUMENT_LOCKED. */
  const remove = async (caller: Caller, documentId: string, asking: Asking): Promise<DocumentView> => {
    const { merchantNo, mode } = caller;
    return db.transaction(async (tx) => {
      const document = await find(tx, merchantNo, documentId);
      await hold(tx, merchantNo);
      if (document.acceptedAtMs !== null) {
        throw onboardingErrors.KYB_DOCUMENT_LOCKED({
          acceptedAt: new Date(document.acceptedAtMs).toISOString(),
        });
      }
      await deleteDocument(tx, merchantNo, document.id);
      await audit(tx, caller, document, "kyb_document.deleted", asking);
      return documentView(document, mode);
    });
  };

  /** The opened file. `reader` is recorded in the audit log unless it is the merchant itself. */
  const open = async (
    of: { readonly tenantId: TenantId; readonly merchantNo: MerchantNo },
    documentId: string,
    reader: Asking | null,
  ): Promise<OpenedDocument> =>
    db.transaction(async (tx) => {
      const document = await find(tx, of.merchantNo, documentId);
      const content = await readContent(tx, keyring, of.merchantNo, document.id);
      if (content === null) throw errors.RESOURCE_NOT_FOUND();
      if (reader !== null) await audit(tx, of, document, "kyb_document.downloaded", reader);
      return { document, content };
    });

  return {
    upload,
    list,
    remove,
    expire,
    open,
    get: async ({ merchantNo, mode }: Caller, documentId: string): Promise<DocumentView> =>
      documentView(await find(db, merchantNo, documentId), mode),
  };
}

/** A paper that is valid no more proves nothing. Refuses with VALIDATION_ERROR. Pure. */
function refusePast(expiresOn: string | undefined, nowMs: number): void {
  if (expiresOn === undefined || expiresOn >= new Date(nowMs).toISOString().slice(0, 10)) return;
  throw invalid([
    problem("", "expiresOn", "future", "must not lie in the past: a paper that ended proves nothing"),
  ]);
}

/** How a document is uploaded: see `http/file-body.ts`. */
export const documentFile: FileRule = {
  mediaTypes,
  bytesMax: DOCUMENT_BYTES_MAX,
  field: "content",
  typeField: "contentType",
  headBytes: HEAD_BYTES,
  checkHead: (head, mediaType) => refuseOther(headTypeOf(head), mediaType),
};

const checkFile = (bytes: Buffer, mediaType: MediaType): void => refuseOther(mediaTypeOf(bytes), mediaType);

function refuseOther(found: MediaType | null, mediaType: string): void {
  if (found === null) {
    throw invalid([problem("", "content", "type", "must be a whole PDF, JPEG or PNG file")]);
  }
  if (found !== mediaType) {
    throw invalid([problem("", "contentType", "type", `does not fit the file: ${found}`)]);
  }
}

/**
 * The answer of a download: with a file name of our own, so that no character of the uploader reaches a header or a
 * disk.
 */
export function fileOf({ document, content }: OpenedDocument) {
  const name = `${document.type.toLowerCase()}-${publicId("kybDocument", document.id)}`;
  return {
    file: {
      mediaType: document.mediaType as string,
      fileName: `${name}.${suffixOf(document.mediaType)}`,
      body: content,
    },
  };
}

/** The same in base64 within the envelope. */
export function contentReply({ document, content }: OpenedDocument, mode: Caller["mode"]) {
  return {
    data: {
      object: "kyb_document_content" as const,
      documentId: publicId("kybDocument", document.id),
      mode,
      contentType: document.mediaType,
      content: "",
    },
    embedded: { field: "content", bytes: content },
  };
}
