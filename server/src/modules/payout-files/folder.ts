import { constants } from "node:fs";
import { lstat, open, rename } from "node:fs/promises";
import { join } from "node:path";

/** Programs of banks leave hidden files alone. */
const unfinished = (folder: string, name: string): string => join(folder, `.${name}.part`);

/**
 * Puts the content on the disk under a temporary name, and returns when it is there for good. One that an interrupted try
 * has left is replaced. A link in its place is refused.
 */
export async function writeUnfinished(folder: string, name: string, content: Buffer): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  const file = await open(unfinished(folder, name), flags, 0o640);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(folder);
}

/**
 * Gives the file its name. When the temporary name is gone, it has its name already, and a bank's program may have taken it
 * away since. Rejects when another file has the name.
 */
export async function appear(folder: string, name: string): Promise<void> {
  const from = unfinished(folder, name);
  const to = join(folder, name);
  if ((await lstat(from).catch(unlessGone)) === null) return;
  if ((await lstat(to).catch(unlessGone)) !== null)
    throw new Error("another file has the name of this payout file: move it away");
  await rename(from, to);
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
