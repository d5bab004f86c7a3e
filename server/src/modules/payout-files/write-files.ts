import type { Database, Transaction } from "../../db/database.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import { publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { BankFolders } from "../bank-files/index.ts";
import type { CutOffDeps } from "./cut-off-loop.ts";
import { filesToWrite, lockFile, writeFileState } from "./file-store.ts";
import { appear, writeUnfinished } from "./folder.ts";
import { nextFileStatus } from "./states.ts";
import { contentContext, type PayoutFile } from "./types.ts";

const INTERVAL_MS = 60_000;

export interface WriterDeps extends CutOffDeps {
  readonly folders: BankFolders;
}

type Waiting = Pick<PayoutFile, "tenantId" | "id" | "providerAccountId" | "messageId">;

/**
 * Writes released files into the folders of their accounts, each once. A bank's program may take a file away in the moment
 * in which it appears, so its absence says nothing. Therefore two steps, each committed:
 *
 * 1. The content lies on the disk under a temporary name that no bank's program takes, and then the file is WRITING.
 * 2. The temporary name is renamed, and then the file is WRITTEN.
 *
 * After a crash a file that is RELEASED was never renamed, and is begun anew. One that is WRITING was renamed exactly when its
 * temporary name is gone.
 */
export function createFileWriter(deps: WriterDeps): Loop {
  const { db, clock, log } = deps;
  return createLoop({
    name: "payout_files_write",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async () => {
      let written = 0;
      for (const file of await filesToWrite(db)) {
        try {
          if (await writeFile(deps, file)) written += 1;
        } catch (error) {
          // The next round tries it again; the files of other accounts are not held up.
          log.error("payout_file.not_written", { fileId: publicId("payoutFile", file.id), error });
        }
      }
      return written;
    },
  });
}

/** False: another process has written it meanwhile. Rejects when the folder cannot be used. */
async function writeFile(deps: WriterDeps, waiting: Waiting): Promise<boolean> {
  const { settings } = await deps.routing.providerAccount(waiting.providerAccountId);
  const { payoutFolder } = settings;
  if (payoutFolder === undefined)
    throw new Error("the account had a payoutFolder when the file was released, and has none now");
  const folder = await deps.folders.resolve(payoutFolder);
  const name = `${waiting.messageId}.xml`;
  // The row is locked while the disk works, so that two processes never write one file.
  const began = await step(deps, waiting, "write", async (file) => {
    await writeUnfinished(folder, name, openContent(deps.keyring, file));
  });
  const ended = await step(deps, waiting, "written", async () => {
    await appear(folder, name);
  });
  return began || ended;
}

async function step(
  { db, clock }: { readonly db: Database; readonly clock: WriterDeps["clock"] },
  { tenantId, id }: Waiting,
  event: "write" | "written",
  act: (file: PayoutFile) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx: Transaction) => {
    const file = await lockFile(tx, tenantId, id);
    const status = file === null ? null : nextFileStatus(file.status, event);
    if (file === null || status === null) return false;
    await act(file);
    const nowMs = clock.nowMs();
    await writeFileState(
      tx,
      file,
      { status, ...(event === "written" ? { deliveredAtMs: nowMs } : {}) },
      nowMs,
    );
    return true;
  });
}

/** The text of a released file. Throws when it was altered. */
export function openContent(keyring: Keyring, file: PayoutFile): Buffer {
  if (file.content === null) throw new Error("a released file has its content");
  return keyring.open(file.content, contentContext(file));
}
