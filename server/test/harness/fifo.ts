import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A named pipe that is read only when the test says so. */
export interface Fifo {
  /** To be passed to a child. */
  readonly fd: number;
  /** What was written into it and not read yet. Never waits. */
  read(): Promise<string>;
  remove(): Promise<void>;
}

export async function createFifo(): Promise<Fifo> {
  const folder = await mkdtemp(join(tmpdir(), "cauris-fifo-"));
  const path = join(folder, "out");
  await promisify(execFile)("mkfifo", [path]);
  const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  // A child gets a blocking descriptor, as from a shell: to make it non-blocking is its own business.
  const writer = await open(path, constants.O_WRONLY);
  return {
    fd: writer.fd,
    read: () => readAll(reader),
    remove: async () => {
      await Promise.all([reader.close(), writer.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readAll(reader: FileHandle): Promise<string> {
  const chunks: Buffer[] = [];
  for (;;) {
    const { bytesRead, buffer } = await reader.read(Buffer.alloc(65_536), 0, 65_536).catch(nothingNow);
    if (bytesRead === 0) return Buffer.concat(chunks).toString();
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

function nothingNow(error: NodeJS.ErrnoException): { readonly bytesRead: number; readonly buffer: Buffer } {
  if (error.code !== "EAGAIN") throw error;
  return { bytesRead: 0, buffer: Buffer.alloc(0) };
}
