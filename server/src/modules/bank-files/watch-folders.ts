import { systemActor } from "../../db/audit.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import { Refusal } from "../../kit/errors.ts";
import { publicId } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import { sha256 } from "../../kit/secret.ts";
import type { Routing } from "../routing/index.ts";
import { bankFileErrors } from "./errors.ts";
import { type FolderFile, lookInto, putAway, readFolderFile } from "./folder.ts";
import { BankFileFault } from "./formats/file-fault.ts";
import type { Statement } from "./formats/types.ts";
import { type IntakeDeps, prepareEntries, takeEntries } from "./intake.ts";
import { isAbout, readStatement } from "./read-file.ts";
import * as store from "./store.ts";
import type { BankAccountRow } from "./types.ts";

const INTERVAL_MS = 60_000;
/** A file whose size and time have not changed for this long is complete. */
const STILL_FOR_MS = 10_000;

export interface FolderDeps extends IntakeDeps {
  readonly log: Logger;
  readonly routing: Pick<Routing, "providerAccount">;
  /** Called after a commit that matched entries. */
  readonly wakeNotifier: () => void;
}

/** An account with its number; null where its settings name none. */
interface FolderAccount extends BankAccountRow {
  readonly number: string | null;
}

/**
 * Takes the files that arrive in the folders of accounts. Each is moved to `done` or to `failed` beside it, with a text that says what
 * became of it. A file that cannot be taken now, for the database is away, stays for the next round.
 */
export function createFolderWatcher(deps: FolderDeps): Loop {
  const { db, clock, log } = deps;
  /** By path: how a file was when it was first seen so, and when. */
  const seen = new Map<string, FolderFile & { readonly sinceMs: number }>();

  const foldersOf = async (): Promise<ReadonlyMap<string, readonly FolderAccount[]>> => {
    const folders = new Map<string, FolderAccount[]>();
    for (const account of await store.listFileAccounts(db)) {
      const { settings } = await deps.routing.providerAccount(account.id);
      const { statementFolder: folder, iban = null } = settings;
      if (folder === undefined) continue;
      folders.set(folder, [...(folders.get(folder) ?? []), { ...account, number: iban }]);
    }
    return folders;
  };

  const isStill = (path: string, file: FolderFile, nowMs: number): boolean => {
    const before = seen.get(path);
    const isSame = before?.size === file.size && before.changedAtMs === file.changedAtMs;
    if (before === undefined || !isSame) {
      seen.set(path, { ...file, sinceMs: nowMs });
      return false;
    }
    return nowMs - before.sinceMs >= STILL_FOR_MS;
  };

  const take = async (
    account: BankAccountRow,
    name: string,
    bytes: Buffer,
    { format, entries }: Statement,
  ) => {
    const prepared = await prepareEntries(deps, account, entries);
    const origin = {
      digest: sha256(bytes),
      source: "FOLDER",
      fileName: name,
      format,
      receivedBy: null,
      actor: systemActor,
    } as const;
    return db.transaction((tx) => takeEntries(tx, deps, account, origin, prepared, clock.nowMs()));
  };

  /** Takes one file and puts it away. */
  const takeFrom = async (
    folder: string,
    name: string,
    accounts: readonly FolderAccount[],
  ): Promise<void> => {
    try {
      const bytes = await readFolderFile(folder, name);
      if (bytes === null) return;
      const statement = await readStatement(bytes);
      const file = await take(accountOf(statement, accounts), name, bytes, statement);
      deps.wakeNotifier();
      const { newCount, matchedCount, queuedCount, entryCount } = file;
      await putAway(
        folder,
        name,
        "done",
        `Taken as ${publicId("bankFile", file.id)}: ${entryCount} entries, ${newCount} new, ${matchedCount} matched, ${queuedCount} for an operator.`,
      );
    } catch (error) {
      if (error instanceof BankFileFault) {
        log.warn("bank_file.refused", { folder, reason: error.sentence });
        return putAway(folder, name, "failed", error.sentence);
      }
      if (
        error instanceof Refusal &&
        error.declaration === bankFileErrors.BANK_FILE_ALREADY_TAKEN.declaration
      )
        return putAway(
          folder,
          name,
          "done",
          `Taken before as ${String(error.details.fileId)}: nothing was taken again.`,
        );
      throw error;
    }
  };

  return createLoop({
    name: "bank_folders",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      let taken = 0;
      const present = new Set<string>();
      for (const [folder, accounts] of await foldersOf()) {
        try {
          for (const file of await lookInto(folder)) {
            const path = `${folder}/${file.name}`;
            present.add(path);
            if (!isStill(path, file, nowMs)) continue;
            await takeFrom(folder, file.name, accounts);
            taken += 1;
          }
        } catch (error) {
          // Of another folder nothing is known: it gets its turn.
          log.error("bank_folder.failed", { folder, error });
        }
      }
      for (const path of seen.keys()) if (!present.has(path)) seen.delete(path);
      return taken;
    },
  });
}

/** The account of the folder that a statement is about. Refuses with `BankFileFault` when that cannot be told. */
function accountOf(statement: Statement, accounts: readonly FolderAccount[]): BankAccountRow {
  const named = accounts.filter(({ number }) => isAbout(statement, number));
  const [account] = named;
  if (account === undefined)
    throw new BankFileFault("The file is about none of the accounts of this folder.");
  if (named.length > 1)
    throw new BankFileFault("The file does not say about which of the accounts of this folder it is.");
  return account;
}
