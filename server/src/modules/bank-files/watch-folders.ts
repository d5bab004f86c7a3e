import { systemActor } from "../../db/audit.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import { Refusal } from "../../kit/errors.ts";
import { publicId } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import { sha256 } from "../../kit/secret.ts";
import type { Routing } from "../routing/index.ts";
import type { BankFolders } from "./bank-folders.ts";
import { bankFileErrors } from "./errors.ts";
import { type FolderFile, lookInto, putAway, readFolderFile } from "./folder.ts";
import { BankFileFault } from "./formats/file-fault.ts";
import type { StatusReport } from "./formats/pain-002.ts";
import type { Statement } from "./formats/types.ts";
import { type IntakeDeps, prepareEntries, takeEntries } from "./intake.ts";
import { isAbout, readBankFile } from "./read-file.ts";
import * as store from "./store.ts";
import { takeReport } from "./take-report.ts";
import type { BankAccountRow, BankFile } from "./types.ts";

const INTERVAL_MS = 60_000;
/** A file whose size and time have not changed for this long is complete. */
const STILL_FOR_MS = 10_000;

export interface FolderDeps extends IntakeDeps {
  readonly log: Logger;
  readonly routing: Pick<Routing, "providerAccount">;
  readonly folders: BankFolders;
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
  const { db, clock, log, orders } = deps;
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

  const take = async (name: string, bytes: Buffer, accounts: readonly FolderAccount[]): Promise<BankFile> => {
    const origin = {
      digest: sha256(bytes),
      source: "FOLDER",
      fileName: name,
      receivedBy: null,
      actor: systemActor,
    } as const;
    const read = await readBankFile(bytes);
    if (read.kind === "report") {
      const account = await senderOf(read.report, accounts);
      return db.transaction((tx) => takeReport(tx, deps, account, origin, read.report, clock.nowMs()));
    }
    const { format, entries } = read.statement;
    const account = accountOf(read.statement, accounts);
    const prepared = await prepareEntries(deps, account, entries);
    return db.transaction((tx) =>
      takeEntries(tx, deps, account, { ...origin, format }, prepared, clock.nowMs()),
    );
  };

  /** The account that sent the file of which a report speaks. Refuses with `BankFileFault` when none of them did. */
  const senderOf = async (
    { messageId }: StatusReport,
    accounts: readonly FolderAccount[],
  ): Promise<BankAccountRow> => {
    const id = await orders.senderOf(
      accounts.map((account) => account.id),
      messageId,
    );
    const account = accounts.find((one) => one.id === id);
    if (account === undefined)
      throw new BankFileFault(
        "UNKNOWN_TRANSFER",
        "The status report is about a file (OrgnlMsgId) that no account of this folder has sent.",
      );
    return account;
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
      const file = await take(name, bytes, accounts);
      deps.wakeNotifier();
      orders.announce();
      await putAway(folder, name, "done", sentenceOf(file));
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
          const real = await deps.folders.resolve(folder);
          for (const file of await lookInto(real)) {
            const path = `${real}/${file.name}`;
            present.add(path);
            if (!isStill(path, file, nowMs)) continue;
            await takeFrom(real, file.name, accounts);
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

function sentenceOf({ id, format, entryCount, newCount, matchedCount, queuedCount }: BankFile): string {
  const taken = `Taken as ${publicId("bankFile", id)}`;
  return format === "PAIN_002"
    ? `${taken}: a report on ${entryCount} transfers; ${newCount} of them have ended, ${queuedCount} are doubtful.`
    : `${taken}: ${entryCount} entries, ${newCount} new, ${matchedCount} matched, ${queuedCount} for an operator.`;
}

/** The account of the folder that a statement is about. Refuses with `BankFileFault` when that cannot be told. */
function accountOf(statement: Statement, accounts: readonly FolderAccount[]): BankAccountRow {
  const named = accounts.filter(({ number }) => isAbout(statement, number));
  const [account] = named;
  if (account === undefined)
    throw new BankFileFault("OTHER_ACCOUNT", "The file is about none of the accounts of this folder.");
  if (named.length > 1)
    throw new BankFileFault(
      "OTHER_ACCOUNT",
      "The file does not say about which of the accounts of this folder it is.",
    );
  return account;
}
