import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Queryable } from "../../db/database.ts";
import { workbook } from "../../documents/index.ts";
import { publicId } from "../../kit/ids.ts";
import { readPartContent } from "./store.ts";
import type { FileFormat, ListExport } from "./types.ts";

export const mediaTypes: Readonly<Record<FileFormat, string>> = {
  CSV: "text/csv",
  XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Compresses a part, in the thread pool. */
export const compress: (content: Buffer) => Promise<Buffer> = promisify(gzip);
const expand: (content: Buffer) => Promise<Buffer> = promisify(gunzip);

type Stored = Pick<ListExport, "merchantNo" | "id" | "parts" | "format" | "createdAtMs">;

/** The file. One part is in memory at a time. Throws when it is removed meanwhile: the download breaks off. */
export function contentOf(db: Queryable, made: Stored): AsyncIterable<Buffer> {
  const parts = partsOf(db, made);
  return made.format === "XLSX" ? workbook(parts, new Date(made.createdAtMs)) : parts;
}

async function* partsOf(db: Queryable, made: Stored): AsyncGenerator<Buffer> {
  for (let partNo = 1; partNo <= made.parts; partNo += 1) {
    const content = await readPartContent(db, made, partNo);
    if (content === null) throw new Error(`part ${partNo} of ${publicId("listExport", made.id)} is gone`);
    yield await expand(content);
  }
}
