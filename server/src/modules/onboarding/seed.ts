import { createHash } from "node:crypto";
import type { Transaction } from "../../db/database.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import type { OnboardingDeps } from "./deps.ts";
import { insertDocument, sealContent } from "./document-store.ts";
import { mediaTypeOf } from "./sniff.ts";
import { writeInForce } from "./store.ts";
import type { DocumentType, LegalProfile } from "./types.ts";

/** A file of a dossier that is approved from the start. */
export interface SeededDocument {
  readonly type: DocumentType;
  readonly fileName: string;
  readonly content: Buffer;
}

/** The dossier of a merchant that was made APPROVED: for a first start, which has no reviewers. */
export async function writeApprovedDossier(
  tx: Transaction,
  { ids, keyring }: Pick<OnboardingDeps, "ids" | "keyring">,
  merchantNo: MerchantNo,
  profile: LegalProfile,
  documents: readonly SeededDocument[],
  nowMs: number,
): Promise<void> {
  await writeInForce(tx, keyring, merchantNo, profile);
  for (const { type, fileName, content } of documents) {
    const mediaType = mediaTypeOf(content);
    if (mediaType === null) throw new Error(`${fileName} is no file of a kind that dossiers hold`);
    const document = {
      id: ids.next("kybDocument"),
      merchantNo,
      type,
      fileName,
      mediaType,
      version: 1,
      sizeBytes: content.length,
      sha256: createHash("sha256").update(content).digest(),
      acceptedAtMs: nowMs,
      refusedAtMs: null,
      refusalReason: null,
      expiresOn: null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    await insertDocument(tx, keyring, document, await sealContent(keyring, document, content));
  }
}
