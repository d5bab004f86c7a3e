import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Statement } from "../../src/modules/bank-files/formats/types.ts";
import type { StatusReport } from "../../src/modules/bank-files/index.ts";
import { judgeEntries } from "../../src/modules/bank-files/matching.ts";
import { checkAbout, readBankFile } from "../../src/modules/bank-files/read-file.ts";
import { paymentFileText } from "../../src/modules/payout-files/formats/pain-001.ts";
import { readBankTransferSettings } from "../../src/providers/bank-transfer/settings.ts";
import type { ProviderAccount } from "../../src/providers/provider.ts";
import type { SettledEntries, SettledEntry } from "../../src/providers/settled-entries.ts";
import type { OrderState, TransferOrder, TransferOrders } from "../../src/providers/transfer-orders.ts";

interface Placed {
  readonly order: TransferOrder;
  readonly state: OrderState;
}

/** What becomes of transfers between the connector and the bank's files. */
export interface BankOffice {
  readonly settledEntries: SettledEntries;
  readonly transferOrders: TransferOrders;
  /** A payment that the account's payers have been asked for. */
  expectPayment(accountId: string, ownId: string): void;
  /** Writes the orders that wait into a payment file. */
  sendOrders(account: ProviderAccount, nowMs: number): Promise<void>;
  /** Reads every file that the bank has written. */
  readFiles(account: ProviderAccount, nowMs: number): Promise<void>;
}

/**
 * Exchanges files with a bank for a connector that is tested alone: the formats, the matching and the folders are those of
 * the service, and what the service would store is kept in memory.
 */
export function createBankOffice(): BankOffice {
  const payments = new Map<string, Set<string>>();
  const orders = new Map<string, Map<string, Placed>>();
  const booked = new Map<
    string,
    SettledEntry & { readonly payer: { name: string; account: string } | null }
  >();
  let files = 0;
  const keyOf = (accountId: string, direction: "CREDIT" | "DEBIT", ownId: string) =>
    `${accountId} ${direction} ${ownId}`;
  const ordersOf = (accountId: string): Map<string, Placed> => {
    const own = orders.get(accountId) ?? new Map<string, Placed>();
    orders.set(accountId, own);
    return own;
  };

  const takeStatement = (accountId: string, { entries }: Statement, nowMs: number): void => {
    const transfers = [...ordersOf(accountId)].map(([ownId, { order, state }]) => {
      const { minor: amount, currency } = order.amount;
      return [ownId, { amount, currency, isOver: state.kind === "failed" }] as const;
    });
    const settled = new Set([...booked.keys()].flatMap((key) => key.split(`${accountId} `)[1] ?? []));
    const known = {
      payments: payments.get(accountId) ?? new Set<string>(),
      transfers: new Map(transfers),
      settled,
    };
    for (const [index, { ownId }] of judgeEntries(entries, known).entries()) {
      const entry = entries[index];
      if (entry === undefined || ownId === null) continue;
      const { counterpartyName: name, counterpartyAccount: account } = entry;
      booked.set(keyOf(accountId, entry.direction, ownId), {
        transactionId: entry.bankReferences[0] ?? ownId,
        amount: entry.amount,
        knownAtMs: nowMs,
        payer: name === null || account === null ? null : { name, account },
      });
    }
  };
  const takeReport = (accountId: string, { transfers }: StatusReport): void => {
    for (const { endToEndId, status, reason, bankReference } of transfers) {
      const placed = ordersOf(accountId).get(endToEndId);
      if (placed === undefined) throw new Error("the bank answers for a transfer that was not ordered");
      const { order } = placed;
      const transactionId = bankReference ?? endToEndId;
      if (status === "ACSC")
        ordersOf(accountId).set(endToEndId, {
          order,
          state: { kind: "paid", transactionId, amount: order.amount },
        });
      if (status === "RJCT" && reason !== null)
        ordersOf(accountId).set(endToEndId, { order, state: { kind: "failed", reason } });
    }
  };

  return {
    settledEntries: {
      findCredit: async (accountId, ownId) => booked.get(keyOf(accountId, "CREDIT", ownId)) ?? null,
      findDebit: async (accountId, ownId) => booked.get(keyOf(accountId, "DEBIT", ownId)) ?? null,
      findPayer: async (accountId, ownId) => booked.get(keyOf(accountId, "CREDIT", ownId))?.payer ?? null,
    },
    transferOrders: {
      place: async (accountId, order) => {
        const own = ordersOf(accountId);
        if (!own.has(order.ownId))
          own.set(order.ownId, { order, state: { kind: "under_way", leftAtMs: null } });
      },
      find: async (accountId, ownId) => ordersOf(accountId).get(ownId)?.state ?? null,
    },
    expectPayment: (accountId, ownId) => {
      payments.set(accountId, (payments.get(accountId) ?? new Set()).add(ownId));
    },
    sendOrders: async ({ id, settings }, nowMs) => {
      const {
        accountHolder,
        iban: account,
        bic,
        painVersion: version,
        payoutFolder,
      } = readBankTransferSettings(settings);
      const waiting = [...ordersOf(id).values()].filter(
        ({ state }) => state.kind === "under_way" && state.leftAtMs === null,
      );
      if (waiting.length === 0 || payoutFolder === null) return;
      files += 1;
      const messageId = `FILE${files}`;
      const transfers = waiting.map(({ order: { ownId, amount, recipient, purpose } }) => ({
        endToEndId: ownId,
        amount,
        ...recipient,
        purpose,
      }));
      const executeOn = new Date(nowMs).toISOString().slice(0, 10);
      const file = {
        version,
        messageId,
        createdAtMs: nowMs,
        executeOn,
        accountHolder,
        account,
        bic,
        transfers,
      };
      await mkdir(payoutFolder, { recursive: true });
      await writeFile(join(payoutFolder, `${messageId}.xml`), paymentFileText(file));
      for (const { order } of waiting)
        ordersOf(id).set(order.ownId, { order, state: { kind: "under_way", leftAtMs: nowMs } });
    },
    readFiles: async ({ id, settings: { statementFolder = "", iban = null } }, nowMs) => {
      const done = join(statementFolder, "done");
      await mkdir(done, { recursive: true });
      for (const name of (await readdir(statementFolder)).filter((one) => one.endsWith(".xml")).sort()) {
        const read = await readBankFile(await readFile(join(statementFolder, name)));
        if (read.kind === "report") takeReport(id, read.report);
        else takeStatement(id, checkAbout(read.statement, iban), nowMs);
        await rename(join(statementFolder, name), join(done, name));
      }
    },
  };
}
