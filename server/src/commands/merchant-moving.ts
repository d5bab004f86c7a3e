import { hostname, userInfo } from "node:os";
import { loadConfig } from "../config.ts";
import type { Database } from "../db/database.ts";
import { cellsBefore } from "../keyring/former-ids.ts";
import { nameOfCell } from "../kit/cell.ts";
import { systemClock } from "../kit/clock.ts";
import { createIdSource, type MerchantId, type TenantId } from "../kit/ids.ts";
import { createSystemRandom } from "../kit/random.ts";
import { clearLeft } from "../merchant-move/clear.ts";
import { giveUpMove, type MoveMoment, type MoveReport, moveMerchant } from "../merchant-move/move.ts";
import { noteMovedOn } from "../merchant-move/moved-on.ts";
import { findMove } from "../merchant-move/moves.ts";
import { type CellSide, MoveRefusedError } from "../merchant-move/types.ts";
import { UnreadableValueError } from "../merchant-move/values.ts";
import { openCell, readSettings } from "./both-cells.ts";
import { seconds } from "./merchant-rehearsal.ts";
import { findBalances, type WalletBalance } from "./merchant-store.ts";

const told: Readonly<Record<MoveMoment, string>> = {
  planned: "planned: both cells have a row of the move",
  copied: "copied and compared; its payers pay, and what they change is copied again",
  frozen: "frozen: its writes are refused with 503 and Retry-After",
  verified: "verified: the copy is committed, and nobody can write it yet",
  switched: "switched: from now on only the other cell writes",
  thawed: "thawed: the other cell writes",
};

const movedBy = (): string => `${userInfo().username}@${hostname()}`;

/** Moves the merchant, or goes on where a killed run stopped; prints each step. Exit code 1: it was refused, and why. */
export function move(merchantId: MerchantId, path: string, tenantId: TenantId): Promise<number> {
  return withBoth(merchantId, path, async (from, to) => {
    const report = await moveMerchant({
      from,
      to,
      merchantId,
      tenantId,
      ids: createIdSource(systemClock, createSystemRandom()),
      clock: systemClock,
      movedBy: movedBy(),
      nowMs: () => performance.now(),
      reached: async (moment) => {
        process.stdout.write(`${told[moment]}\n`);
      },
    });
    const balances = await findBalances(to.db, merchantId);
    const cells = [from.keyring.cell, to.keyring.cell] as const;
    const before = await cellsBefore(to, merchantId);
    const others = before.filter((cell) => !cells.includes(cell));
    process.stdout.write(movedText(merchantId, { cells, others, report, balances }));
  });
}

/**
 * Notes in this cell, which the merchant has left, where it lives now; a cell that was restored and does not know that it left, leaves it again.
 * Exit code 1: it was refused, and why.
 */
export function noteOn(merchantId: MerchantId, path: string): Promise<number> {
  return withBoth(merchantId, path, async (here, there) => {
    const onlyHere = await noteMovedOn({
      here,
      there,
      merchantId,
      clock: systemClock,
      movedBy: movedBy(),
      ids: createIdSource(systemClock, createSystemRandom()),
    });
    const elsewhere = nameOfCell(there.keyring.cell);
    const lines = onlyHere.map(
      ({ id, mode, status, amount, currency }) =>
        `  ${id}  ${mode}  ${status}  ${amount} minor units of ${currency}`,
    );
    // Standard output is the proxy's map.
    process.stderr.write(`Noted: merchant ${merchantId} lives in ${elsewhere}.\n`);
    if (lines.length > 0)
      process.stderr.write(
        [
          `Made here since the restore, and not known in ${elsewhere}. Have the merchant's people decide what to do about each:`,
          ...lines,
          "",
        ].join("\n"),
      );
  });
}

/** Removes the personal data of a merchant that left this cell long ago; `isDry` counts it. Exit code 1: it was refused, and why. */
export function clear(merchantId: MerchantId, path: string, isDry: boolean): Promise<number> {
  return withBoth(merchantId, path, async (here, there) => {
    const cleared = await clearLeft({
      here,
      there,
      merchantId,
      clock: systemClock,
      movedBy: movedBy(),
      isDry,
      ids: createIdSource(systemClock, createSystemRandom()),
    });
    const head = isDry
      ? `Of merchant ${merchantId} this would be removed, or emptied; nothing is changed.`
      : `Merchant ${merchantId} is cleared: who paid and who was paid, events, notes and kept answers. Its books, and what answers 421, stay.`;
    const lines = cleared.map(({ table, rows }) => `  ${table.padEnd(26)}${String(rows).padStart(12)}`);
    process.stdout.write(`${[head, ...lines].join("\n")}\n`);
  });
}

/** Takes back a move that is not switched. Exit code 1: there is none, or it is. */
export function giveUp(merchantId: MerchantId, path: string): Promise<number> {
  return withBoth(merchantId, path, async (from, to) => {
    await giveUpMove({ from, to, merchantId });
    process.stdout.write(
      `The move of merchant ${merchantId} is given up. It lives in ${nameOfCell(from.keyring.cell)} as before, and the other cell has no row of it.\n`,
    );
  });
}

async function withBoth(
  merchantId: MerchantId,
  path: string,
  work: (from: CellSide, to: CellSide) => Promise<void>,
): Promise<number> {
  const other = await readSettings(path);
  const opened: Database[] = [];
  try {
    const from = await openCell(loadConfig(process.env), opened);
    try {
      await work(from, await openCell(other, opened));
      return 0;
    } catch (error) {
      if (!(error instanceof MoveRefusedError || error instanceof UnreadableValueError)) throw error;
      process.stderr.write(`It was refused: ${error.message}.\n${await stateText(from, merchantId)}\n`);
      return 1;
    }
  } finally {
    for (const db of opened) await db.close();
  }
}

/** Where the merchant lives after a refusal: the old cell's row alone says it. */
async function stateText({ db, keyring }: CellSide, merchantId: MerchantId): Promise<string> {
  const found = await findMove(db, merchantId);
  const out = found?.direction === "OUT" ? found : null;
  if (out === null)
    return `The merchant lives in ${nameOfCell(keyring.cell)}, and no move of it is under way.`;
  const other = nameOfCell(out.otherCell);
  if (out.step === "PLANNED")
    return `The merchant lives in ${nameOfCell(keyring.cell)}, and writes. The same command tries again; with --give-up it ends the move to ${other}.`;
  return out.step === "SWITCHED"
    ? `It is switched to ${other} and not opened there: nobody writes. Give the same command again, and look into ${other} when it is refused again.`
    : `The merchant lives in ${other}.`;
}

/** What was moved, and what is left to do. */
function movedText(
  merchantId: string,
  {
    cells: [from, to],
    others,
    report: { digest, copied },
    balances,
  }: {
    readonly cells: readonly [string | null, string | null];
    /** Where it lived before it came to `from`. */
    readonly others: readonly (string | null)[];
    readonly report: MoveReport;
    readonly balances: readonly WalletBalance[];
  },
): string {
  const rows = copied?.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    "",
    `Merchant ${merchantId} lives in ${nameOfCell(to)} now.`,
    ...(copied === null
      ? ["  an earlier run had made the copy, and switched"]
      : [
          `  ${rows} rows were copied in ${seconds(copied.copiedMs)} and compared in ${seconds(copied.verifiedMs)}; nobody wrote for ${seconds(copied.frozenMs)}`,
          `  accounts at providers that came along, switched off for new payments: ${copied.accounts}`,
        ]),
    `  both cells have the same digest: ${digest}`,
    "",
    "Do now:",
    ...others.flatMap((cell) => [
      `0. Tell ${nameOfCell(cell)}, which still names ${nameOfCell(from)}, where the merchant is. With its settings:`,
      `     cauris-server merchant moved --merchant ${merchantId} --to ${to ?? "default"}.env`,
    ]),
    "1. Make the proxy's map, with the settings of each cell that merchants have left, and load it. Until then requests with its keys and ids",
    `   reach ${nameOfCell(from)}, which refuses them with 421:`,
    "     cauris-server merchant moved > /etc/haproxy/moved.map",
    "     cauris-server cells config --list cells.json --moved /etc/haproxy/moved.map > /etc/haproxy/haproxy.cfg",
    `2. Invite its people in ${nameOfCell(to)}: their log-ins did not move.`,
    `3. Bring the money: the accounts at providers of ${nameOfCell(from)} hold it, their books are not changed, and ${nameOfCell(to)} pays it out from its own.`,
    ...balances.map(({ mode, currency, owed }) => `     ${mode} ${currency}: ${owed} minor units`),
    `4. Let ${nameOfCell(from)} go on running: providers call its addresses, and it passes their calls on.`,
    "",
  ].join("\n");
}
