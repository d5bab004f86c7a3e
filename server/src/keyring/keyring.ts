import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { Database, Queryable, Transaction } from "../db/database.ts";
import type { CellCode } from "../kit/cell.ts";
import type { Clock } from "../kit/clock.ts";
import type { IdSource } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import type { Random } from "../kit/random.ts";
import { decrypt, decryptInSlices, encrypt, encryptInSlices } from "./cipher.ts";
import { type MasterKey, MasterKeyError } from "./master-key.ts";
import { addDataKey, type DataKeyRow, lockDataKeys, readDataKeys, replaceWrapped } from "./store.ts";

/** One data key each: a leaked key of one use does not open the others. */
const purposes = ["seal", "session-id", "phone", "form"] as const;
type Purpose = (typeof purposes)[number];
const DATA_KEY_BYTES = 32;

export interface KeyringDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  /** The installation's cell; null: the default one. */
  readonly cell: CellCode | null;
}

/**
 * Opens the data keys with `master` and makes the missing ones. `previous` is the master key before a rotation: data
 * keys that it still wraps are wrapped again under `master`, in one transaction. Throws MasterKeyError when neither key
 * opens them: the service must not start and write values that cannot be opened later.
 */
export async function openKeyring(
  { db, clock, ids, random, cell }: KeyringDeps,
  master: MasterKey,
  previous?: MasterKey,
): Promise<Keyring> {
  const known = await readDataKeys(db);
  const stale = known.some((row) => unwrap(row, master) === null);
  if (stale) {
    if (previous === undefined) throw wrongKey();
    await rewrap(db, random, previous, master);
  }
  for (const purpose of purposes.filter((name) => !known.some((row) => row.purpose === name))) {
    // Another process may make the same key now: the first row wins, and both read it below.
    await addDataKey(db, {
      id: ids.uuid(),
      purpose,
      wrapped: wrap(random.bytes(DATA_KEY_BYTES), purpose, master, random),
      createdAtMs: clock.nowMs(),
    });
  }
  const rows = await readDataKeys(db);
  const keys = new Map(rows.map((row) => [row.purpose, unwrap(row, master)]));
  const keyOf = (purpose: Purpose): KeyObject => {
    const key = keys.get(purpose);
    if (key === undefined || key === null) throw wrongKey();
    return createSecretKey(key);
  };
  const sealKey = keyOf("seal");
  const idKey = keyOf("session-id");
  const macKeys = { "session-id": idKey, phone: keyOf("phone"), form: keyOf("form") };
  return {
    cell,
    seal: (plaintext, context) =>
      encrypt(
        sealKey,
        Buffer.isBuffer(plaintext) ? plaintext : Buffer.from(plaintext, "utf8"),
        context,
        random,
      ),
    sealFile: (content, context) => encryptInSlices(sealKey, content, context, random),
    openFile: (sealed, context) => decryptInSlices(sealKey, sealed, context),
    open: (sealed, context, formerContext) => decrypt(sealKey, sealed, context, formerContext),
    mac: (purpose, text) => createHmac("sha256", macKeys[purpose]).update(text).digest(),
    idKey: () => idKey.export(),
  };
}

/** Whether `master` opens every data key that is there. Changes nothing. */
export async function opensDataKeys(db: Queryable, master: MasterKey): Promise<boolean> {
  return (await readDataKeys(db)).every((row) => unwrap(row, master) !== null);
}

/**
 * Wraps every data key under another master key. The data keys stay the same, so running processes continue, and no
 * sealed row is touched. Repeatable: keys that `to` already wraps are skipped. Returns how many were wrapped again.
 */
export function rewrap(db: Database, random: Random, from: MasterKey, to: MasterKey): Promise<number> {
  return db.transaction(async (tx: Transaction) => {
    let count = 0;
    for (const row of await lockDataKeys(tx)) {
      if (unwrap(row, to) !== null) continue;
      const key = unwrap(row, from);
      if (key === null) throw wrongKey();
      await replaceWrapped(tx, row.purpose, wrap(key, row.purpose, to, random));
      count += 1;
    }
    return count;
  });
}

const contextOf = (purpose: string): string => `data_keys.wrapped ${purpose}`;

function wrap(key: Buffer, purpose: string, master: MasterKey, random: Random): Buffer {
  return encrypt(createSecretKey(master.reveal()), key, contextOf(purpose), random);
}

function unwrap({ wrapped, purpose }: DataKeyRow, master: MasterKey): Buffer | null {
  try {
    return decrypt(createSecretKey(master.reveal()), wrapped, contextOf(purpose));
  } catch {
    return null;
  }
}

function wrongKey(): MasterKeyError {
  return new MasterKeyError(
    "the master key does not open this database: set MASTER_KEY (or the file master.key in the data folder) to the key " +
      "it was made with, and MASTER_KEY_PREVIOUS to the old key when you are changing it",
  );
}
