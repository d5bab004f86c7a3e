import type { Database } from "../../db/database.ts";
import { createLoop, type Loop } from "../../jobs/loop.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import { addTransfers, balancesLine, sealHash, transferLine } from "./canonical.ts";
import {
  insertSeal,
  readSealThrough,
  readTransfers,
  readWalletStretch,
  type UnsealedWallet,
} from "./seal-store.ts";

const INTERVAL_MS = 10_000;
/** Wallets checked in one round: the next round continues after them. */
const WALLETS_PER_ROUND = 1_000;
/** Transfers per seal, unless the first one has waited long enough. */
const TRANSFERS_MIN = 1_000;
const TRANSFERS_MAX = 5_000;
const WAIT_MS = 300_000;
const LAST_POSITION = 2n ** 62n;

/**
 * Seals booked transfers in the background, independently of the write path. Positions have no gap and are assigned
 * under the wallet's lock, so what is read up to a position is complete, and nothing can be inserted before it later.
 * Any number of instances may run: each position of a seal is taken once.
 */
export function createSealer(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): Loop {
  const { db, clock, log } = deps;
  let after: UnsealedWallet | null = null;

  return createLoop({
    name: "ledger.seals",
    intervalMs: INTERVAL_MS,
    clock,
    log,
    run: async (nowMs) => {
      const wallets = await readWalletStretch(db, after, WALLETS_PER_ROUND);
      const goesOn = wallets.length === WALLETS_PER_ROUND;
      after = goesOn ? (wallets.at(-1) ?? null) : null;
      let done = 0;
      for (const wallet of wallets) {
        if (!mayBeDue(wallet, nowMs)) continue;
        const { merchantNo, walletId } = wallet;
        try {
          while (await sealNext(db, merchantNo, walletId, nowMs)) done += 1;
        } catch (error) {
          // A wallet with inconsistent rows must not prevent the others from being sealed.
          log.error("ledger.seal.failed", { merchantNo, walletId, error });
        }
      }
      return done + (goesOn ? 1 : 0);
    },
  });
}

/** A missing position is due: `sealNext` names it. */
function mayBeDue({ unsealed, unsealedSinceMs }: UnsealedWallet, nowMs: number): boolean {
  if (unsealed === 0n) return false;
  return unsealed >= TRANSFERS_MIN || unsealedSinceMs === null || hasWaited(unsealedSinceMs, nowMs);
}

/** The clock of a sandbox can be ahead of ours. */
const hasWaited = (sinceMs: number, nowMs: number): boolean => Math.abs(nowMs - sinceMs) >= WAIT_MS;

/** Makes a wallet's next seal when it is due; returns whether it did. */
async function sealNext(
  db: Database,
  merchantNo: MerchantNo,
  walletId: Id<"wallet">,
  nowMs: number,
): Promise<boolean> {
  const last = await readSealThrough(db, merchantNo, walletId, LAST_POSITION);
  const firstPosition = last.lastPosition + 1n;
  const transfers = await readTransfers(
    db,
    merchantNo,
    walletId,
    firstPosition,
    firstPosition + BigInt(TRANSFERS_MAX),
  );
  const [first] = transfers;
  if (first === undefined) return false;
  if (!hasWaited(first.createdAtMs, nowMs) && transfers.length < TRANSFERS_MIN) return false;
  for (const [index, { position }] of transfers.entries()) {
    if (position !== firstPosition + BigInt(index)) {
      throw new Error(`position ${firstPosition + BigInt(index)} is missing: ${position} comes next`);
    }
  }
  const number = last.number + 1;
  const balances = balancesLine(addTransfers(last.balances, transfers));
  return insertSeal(db, merchantNo, walletId, {
    number,
    firstPosition,
    lastPosition: firstPosition + BigInt(transfers.length) - 1n,
    balancesLine: balances,
    hash: sealHash({
      walletId,
      number,
      previousHash: last.hash,
      transferLines: transfers.map(transferLine),
      balancesLine: balances,
    }),
    sealedAtMs: nowMs,
  });
}
