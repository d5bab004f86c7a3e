import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Queryable } from "../../../db/database.ts";
import { changeOfFile, sha256Of, writeDurably } from "../../../db/detached-files.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { MerchantId } from "../../../kit/ids.ts";
import { readSealsWithin, readSealThrough, type Seal } from "../../ledger/index.ts";
import { exportJsonl, recordsOf } from "../ledger-export.ts";
import {
  type Detachment,
  findEnd,
  insertDetachment,
  listOwnedWallets,
  listUnfinished,
  type OwnedWallet,
  removeNext,
} from "./detach-store.ts";
import { faultOfFile } from "./verify-file.ts";

/** Of a file, unless one seal alone has more: some 20 MB. */
const TRANSFERS_A_FILE = 50_000n;
const ROWS_A_ROUND = 5_000n;

export interface DetachDeps {
  /** As the role that owns the tables. */
  readonly db: Queryable;
  readonly clock: Clock;
  /** An existing folder, to which the files go. */
  readonly folder: string;
  /** After a round that removed rows, for as long as it took. */
  readonly pause: (ms: number) => Promise<void>;
  readonly tell: (line: string) => void;
  /** Transfers that are removed in one statement; 5 000 when absent. */
  readonly rowsARound?: bigint;
}

export interface DetachReport {
  readonly files: number;
  readonly transfers: bigint;
  /** Wallets of which nothing more was detached, each with the reason. */
  readonly refused: readonly { readonly walletId: string; readonly reason: string }[];
}

/**
 * Moves the old part of wallets' ledgers into files. Of each wallet: writes whole seals, reads the file again and holds it against the
 * seals in the database, notes it there, and only then removes the rows, in rounds. A run that was killed is gone on with: rows of a
 * noted file are removed only while the file is still in the folder as it was. Source: docs/decisions/0076.
 */
export function createDetaching({ db, clock, folder, pause, tell, rowsARound = ROWS_A_ROUND }: DetachDeps) {
  const remove = async (made: Detachment): Promise<void> => {
    let removedThrough = made.removedThrough;
    while (removedThrough < made.lastPosition - 1n) {
      const startedMs = performance.now();
      removedThrough = await removeNext(db, { ...made, removedThrough }, rowsARound);
      await pause(performance.now() - startedMs);
    }
  };

  /** Writes and verifies one file; the reason why it may not replace its rows, or the detachment. */
  const writeFile = async (
    wallet: OwnedWallet,
    opening: Seal,
    seals: readonly Seal[],
  ): Promise<Detachment | string> => {
    const last = seals.at(-1) ?? opening;
    const firstPosition = opening.lastPosition + 1n;
    const records = await recordsOf(db, wallet, wallet, opening, seals, last.lastPosition + 1n);
    const name = `ledger-${wallet.id}-${firstPosition}-${last.lastPosition}.jsonl`;
    const path = join(folder, name);
    await writeDurably(path, await exportJsonl(records));
    const text = await readFile(path, "utf8");
    const fault = faultOfFile(text, {
      walletUuid: wallet.id,
      opening: { number: opening.number, hash: opening.hash, position: opening.lastPosition },
      end: { number: last.number, hash: last.hash, position: last.lastPosition },
    });
    if (fault !== null) return fault;
    return {
      merchantNo: wallet.merchantNo,
      walletId: wallet.id,
      firstPosition,
      lastPosition: last.lastPosition,
      sealNumber: last.number,
      sealHash: last.hash,
      fileName: name,
      sha256: sha256Of(text),
      // The anchor of the file before goes with this one.
      removedThrough: firstPosition - 2n,
    };
  };

  const detachWallet = async (wallet: OwnedWallet, end: bigint): Promise<Detachment[] | string> => {
    const made: Detachment[] = [];
    let opening = await readSealThrough(db, wallet.merchantNo, wallet.id, await beginningOf(wallet));
    while (opening.lastPosition < end) {
      const from = opening.lastPosition + 1n;
      const ahead = from + TRANSFERS_A_FILE <= end ? from + TRANSFERS_A_FILE : end + 1n;
      const seals = (await readSealsWithin(db, wallet.merchantNo, wallet.id, from, ahead)).filter(
        ({ lastPosition }) => lastPosition <= end,
      );
      const last = seals.at(-1);
      if (last === undefined) return `no seal covers transfer ${from}`;
      const written = await writeFile(wallet, opening, seals);
      if (typeof written === "string") return written;
      await insertDetachment(db, written, clock.nowMs());
      await remove(written);
      tell(
        `${written.fileName}  ${written.lastPosition - written.firstPosition + 1n} transfers  sha256 ${written.sha256}  seal ${written.sealNumber}:${written.sealHash}`,
      );
      made.push(written);
      opening = last;
    }
    return made;
  };

  /** Up to where a wallet is detached already. */
  const beginningOf = async ({ merchantNo, id }: OwnedWallet): Promise<bigint> => {
    const [row] = await db.query<{ last: bigint | null }>({
      text: "select max(last_position) as last from ledger_detachments where merchant_no = $1 and wallet_id = $2",
      values: [merchantNo, id],
    });
    return row?.last ?? 0n;
  };

  return {
    /** What a run would move of each wallet, as lines. Changes nothing. */
    preview: async (beforeMs: number, merchantId: MerchantId | null): Promise<bigint> => {
      let total = 0n;
      for (const wallet of await listOwnedWallets(db, merchantId)) {
        const begun = await beginningOf(wallet);
        const end = await findEnd(db, wallet, beforeMs);
        if (end <= begun) continue;
        total += end - begun;
        tell(`wallet ${wallet.id} (${wallet.mode}, ${wallet.currency})  ${end - begun} transfers, to ${end}`);
      }
      return total;
    },
    /** Goes on with what was cut short, then detaches what was booked before `beforeMs`. */
    run: async (beforeMs: number, merchantId: MerchantId | null): Promise<DetachReport> => {
      const refused: { walletId: string; reason: string }[] = [];
      for (const unfinished of await listUnfinished(db, merchantId)) {
        const reason = await changeOfFile(join(folder, unfinished.fileName), unfinished.sha256);
        if (reason === null) {
          await remove(unfinished);
          tell(`${unfinished.fileName}  removal finished`);
        } else refused.push({ walletId: unfinished.walletId, reason });
      }
      let files = 0;
      let transfers = 0n;
      for (const wallet of await listOwnedWallets(db, merchantId)) {
        if (refused.some(({ walletId }) => walletId === wallet.id)) continue;
        const end = await findEnd(db, wallet, beforeMs);
        if (end <= (await beginningOf(wallet))) continue;
        const made = await detachWallet(wallet, end);
        if (typeof made === "string") refused.push({ walletId: wallet.id, reason: made });
        else {
          files += made.length;
          for (const { firstPosition, lastPosition } of made) transfers += lastPosition - firstPosition + 1n;
        }
      }
      return { files, transfers, refused };
    },
  };
}
