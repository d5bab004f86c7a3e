import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { insertMerchant, type TestMerchant } from "../../../test/harness/rows.ts";
import type { Queryable } from "../../db/database.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource } from "../../kit/ids.ts";
import { createSystemRandom } from "../../kit/random.ts";
import { insertDocument, readContent, sealContent } from "./document-store.ts";
import type { KybDocument } from "./types.ts";

const PIECE_BYTES = 65_536;
const NOW_MS = Date.UTC(2026, 10, 22, 10);
const ids = createIdSource(createManualClock(NOW_MS), createSystemRandom());
const keyring = createTestKeyring();
const content = randomBytes(700_001);

let database: TestDatabase;
let shop: TestMerchant;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await insertMerchant(database.owner, ids, NOW_MS);
});
afterAll(() => database.drop());

async function keep(): Promise<KybDocument> {
  const document: KybDocument = {
    id: ids.next("kybDocument"),
    merchantNo: shop.merchantNo,
    type: "OTHER",
    fileName: "scan.pdf",
    mediaType: "application/pdf",
    sizeBytes: content.length,
    sha256: Buffer.alloc(32),
    acceptedAtMs: null,
    refusedAtMs: null,
    refusalReason: null,
    expiresOn: null,
    version: 1,
    createdAtMs: NOW_MS,
    updatedAtMs: NOW_MS,
  };
  const sealed = await sealContent(keyring, document, content);
  await database.db.transaction((tx) => insertDocument(tx, keyring, document, sealed));
  return document;
}

/** The database, and how many bytes each of its answers held. */
function counted(after: (answers: number) => Promise<void> = async () => {}) {
  const bytes: number[] = [];
  const db: Queryable = {
    query: async <Row>(query: Parameters<Queryable["query"]>[0]) => {
      const rows = await database.db.query<Row>(query);
      const values = rows.flatMap((row) => Object.values(row as object));
      bytes.push(values.filter(Buffer.isBuffer).reduce((sum, { length }) => sum + length, 0));
      await after(bytes.length);
      return rows;
    },
  };
  return { db, bytes };
}

describe("a document that is read", () => {
  test("comes in pieces, and is what was sent", async () => {
    const { id, merchantNo } = await keep();
    const { db, bytes } = counted();
    const read = await readContent(db, keyring, merchantNo, id, PIECE_BYTES);
    expect(read?.equals(content)).toBe(true);
    expect(Math.max(...bytes)).toBe(PIECE_BYTES);
    // What seals it, and the first answer, which holds its length alone.
    expect(bytes).toHaveLength(1 + Math.ceil((content.length + 69) / PIECE_BYTES));
  });

  test("is not there when it is deleted between two pieces", async () => {
    const { id, merchantNo } = await keep();
    const { db } = counted(async (answers) => {
      if (answers === 3)
        await database.owner.query({ text: "delete from kyb_documents where id = $1", values: [id] });
    });
    expect(await readContent(db, keyring, merchantNo, id, PIECE_BYTES)).toBeNull();
  });
});
