import type { Database, Transaction } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { CurrencyCode } from "../../kit/currency.ts";
import type { IdSource } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { decimalText } from "../../kit/money.ts";
import type { Random } from "../../kit/random.ts";
import { sha256 } from "../../kit/secret.ts";
import { secretContext } from "./callbacks.ts";
import { hashPin, SALT_BYTES } from "./pins.ts";
import { maskPhone, walletPublicId } from "./service.ts";
import { findWalletsByPhone, insertWallet, isKeyTaken, upsertAccount } from "./store-parties.ts";

export interface PayerWalletSeed {
  readonly phone: string;
  readonly pin: string;
  readonly purpose: "BALANCE" | "EMPTY" | "FROZEN";
}

/** The payers of every sandbox. The numbers and PINs are public and protect nothing real. */
export const payerWalletSeeds: readonly PayerWalletSeed[] = [
  { phone: "+2250701020301", pin: "1234", purpose: "BALANCE" },
  { phone: "+2250701020302", pin: "2345", purpose: "EMPTY" },
  { phone: "+2250701020303", pin: "3456", purpose: "FROZEN" },
];

/** Minor units: a million francs, ten thousand euros. */
const seededBalances: readonly { currency: CurrencyCode; minor: bigint }[] = [
  { currency: "XOF", minor: 1_000_000n },
  { currency: "EUR", minor: 1_000_000n },
];

export interface PayerWallet {
  readonly walletId: string;
  readonly phone: string;
  readonly pin: string;
  readonly currency: CurrencyCode;
  /** The present balance, in decimal text of major units. */
  readonly balance: string;
}

interface SimulatorAccount {
  readonly id: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
}

interface SeedDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly keyring: Keyring;
}

/**
 * Registers a provider account with the simulator: its key, its callback secret and its payers' wallets. Repeatable: an
 * account keeps its id and its wallets keep their balances; the credentials are replaced by the given ones.
 */
export async function seedSimulator(
  db: Database,
  account: SimulatorAccount,
  deps: SeedDeps,
): Promise<{ readonly payerWallets: readonly PayerWallet[] }> {
  // Hashed outside the transaction, so that three slow hashes do not hold a connection.
  const pins = await hashPins(deps.random);
  await db.transaction((tx) => writeAccount(tx, account, pins, deps));
  return { payerWallets: await readPayerWallets(db, account.id, deps.keyring) };
}

/**
 * Registers an account that an operator has just made or changed, in that transaction. Returns false when another
 * account has the same key, because the two could not be distinguished.
 */
export async function introduceAccount(
  tx: Transaction,
  account: SimulatorAccount,
  deps: SeedDeps,
): Promise<boolean> {
  if (await isKeyTaken(tx, account.id, sha256(account.apiKey))) return false;
  await writeAccount(tx, account, await hashPins(deps.random), deps);
  return true;
}

async function hashPins(random: Random) {
  return Promise.all(
    payerWalletSeeds.map(async (seed) => {
      const pinSalt = random.bytes(SALT_BYTES);
      return { seed, pinSalt, pinHash: await hashPin(seed.pin, pinSalt) };
    }),
  );
}

async function writeAccount(
  tx: Transaction,
  account: SimulatorAccount,
  pins: Awaited<ReturnType<typeof hashPins>>,
  { clock, ids, keyring }: SeedDeps,
): Promise<void> {
  const nowMs = clock.nowMs();
  const callbackSecret = keyring.seal(account.callbackSecret, secretContext(account.id));
  await upsertAccount(tx, { id: account.id, apiKeyHash: sha256(account.apiKey), callbackSecret }, nowMs);
  for (const { seed, pinSalt, pinHash } of pins) {
    for (const { currency, minor } of seededBalances) {
      await insertWallet(
        tx,
        {
          id: ids.uuid(),
          accountId: account.id,
          phoneMac: keyring.mac("phone", seed.phone),
          phoneMasked: maskPhone(seed.phone),
          currency,
          balance: seed.purpose === "EMPTY" ? 0n : minor,
          frozen: seed.purpose === "FROZEN",
          pinSalt,
          pinHash,
        },
        nowMs,
      );
    }
  }
}

/** The seeded wallets in their present state. */
async function readPayerWallets(
  db: Database,
  accountId: string,
  keyring: Keyring,
): Promise<readonly PayerWallet[]> {
  const found = await Promise.all(
    payerWalletSeeds.map(async ({ phone, pin }) => {
      const wallets = await findWalletsByPhone(db, accountId, keyring.mac("phone", phone));
      return wallets.map(({ id, currency, balance }) => ({
        walletId: walletPublicId(id),
        phone,
        pin,
        currency,
        balance: decimalText({ minor: balance, currency }),
      }));
    }),
  );
  return found.flat().sort((left, right) => right.currency.localeCompare(left.currency));
}
