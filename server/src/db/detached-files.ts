import { createHash } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Files that take the place of rows, for commands that move old rows out of the database (docs/decisions/0076). */

/** Hexadecimal. */
export const sha256Of = (content: string | Buffer): string =>
  createHash("sha256").update(content).digest("hex");

/** Why the rows of a file may not be removed: it is not there as it was written. Null when it is. */
export async function changeOfFile(path: string, sha256: string): Promise<string | null> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (content === null) return `${path} is not there: give the folder in which the run before wrote`;
  return sha256Of(content) === sha256 ? null : `${path} is not as it was written`;
}

/**
 * Writes a file that its owner alone may read, into a folder that exists. It is on the disk before it has its name, so that a kill
 * or a power cut leaves none that is cut short.
 */
export async function writeDurably(path: string, content: Buffer): Promise<void> {
  const unnamed = `${path}.part`;
  const file = await open(unnamed, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unnamed, path);
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
