import { createHash } from "node:crypto";
import { join } from "node:path";
import { configDir, readPrivate, writePrivate } from "../files.ts";
import type { Io } from "../io.ts";
import { newSecret } from "./signing.ts";
import type { Position } from "./window.ts";

interface Where {
  readonly api: string;
  readonly merchantId: string;
}

const folderOf = (io: Pick<Io, "env" | "homeDir">, { api, merchantId }: Where): string =>
  join(
    configDir(io),
    "listen",
    createHash("sha256").update(`${api} ${merchantId}`).digest("hex").slice(0, 16),
  );

/** The secret that signs what is forwarded for this merchant: drawn once, so that a local server keeps it over restarts. */
export async function keptSecret(
  io: Pick<Io, "env" | "homeDir" | "randomBytes">,
  where: Where,
): Promise<string> {
  const path = join(folderOf(io, where), "secret");
  const kept = (await readPrivate(path))?.trim() ?? "";
  if (kept !== "") return kept;
  const secret = newSecret(io.randomBytes);
  await writePrivate(path, `${secret}\n`);
  return secret;
}

export interface KeptPosition {
  read(): Promise<Position | null>;
  write(position: Position): Promise<void>;
}

/** How far events were forwarded to an address, over restarts. */
export function keptPosition(io: Pick<Io, "env" | "homeDir">, where: Where, url: string): KeptPosition {
  const name = createHash("sha256").update(url).digest("hex").slice(0, 16);
  const path = join(folderOf(io, where), `${name}.json`);
  return {
    read: async () => {
      const text = await readPrivate(path);
      return text === null ? null : (JSON.parse(text) as Position);
    },
    write: (position) => writePrivate(path, JSON.stringify(position)),
  };
}
