import { link, mkdir, open, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { explainDisk } from "../kit/disk-trouble.ts";
import type { Random } from "../kit/random.ts";
import { Secret } from "../kit/secret.ts";

/** Wraps the data keys. 32 bytes; backups of the database must not contain it. */
export type MasterKey = Secret<Buffer>;

const MASTER_KEY_BYTES = 32;
export const MASTER_KEY_FILE = "master.key";

/** Stops the start; the message is the line that an operator reads. */
export class MasterKeyError extends Error {
  override readonly name = "MasterKeyError";
}

/** Reads a key written as 64 hexadecimal digits or as base64; null when it is neither. */
export function parseMasterKey(text: string): MasterKey | null {
  const trimmed = text.trim();
  if (/^[0-9a-fA-F]{64}$/.test(trimmed)) return new Secret(Buffer.from(trimmed, "hex"));
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return null;
  const bytes = Buffer.from(trimmed, "base64");
  return bytes.length === MASTER_KEY_BYTES ? new Secret(bytes) : null;
}

/**
 * The master key from the data folder, made at the first start: a file that only its owner may read. Of two processes
 * that start at once, one writes it and the other reads it. Throws MasterKeyError when others may read the file or it
 * holds no key.
 */
export async function masterKeyFromFolder(dataDir: string, random: Random): Promise<MasterKey> {
  const path = join(dataDir, MASTER_KEY_FILE);
  const draft = `${path}.${random.bytes(8).toString("hex")}.new`;
  try {
    await mkdir(dataDir, { recursive: true });
    await writeOnce(path, draft, `${random.bytes(MASTER_KEY_BYTES).toString("base64")}\n`);
  } catch (error) {
    throw explainDisk(error, "The master key's file", path);
  }
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) {
    throw new MasterKeyError(
      `${path} can be read by other users (mode ${(mode & 0o777).toString(8)}): run chmod 600 on it`,
    );
  }
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw explainDisk(error, "The master key's file", path);
  });
  const key = parseMasterKey(text);
  if (key === null)
    throw new MasterKeyError(`${path} does not hold a key of ${MASTER_KEY_BYTES} bytes in base64`);
  return key;
}

/**
 * The master key from a file that another system provides, such as a mounted secret. Throws MasterKeyError with the
 * reason.
 */
export async function masterKeyFromFile(path: string): Promise<MasterKey> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new MasterKeyError(
      `MASTER_KEY_FILE: ${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`,
      {
        cause,
      },
    );
  });
  const key = parseMasterKey(text);
  if (key === null) {
    throw new MasterKeyError(
      `MASTER_KEY_FILE: ${path} does not hold ${MASTER_KEY_BYTES} bytes as base64 or as 64 hexadecimal digits`,
    );
  }
  return key;
}

/**
 * The file appears whole or not at all: it is written under another name, flushed to disk, and linked. A key lost in a
 * power cut would leave rows that nothing can open.
 */
async function writeOnce(path: string, draft: string, text: string): Promise<void> {
  if (await exists(path)) return;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
