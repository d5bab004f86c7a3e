import type { Database, Queryable, Transaction } from "../../db/database.ts";
import type { CurrencyCode } from "../../kit/currency.ts";

/** Accounts that may call, payers' wallets, and the entries of the simulated bank account. */
export interface SimulatorAccount {
  readonly id: string;
  /** Sealed. */
  readonly callbackSecret: Buffer;
}

export async function findAccountByKey(db: Queryable, apiKeyHash: Buffer): Promise<SimulatorAccount | null> {
  const rows = await db.query<SimulatorAccount>({
    name: "simulator_find_account",
    text: `select id, callback_secret as "callbackSecret" from simulator.accounts where api_key_hash = $1`,
    values: [apiKeyHash],
  });
  return rows[0] ?? null;
}

export async function findAccount(db: Queryable, id: string): Promise<SimulatorAccount | null> {
  const rows = await db.query<SimulatorAccount>({
    text: `select id, callback_secret as "callbackSecret" from simulator.accounts where id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Whether another account has the key with this hash. */
export async function isKeyTaken(db: Queryable, id: string, apiKeyHash: Buffer): Promise<boolean> {
  const rows = await db.query({
    text: "select 1 from simulator.accounts where api_key_hash = $1 and id <> $2",
    values: [apiKeyHash, id],
  });
  return rows.length > 0;
}

/** Writes the account of this key unless it exists; its callback secret is renewed. */
export async function upsertAccount(
  tx: Transaction,
  account: { readonly id: string; readonly apiKeyHash: Buffer; readonly callbackSecret: Buffer },
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `insert into simulator.accounts (id, api_key_hash, callback_secret, created_at) values ($1, $2, $3, $4)
           on conflict (id) do update set api_key_hash = $2, callback_secret = $3`,
    values: [account.id, account.apiKeyHash, account.callbackSecret, new Date(nowMs)],
  });
}

export interface Wallet {
  readonly id: string;
  readonly accountId: string;
  readonly phoneMasked: string;
  readonly currency: CurrencyCode;
  /** Minor units. */
  readonly balance: bigint;
  readonly frozen: boolean;
  readonly pinSalt: Buffer;
  readonly pinHash: Buffer;
}

const walletColumns = `id, account_id as "accountId", phone_masked as "phoneMasked", currency, balance, frozen,
  pin_salt as "pinSalt", pin_hash as "pinHash"`;

export async function findWallet(db: Queryable, id: string): Promise<Wallet | null> {
  const rows = await db.query<Wallet>({
    text: `select ${walletColumns} from simulator.wallets where id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

export async function findWalletsByPhone(
  db: Queryable,
  accountId: string,
  phoneMac: Buffer,
): Promise<readonly Wallet[]> {
  return await db.query<Wallet>({
    text: `select ${walletColumns} from simulator.wallets where account_id = $1 and phone_mac = $2`,
    values: [accountId, phoneMac],
  });
}

export async function insertWallet(
  tx: Transaction,
  wallet: Wallet & { readonly phoneMac: Buffer },
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `insert into simulator.wallets (id, account_id, phone_mac, phone_masked, currency, balance, frozen, pin_salt,
             pin_hash, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
           on conflict (account_id, phone_mac, currency) do nothing`,
    values: [
      wallet.id,
      wallet.accountId,
      wallet.phoneMac,
      wallet.phoneMasked,
      wallet.currency,
      wallet.balance,
      wallet.frozen,
      wallet.pinSalt,
      wallet.pinHash,
      new Date(nowMs),
    ],
  });
}

/** The wallet with its PIN data, locked, so that concurrent guesses are checked one by one. */
export async function lockWallet(
  tx: Transaction,
  id: string,
): Promise<(Wallet & { readonly pinFailures: number; readonly pinLockedUntilMs: number | null }) | null> {
  const rows = await tx.query<Wallet & { pinFailures: number; pinLockedUntilMs: number | null }>({
    text: `select ${walletColumns}, pin_failures as "pinFailures", pin_locked_until as "pinLockedUntilMs"
             from simulator.wallets where id = $1 for no key update`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Writes how many wrong PINs came in a row, and until when the wallet is locked. */
export async function writePinFailures(
  tx: Transaction,
  id: string,
  failures: number,
  lockedUntilMs: number | null,
): Promise<void> {
  await tx.query({
    text: "update simulator.wallets set pin_failures = $2, pin_locked_until = $3 where id = $1",
    values: [id, failures, lockedUntilMs === null ? null : new Date(lockedUntilMs)],
  });
}

/** Debits `amount` from a wallet. False, without a debit, when the balance is too low or the wallet is frozen. */
export async function debitWallet(
  tx: Transaction,
  id: string,
  amount: bigint,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query({
    text: `update simulator.wallets set balance = balance - $2, updated_at = $3
            where id = $1 and balance >= $2 and not frozen returning 1`,
    values: [id, amount, new Date(nowMs)],
  });
  return rows.length === 1;
}

/** Returns a refund to the wallet it came from. */
export async function creditWallet(
  tx: Transaction,
  id: string,
  amount: bigint,
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: "update simulator.wallets set balance = balance + $2, updated_at = $3 where id = $1",
    values: [id, amount, new Date(nowMs)],
  });
}

export interface BankEntry {
  readonly accountId: string;
  /** The bank's own number of the entry: the same number again is the same entry. */
  readonly servicerReference: string;
  /** The payer's reason of the transfer. */
  readonly remittance: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly reversal: boolean;
  readonly paymentReference: string | null;
}

/** False when the bank has already reported this entry. */
export async function insertBankEntry(tx: Transaction, entry: BankEntry, nowMs: number): Promise<boolean> {
  const rows = await tx.query({
    text: `insert into simulator.bank_entries (account_id, servicer_reference, remittance, amount, currency, reversal,
             payment_reference, booked_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (account_id, servicer_reference, reversal) do nothing returning 1`,
    values: [
      entry.accountId,
      entry.servicerReference,
      entry.remittance,
      entry.amount,
      entry.currency,
      entry.reversal,
      entry.paymentReference,
      new Date(nowMs),
    ],
  });
  return rows.length === 1;
}

export async function anyAccountWallets(db: Database): Promise<readonly Wallet[]> {
  return await db.query<Wallet>({
    text: `select ${walletColumns} from simulator.wallets order by created_at, currency, id limit 100`,
  });
}
