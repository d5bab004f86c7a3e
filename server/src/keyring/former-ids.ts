import { createHmac, createSecretKey } from "node:crypto";
import type { Queryable } from "../db/database.ts";
import { formerIdsContext, type IdKeys, idKeyContext } from "../kit/arrivals.ts";
import type { CellCode } from "../kit/cell.ts";
import type { MerchantId, MerchantNo } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";

/** A merchant's stay in another cell before it came here, or to a cell from which it came. */
export interface FormerStay {
  /** Null: the default cell. */
  readonly cell: CellCode | null;
  /** Its numbers here and there, in one order. */
  readonly here: readonly MerchantNo[];
  readonly there: readonly MerchantNo[];
  /** What is older was made there, or in a cell before it, epoch milliseconds. */
  readonly untilMs: number;
  /** The key of `session-id` there, in hexadecimal. */
  readonly key: string;
}

export interface ArrivedRow {
  readonly id: string;
  readonly cell: CellCode | null;
  readonly idKey: Buffer;
  readonly formerIds: Buffer | null;
  readonly here: readonly MerchantNo[];
  readonly there: readonly MerchantNo[];
  readonly atMs: number;
}

/** The last arrival of each merchant that has come here, or of one: it brought along what is known of all cells before. */
export function findArrived(db: Queryable, merchantId?: MerchantId): Promise<readonly ArrivedRow[]> {
  return db.query<ArrivedRow>({
    text: `select distinct on (merchant_id) id, other_cell as cell, id_key as "idKey", former_ids as "formerIds", numbers as here,
                  other_numbers as there, verified_at as "atMs"
             from merchant_moves
            where direction = 'IN' and step in ('VERIFIED', 'THAWED') and id_key is not null
              and ($1::uuid is null or merchant_id = $1)
            order by merchant_id, planned_at desc`,
    values: [merchantId ?? null],
  });
}

/** The stays that an arrival brought along, the first one first; the cell that it came from is the last. Throws when they do not open. */
export function openStays(keyring: Pick<Keyring, "open">, row: ArrivedRow): readonly FormerStay[] {
  const { id, cell, idKey, formerIds, here, there, atMs } = row;
  const earlier: readonly FormerStay[] =
    formerIds === null ? [] : JSON.parse(keyring.open(formerIds, formerIdsContext(id)).toString("utf8"));
  const key = keyring.open(idKey, idKeyContext(id)).toString("hex");
  return [...earlier, { cell, here, there, untilMs: atMs, key }];
}

/** The cells in which a merchant of this one lived before, each once. */
export async function cellsBefore(
  { db, keyring }: { readonly db: Queryable; readonly keyring: Pick<Keyring, "open"> },
  merchantId: MerchantId,
): Promise<readonly (CellCode | null)[]> {
  const [row] = await findArrived(db, merchantId);
  return row === undefined ? [] : [...new Set(openStays(keyring, row).map(({ cell }) => cell))];
}

export function idKeysOf({ cell, key }: Pick<FormerStay, "cell" | "key">): IdKeys {
  const secret = createSecretKey(Buffer.from(key, "hex"));
  return { cell, mac: (_purpose, text) => createHmac("sha256", secret).update(text).digest() };
}

/**
 * What goes along of the cells before `keyring`'s, for a merchant that moves on with these numbers: its sandboxes of before a reset stay
 * behind, with their ids.
 */
export async function formerStaysFor(
  db: Queryable,
  keyring: Pick<Keyring, "open">,
  merchantId: MerchantId,
  numbers: readonly { readonly from: MerchantNo; readonly to: MerchantNo }[],
): Promise<readonly FormerStay[]> {
  const [row] = await findArrived(db, merchantId);
  const stays = row === undefined ? [] : openStays(keyring, row);
  return stays.flatMap((stay) => {
    const pairs = stay.here.flatMap((own, at) => {
      const to = numbers.find(({ from }) => from === own)?.to;
      const there = stay.there[at];
      return to === undefined || there === undefined ? [] : [{ to, there }];
    });
    if (pairs.length === 0) return [];
    return [{ ...stay, here: pairs.map(({ to }) => to), there: pairs.map(({ there }) => there) }];
  });
}
