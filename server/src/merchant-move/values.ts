import { movingBytes } from "../db/merchant-rows.ts";
import type { MerchantNo } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import { type PayerRecord, phoneMac } from "../modules/payments/index.ts";
import { accountMac } from "../modules/payouts/index.ts";

/** A value of a row as text, as PostgreSQL writes it; bytes are in hexadecimal. */
export type RowText = Readonly<Record<string, string | null>>;

/** What a sealed value is bound to, and to what it was bound in the first form. */
interface Context {
  readonly now: string;
  readonly former?: string;
}

/**
 * The contexts in which the modules seal, by column. Each is proved by every value that it opens: one that is wrong here, or that a
 * module changed, opens nothing, so the merchant does not move.
 */
const contexts: Readonly<Record<string, (merchantNo: MerchantNo, row: RowText) => Context>> = {
  "beneficiaries.details": (no, { id }) => ({
    now: `beneficiaries.details ${no} ${id}`,
    former: `beneficiaries.details.${id}`,
  }),
  "charges.payer": (no, { id }) => ({ now: `charges.payer ${no} ${id}`, former: `charges.payer.${id}` }),
  "charges.provider_handle": (no, { id }) => ({ now: `charges.provider_handle ${no} ${id}` }),
  "checkout_sessions.customer": (no, { payment_intent_id: id }) => customerOf(no, id),
  "idempotency_keys.body": (no, { route, key }) => ({ now: `idempotency_keys.body ${no} ${route} ${key}` }),
  "kyb_documents.content": (no, { id }) => ({ now: `kyb_documents.content ${no} ${id}` }),
  "kyb_documents.file_name": (no, { id }) => ({ now: `kyb_documents.file_name ${no} ${id}` }),
  "kyb_dossiers.draft": (no) => ({ now: `kyb_dossiers.draft ${no}` }),
  "kyb_dossiers.in_force": (no) => ({ now: `kyb_dossiers.in_force ${no}` }),
  "notes.content": (no, { subject_id: subject, id }) => ({ now: `notes.content ${no} ${subject} ${id}` }),
  "payment_intents.customer": (no, { id }) => customerOf(no, id),
  "payouts.provider_handle": (no, { id }) => ({ now: `payouts.provider_handle ${no} ${id}` }),
  "refunds.provider_handle": (no, { id }) => ({ now: `refunds.provider_handle ${no} ${id}` }),
  "refunds.recipient": (no, { id }) => ({ now: `refunds.recipient ${no} ${id}` }),
  "webhook_endpoints.previous_secret": (no, { id }) => ({ now: `webhook_endpoints.secret ${no} ${id}` }),
  "webhook_endpoints.sealed_url": (no, { id }) => ({ now: `webhook_endpoints.sealed_url ${no} ${id}` }),
  "webhook_endpoints.secret": (no, { id }) => ({ now: `webhook_endpoints.secret ${no} ${id}` }),
};

function customerOf(merchantNo: MerchantNo, intentId: string | null | undefined): Context {
  return {
    now: `payment_intents.customer ${merchantNo} ${intentId}`,
    former: `customer.${intentId}`,
  };
}

type Opened = ReadonlyMap<string, Buffer>;

/** How a keyed hash is made from the opened values of its row; null: its value is not there. */
const hashes: Readonly<
  Record<string, (keyring: Keyring, merchantNo: MerchantNo, row: RowText, opened: Opened) => Buffer | null>
> = {
  "beneficiaries.account_mac": (keyring, merchantNo, { type }, opened) => {
    const details = opened.get("details");
    return details === undefined
      ? null
      : accountMac(keyring, merchantNo, type as never, JSON.parse(details.toString("utf8")));
  },
  "charges.payer_phone_mac": (keyring, _merchantNo, _row, opened) => {
    const payer = opened.get("payer");
    const { phone = null } =
      payer === undefined ? {} : (JSON.parse(payer.toString("utf8")) as PayerRecord).payer;
    return phone === null ? null : phoneMac(keyring, phone);
  },
};

/** A value does not open with the keys of its own cell, or a keyed hash is not of its row's value. */
export class UnreadableValueError extends Error {
  override readonly name = "UnreadableValueError";
}

const bytesOf = (text: string): Buffer => Buffer.from(text.slice(2), "hex");
const textOf = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;
const columnsOf = (table: string, kind: "sealed" | "keyed"): readonly string[] =>
  Object.entries(movingBytes)
    .filter(([column, found]) => found === kind && column.startsWith(`${table}.`))
    .map(([column]) => column.slice(table.length + 1));

/**
 * The sealed values of a row, opened, by column; columns without a value are left out. Refuses with UnreadableValueError what does
 * not open, and a keyed hash that the opened values do not give.
 */
export function openRow(keyring: Keyring, merchantNo: MerchantNo, table: string, row: RowText): Opened {
  const opened = new Map<string, Buffer>();
  for (const column of columnsOf(table, "sealed")) {
    const sealed = row[column];
    if (sealed == null) continue;
    const { now, former } = contextOf(table, column, merchantNo, row);
    try {
      opened.set(column, keyring.open(bytesOf(sealed), now, former));
    } catch (cause) {
      throw new UnreadableValueError(
        `${table}.${column} of row ${row.id ?? row.key} does not open with its cell's keys: it was altered, or MASTER_KEY is another cell's`,
        { cause },
      );
    }
  }
  for (const column of columnsOf(table, "keyed")) {
    if (row[column] == null) continue;
    if (hashOf(table, column, keyring, merchantNo, row, opened)?.equals(bytesOf(row[column])) !== true)
      throw new UnreadableValueError(
        `${table}.${column} of row ${row.id} is not the hash of the row's own value`,
      );
  }
  return opened;
}

/** `row` with `opened` sealed, and hashed where it was hashed, with the keys and for the number of another cell. */
export function sealRow(
  keyring: Keyring,
  merchantNo: MerchantNo,
  table: string,
  row: RowText,
  opened: Opened,
): RowText {
  const sealed: Record<string, string | null> = { ...row };
  for (const [column, text] of opened)
    sealed[column] = textOf(keyring.seal(text, contextOf(table, column, merchantNo, row).now));
  for (const column of columnsOf(table, "keyed")) {
    if (row[column] == null) continue;
    const hash = hashOf(table, column, keyring, merchantNo, row, opened);
    sealed[column] = hash === null ? null : textOf(hash);
  }
  return sealed;
}

function contextOf(table: string, column: string, merchantNo: MerchantNo, row: RowText): Context {
  const context = contexts[`${table}.${column}`];
  if (context === undefined) throw new Error(`${table}.${column} has no context`);
  return context(merchantNo, row);
}

function hashOf(
  table: string,
  column: string,
  ...given: readonly [Keyring, MerchantNo, RowText, Opened]
): Buffer | null {
  const hash = hashes[`${table}.${column}`];
  if (hash === undefined) throw new Error(`${table}.${column} is hashed in no known way`);
  return hash(...given);
}
