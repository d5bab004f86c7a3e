import type { Queryable, Transaction } from "../../db/database.ts";
import type { ListSource } from "../../db/list.ts";
import { REQUEST_DRIFT } from "../../db/list.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { KybDocument } from "./types.ts";

export const documentList: ListSource = { table: "kyb_documents", counters: null, drift: REQUEST_DRIFT };

type DocumentRow = Omit<KybDocument, "fileName"> & { readonly fileName: Buffer };

const columns = `merchant_no as "merchantNo", id, type, file_name as "fileName", media_type as "mediaType",
  size_bytes as "sizeBytes", sha256, accepted_at as "acceptedAtMs", expires_on::text as "expiresOn",
  refused_at as "refusedAtMs", refusal_reason as "refusalReason",
  version, created_at as "createdAtMs",
  updated_at as "updatedAtMs"`;

/** Each document has its own key and context: a file moved to another row or merchant does not open. */
const nameContext = (merchantNo: MerchantNo, id: string): string =>
  `kyb_documents.file_name ${merchantNo} ${id}`;
const contentContext = (merchantNo: MerchantNo, id: string): string =>
  `kyb_documents.content ${merchantNo} ${id}`;

function documentOf(keyring: Keyring, row: DocumentRow): KybDocument {
  const { merchantNo, id, fileName } = row;
  return { ...row, fileName: keyring.open(fileName, nameContext(merchantNo, id)).toString("utf8") };
}

/** The merchant's documents of these ids, or all of them, in the order of their upload. */
export async function findDocuments(
  db: Queryable,
  keyring: Keyring,
  merchantNo: MerchantNo,
  ids: readonly string[] | null = null,
): Promise<readonly KybDocument[]> {
  const rows = await db.query<DocumentRow>({
    text: `select ${columns} from kyb_documents
            where merchant_no = $1 and ($2::uuid[] is null or id = any ($2::uuid[])) order by id`,
    values: [merchantNo, ids],
  });
  return rows.map((row) => documentOf(keyring, row));
}

/** Read in one statement: as text of the wire twice as many bytes, which become a string and then bytes in one turn. */
const PIECE_BYTES = 262_144;

/**
 * The file as sent; null when the merchant has no such document. Throws when it was altered or moved. Read and opened in
 * pieces, with turns for other requests between them.
 */
export async function readContent(
  db: Queryable,
  keyring: Keyring,
  merchantNo: MerchantNo,
  id: Id<"kybDocument">,
  pieceBytes: number = PIECE_BYTES,
): Promise<Buffer | null> {
  const [row] = await db.query<{ length: number }>({
    text: "select length(content) as length from kyb_documents where merchant_no = $1 and id = $2",
    values: [merchantNo, id],
  });
  if (row === undefined) return null;
  const sealed = Buffer.allocUnsafe(row.length);
  for (let at = 0; at < sealed.length; ) {
    const [found] = await db.query<{ piece: Buffer }>({
      text: `select substring(content from $3 for $4) as piece from kyb_documents where merchant_no = $1 and id = $2`,
      values: [merchantNo, id, at + 1, pieceBytes],
    });
    // Deleted between two pieces.
    if (found === undefined || found.piece.length === 0) return null;
    at += found.piece.copy(sealed, at);
  }
  return keyring.openFile(sealed, contentContext(merchantNo, id));
}

export async function countDocuments(tx: Transaction, merchantNo: MerchantNo): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>({
    text: "select count(*) as count from kyb_documents where merchant_no = $1",
    values: [merchantNo],
  });
  return Number(row?.count ?? 0n);
}

/** The sealed file for its row. Call it before the transaction that inserts it, which locks the dossier. */
export function sealContent(
  keyring: Keyring,
  { merchantNo, id }: Pick<KybDocument, "merchantNo" | "id">,
  content: Buffer,
): Promise<Buffer> {
  return keyring.sealFile(content, contentContext(merchantNo, id));
}

/** Stores a document whose file `sealContent` returned. */
export async function insertDocument(
  tx: Transaction,
  keyring: Keyring,
  document: KybDocument,
  sealedContent: Buffer,
): Promise<void> {
  const {
    merchantNo,
    id,
    type,
    fileName,
    mediaType,
    sizeBytes,
    sha256,
    acceptedAtMs,
    expiresOn,
    createdAtMs,
  } = document;
  await tx.query({
    text: `insert into kyb_documents (merchant_no, id, type, file_name, media_type, size_bytes, sha256, content,
             accepted_at, expires_on, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    values: [
      merchantNo,
      id,
      type,
      keyring.seal(fileName, nameContext(merchantNo, id)),
      mediaType,
      sizeBytes,
      sha256,
      sealedContent,
      acceptedAtMs === null ? null : new Date(acceptedAtMs),
      expiresOn,
      new Date(createdAtMs),
    ],
  });
}

export async function deleteDocument(
  tx: Transaction,
  merchantNo: MerchantNo,
  id: Id<"kybDocument">,
): Promise<void> {
  await tx.query({
    text: "delete from kyb_documents where merchant_no = $1 and id = $2",
    values: [merchantNo, id],
  });
}

/** Writes the last valid day of a document; null: it has none. */
export async function writeExpiry(
  tx: Transaction,
  merchantNo: MerchantNo,
  id: Id<"kybDocument">,
  expiresOn: string | null,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update kyb_documents set expires_on = $3::date, told_expiry = null, version = version + 1, updated_at = $4
            where merchant_no = $1 and id = $2`,
    values: [merchantNo, id, expiresOn, new Date(nowMs)],
  });
}

/** The documents of an approval are kept from then on. */
export async function acceptDocuments(tx: Transaction, merchantNo: MerchantNo, nowMs: number): Promise<void> {
  await tx.query({
    text: `update kyb_documents set accepted_at = $2, version = version + 1, updated_at = $2
            where merchant_no = $1 and accepted_at is null and refused_at is null`,
    values: [merchantNo, new Date(nowMs)],
  });
}

/** Accepts one document alone; with a reason, refuses it. */
export async function decideDocument(
  tx: Transaction,
  merchantNo: MerchantNo,
  id: Id<"kybDocument">,
  refusalReason: string | null,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `update kyb_documents set ${refusalReason === null ? "accepted_at" : "refused_at"} = $3, refusal_reason = $4,
             version = version + 1, updated_at = $3
            where merchant_no = $1 and id = $2`,
    values: [merchantNo, id, new Date(nowMs), refusalReason],
  });
}
