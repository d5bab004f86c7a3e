import type { Database } from "../../db/database.ts";
import { textFile } from "../../documents/index.ts";
import { errors } from "../../http/errors.ts";
import { type CurrencyCode, exponentOf } from "../../kit/currency.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import { RAIL_FORMAT } from "./canonical.ts";
import type { RailRecord } from "./export-schemas.ts";
import { NO_RAIL_SEAL, type RailSeal, readRailSeals, readRailTransfers } from "./export-store.ts";
import type { RailScope } from "./store.ts";

/** After so many transfers a file ends with the seal that it is in: a seal covers a statement, so some end later. */
const TRANSFERS_MAX = 20_000n;
/** Seals of one file: a seal has one transfer at least. */
const SEALS_MAX = 5_000;
/** Transfers read at once. */
const CHUNK = 2_000n;

/**
 * A book from one seal on, with everything that is needed to check it without the service: JSON lines, which begin with
 * what was booked before and end with the last seal. A long book is several files; each begins where the one before it
 * ends. `fromSeal`: the number of the first seal, from 1. Refuses with RESOURCE_NOT_FOUND one after a seal that is not
 * there.
 */
export async function exportRailBook(
  db: Database,
  scope: RailScope,
  currency: CurrencyCode,
  fromSeal: number,
): Promise<Buffer> {
  const [before] =
    fromSeal === 1 ? [NO_RAIL_SEAL] : await readRailSeals(db, scope, currency, fromSeal - 1, 1);
  if (before?.number !== fromSeal - 1) throw errors.RESOURCE_NOT_FOUND({ field: "fromSeal" });
  const records: RailRecord[] = [openingRecord(scope, currency, before)];
  let last = before;
  for (const seal of await readRailSeals(db, scope, currency, last.number + 1, SEALS_MAX)) {
    for (let from = seal.firstPosition; from <= seal.lastPosition; from += CHUNK) {
      const to = from + CHUNK - 1n < seal.lastPosition ? from + CHUNK - 1n : seal.lastPosition;
      for (const {
        createdAtMs,
        position,
        amount,
        lineKey,
        reference,
        ...transfer
      } of await readRailTransfers(db, scope, currency, from, to)) {
        records.push({
          record: "transfer",
          position: Number(position),
          ...transfer,
          amount: `${amount}`,
          ...(lineKey === null ? {} : { lineKey }),
          ...(reference === null ? {} : { reference }),
          createdAt: new Date(createdAtMs).toISOString(),
        });
      }
    }
    records.push(sealRecord(seal, last));
    last = seal;
    if (seal.lastPosition - before.lastPosition >= TRANSFERS_MAX) break;
  }
  const { balances, number, hash } = last;
  records.push({ record: "end", position: Number(last.lastPosition), balances, number, hash });
  return textFile(jsonLines(records));
}

function* jsonLines(records: readonly RailRecord[]): Iterable<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

function openingRecord(
  { mode, providerAccountId }: RailScope,
  currency: CurrencyCode,
  { lastPosition, balances, number, hash }: RailSeal,
): RailRecord {
  return {
    record: "opening",
    format: RAIL_FORMAT,
    mode,
    providerAccountId: publicId("providerAccount", providerAccountId as Id<"providerAccount">),
    currency,
    exponent: exponentOf(currency),
    position: Number(lastPosition),
    balances,
    number,
    hash,
  };
}

function sealRecord(seal: RailSeal, previous: RailSeal): RailRecord {
  return {
    record: "seal",
    number: seal.number,
    firstPosition: Number(seal.firstPosition),
    lastPosition: Number(seal.lastPosition),
    balances: seal.balances,
    previousHash: previous.hash,
    hash: seal.hash,
    createdAt: new Date(seal.createdAtMs).toISOString(),
  };
}
