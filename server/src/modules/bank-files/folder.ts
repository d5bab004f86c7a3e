import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BankFileFault } from "./formats/file-fault.ts";
import { FILE_BYTES_MAX } from "./formats/xml.ts";

/** A file in a folder, as it was when it was last looked at. */
export interface FolderFile {
  readonly name: string;
  readonly size: number;
  readonly changedAtMs: number;
}

/** Files per look: the rest waits for the next one. */
const FILES_MAX = 200;
/** Hidden files, and names that programs give to files that they still write. */
const unfinished = /^\.|\.(?:part|tmp|filepart|crdownload)$/i;
const plainName = /^[\w .()+-]{1,150}$/;

/**
 * The plain files of a folder by name, without those that are still written. A link is not followed, since it can lead out of the
 * folder; a name that is not plain is left alone.
 */
export async function lookInto(folder: string): Promise<readonly FolderFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && plainName.test(entry.name) && !unfinished.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .slice(0, FILES_MAX);
  const files: FolderFile[] = [];
  for (const name of names) {
    const found = await lstat(join(folder, name)).catch(unlessGone);
    if (found?.isFile() === true) files.push({ name, size: found.size, changedAtMs: found.mtimeMs });
  }
  return files;
}

/** The content of a file of the folder; null when it is gone. Refuses with `BankFileFault` one that is too large. */
export async function readFolderFile(folder: string, name: string): Promise<Buffer | null> {
  // Also refuses a link that has taken the place of the file since it was looked at.
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessGone);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    if (size > FILE_BYTES_MAX)
      throw new BankFileFault("TOO_LARGE", `The file has more than ${FILE_BYTES_MAX / 1_048_576} MB.`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/**
 * Moves a file into a folder beside it and writes next to it, as `NAME.txt`, what became of it. Never over another file:
 * a number is added to the name. A file that is gone was moved by another process.
 */
export async function putAway(
  folder: string,
  name: string,
  into: "done" | "failed",
  sentence: string,
): Promise<void> {
  const target = join(folder, into);
  await mkdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  if (!(await lstat(target)).isDirectory()) throw new Error(`${into} is no folder`);
  const free = await freeName(target, name);
  // The text comes first: it claims the name, and a file without its text would say nothing.
  await writeFile(join(target, `${free}.txt`), `${sentence}\n`, { flag: "wx" });
  await rename(join(folder, name), join(target, free)).catch(unlessGone);
}

async function freeName(folder: string, name: string): Promise<string> {
  const taken = new Set(await readdir(folder));
  const dot = name.lastIndexOf(".");
  const [stem, suffix] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${stem}-${count}${suffix}`;
    if (!taken.has(candidate) && !taken.has(`${candidate}.txt`)) return candidate;
  }
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
