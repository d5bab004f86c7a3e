import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Queryable } from "../../db/database.ts";
import { publicId } from "../../kit/ids.ts";
import { readPartContent } from "./store.ts";
import type { ListExport } from "./types.ts";

/** Compresses a part, in the thread pool. */
export const compress: (content: Buffer) => Promise<Buffer> = promisify(gzip);
const expand: (content: Buffer) => Promise<Buffer> = promisify(gunzip);

/** One part is in memory at a time. Throws when the file is removed meanwhile: the download breaks off. */
export async function* contentOf(
  db: Queryable,
  made: Pick<ListExport, "merchantNo" | "id" | "parts">,
): AsyncGenerator<Buffer> {
  for (let partNo = 1; partNo <= made.parts; partNo += 1) {
    const content = await readPartContent(db, made, partNo);
    if (content === null) throw new Error(`part ${partNo} of ${publicId("listExport", made.id)} is gone`);
    yield await expand(content);
  }
}
