import { type AuditActor, writeAudit } from "../../db/audit.ts";
import type { Database, Transaction } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type IdSource, publicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { inTurns } from "../../kit/turns.ts";
import { keysOf } from "./entry-keys.ts";
import { bankFileErrors } from "./errors.ts";
import type { StatedEntry } from "./formats/types.ts";
import { judgeEntries, referencesIn } from "./matching.ts";
import type { Booking, OrderedTransfers } from "./ordered-transfers.ts";
import * as store from "./store.ts";
import type { BankAccountRow, BankEntry, BankFile, EntryDetails } from "./types.ts";

export interface IntakeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly orders: OrderedTransfers;
}

/** Where the movements came from. */
export interface Origin extends Pick<BankFile, "digest" | "source" | "fileName" | "format" | "receivedBy"> {
  readonly actor: AuditActor;
}

/** Sealed values are bound to their row. */
export function detailsContext({ tenantId, id }: Pick<BankEntry, "tenantId" | "id">): string {
  return `bank_entries.details ${tenantId} ${id}`;
}

/** The same account gives the same hash, at one account of ours. */
function counterpartyMac(keyring: Keyring, { id }: BankAccountRow, account: string | null): Buffer | null {
  // This uses the keyed hash of phones; the prefix separates the two, since no phone begins like it.
  return account === null ? null : keyring.mac("phone", `bank counterparty ${id} ${account}`);
}

/**
 * Takes the booked movements of one file: each once, whatever file told it first, matched to the payment or payout that
 * its reference names. What cannot be matched waits for an operator. Runs in the transaction of the caller. Refuses with
 * BANK_FILE_ALREADY_TAKEN. Prepare with `prepareEntries`, outside the transaction: sealing takes processor time. `judge`:
 * where it is known already what the entries are.
 */
export async function takeEntries(
  tx: Transaction,
  { ids, orders }: Pick<IntakeDeps, "ids"> & Partial<Pick<IntakeDeps, "orders">>,
  account: BankAccountRow,
  origin: Origin,
  prepared: readonly PreparedEntry[],
  nowMs: number,
  judge: typeof judgeEntries = judgeEntries,
): Promise<BankFile> {
  const { actor, ...described } = origin;
  await takeOnce(tx, account, origin.digest);
  const stored = await store.findStoredKeys(
    tx,
    account.id,
    prepared.flatMap(({ keys }) => keys.known),
  );
  const fresh = prepared.filter(({ keys }) => !keys.known.some((key) => stored.has(key.toString("hex"))));
  const references = fresh.flatMap(({ stated }) => referencesIn(stated).flatMap((found) => found.references));
  const known = await store.findOperations(tx, account.id, [...new Set(references)]);
  const verdicts = judge(
    fresh.map(({ stated }) => stated),
    known,
  );
  const count = (status: BankEntry["status"]) =>
    verdicts.filter((verdict) => verdict.status === status).length;
  const file: BankFile = {
    ...described,
    id: ids.next("bankFile"),
    tenantId: account.tenantId,
    mode: account.mode,
    providerAccountId: account.id,
    entryCount: prepared.length,
    newCount: fresh.length,
    matchedCount: count("MATCHED"),
    queuedCount: count("QUEUED"),
    payoutFileId: null,
    createdAtMs: nowMs,
  };
  await store.insertFile(tx, file);
  await store.insertKeys(
    tx,
    account.id,
    fresh.flatMap(({ keys }) => keys.stored),
    nowMs,
  );
  const entries = fresh.map(({ stated, row }, index): BankEntry => {
    const verdict = verdicts[index];
    if (verdict === undefined) throw new Error("every entry has its verdict");
    return {
      ...row,
      ...verdict,
      tenantId: account.tenantId,
      fileId: file.id,
      mode: account.mode,
      providerAccountId: account.id,
      direction: stated.direction,
      isReversal: stated.isReversal,
      amount: stated.amount.minor,
      currency: stated.amount.currency,
      bookedOn: stated.bookedOn,
      bankReference: stated.bankReferences[0] ?? null,
      endToEndId: stated.endToEndId,
      isTold: verdict.ownId === null,
      note: null,
      decidedBy: null,
      decidedAtMs: null,
      version: 1,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
  });
  await store.insertEntries(tx, file, entries);
  const bookings = fresh.flatMap(({ stated }, index): readonly Booking[] => {
    const { ownId } = verdicts[index] ?? { ownId: null };
    if (ownId === null || !known.transfers.has(ownId)) return [];
    const { direction, amount, bankReferences, returnReason: reason } = stated;
    return [{ direction, ...moneyOf(amount), bankReference: bankReferences[0] ?? null, ownId, reason }];
  });
  if (bookings.length > 0) {
    if (orders === undefined) throw new Error("who matches our transfers knows their orders");
    await orders.takeBookings(tx, account.id, bookings, nowMs);
  }
  await writeTaken(tx, ids, file, actor);
  return file;
}

const moneyOf = ({ minor: amount, currency }: StatedEntry["amount"]) => ({ amount, currency });

/** The audit entry of a file that was taken. */
export function writeTaken(
  tx: Transaction,
  ids: IdSource,
  file: BankFile,
  actor: AuditActor,
): Promise<unknown> {
  return writeAudit(tx, ids, file.createdAtMs, {
    tenantId: file.tenantId,
    actor,
    action: "bank_file.taken",
    subject: publicId("bankFile", file.id),
    after: {
      accountId: publicId("providerAccount", file.providerAccountId),
      source: file.source,
      format: file.format,
      entryCount: file.entryCount,
      newCount: file.newCount,
      matchedCount: file.matchedCount,
      queuedCount: file.queuedCount,
    },
  });
}

/** Files of one account are taken in turn. Refuses with BANK_FILE_ALREADY_TAKEN one that was taken before. */
export async function takeOnce(tx: Transaction, { id }: BankAccountRow, digest: Buffer): Promise<void> {
  await store.lockAccount(tx, id);
  const taken = await store.findTakenFile(tx, id, digest);
  if (taken !== null) throw bankFileErrors.BANK_FILE_ALREADY_TAKEN({ fileId: publicId("bankFile", taken) });
}

/** A movement with its keys, and what of its row does not depend on what is known already. */
export interface PreparedEntry {
  readonly stated: StatedEntry;
  readonly keys: ReturnType<typeof keysOf>[number];
  readonly row: {
    readonly id: Id<"bankEntry">;
    readonly details: Buffer;
    readonly counterpartyMac: Buffer | null;
  };
}

/** The booked movements among those that a file tells, with their personal data sealed. In turns with other requests. */
export async function prepareEntries(
  { ids, keyring }: Pick<IntakeDeps, "ids" | "keyring">,
  account: BankAccountRow,
  stated: readonly StatedEntry[],
): Promise<readonly PreparedEntry[]> {
  const booked = stated.filter(({ isBooked, amount }) => isBooked && amount.minor > 0n);
  const keys = keysOf(booked);
  const prepared: PreparedEntry[] = [];
  await inTurns(booked, (entry, index) => {
    const ownKeys = keys[index];
    if (ownKeys === undefined) throw new Error("every entry has its keys");
    const id = ids.next("bankEntry");
    const { text, structuredReferences, counterpartyName, counterpartyAccount, returnReason } = entry;
    const details: EntryDetails = {
      text,
      structuredReferences,
      counterpartyName,
      counterpartyAccount,
      returnReason,
    };
    const sealed = keyring.seal(JSON.stringify(details), detailsContext({ tenantId: account.tenantId, id }));
    const mac = counterpartyMac(keyring, account, counterpartyAccount);
    prepared.push({ stated: entry, keys: ownKeys, row: { id, details: sealed, counterpartyMac: mac } });
  });
  return prepared;
}
