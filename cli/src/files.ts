import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { wrongUsage } from "./failure.ts";
import type { Io } from "./io.ts";

/** The folder of everything that the command line keeps: `CAURIS_CONFIG_DIR`, or `cauris` in the user's settings. */
export function configDir({ env, homeDir }: Pick<Io, "env" | "homeDir">): string {
  const settings = env.XDG_CONFIG_HOME ?? "";
  return env.CAURIS_CONFIG_DIR ?? join(settings === "" ? join(homeDir, ".config") : settings, "cauris");
}

/** Writes a file that only this user reads, whole or not at all. */
export async function writePrivate(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const half = `${path}.${randomUUID()}`;
  await writeFile(half, text, { mode: 0o600, flag: "wx" });
  await rename(half, path);
}

/** The text of a file, or null without one. Refuses a file that other users can read: its key may be known. */
export async function readPrivate(path: string): Promise<string | null> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0)
      throw wrongUsage(
        `Other users can read ${path}, which may hold a key: run chmod 600 on it, and roll the key.`,
      );
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
