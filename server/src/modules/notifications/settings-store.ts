import type { Queryable, Transaction } from "../../db/database.ts";
import type { Id, MerchantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { isSent, type SettingKind } from "./kinds.ts";

/** What the people of a merchant have chosen about one kind. */
export async function readChoices(
  db: Queryable,
  merchantId: MerchantId,
  mode: Mode,
  kind: SettingKind,
): Promise<ReadonlyMap<Id<"person">, boolean>> {
  const rows = await db.query<{ personId: Id<"person">; isOn: boolean }>({
    text: `select person_id as "personId", is_on as "isOn" from notification_settings
            where merchant_id = $1 and mode = $2 and kind = $3`,
    values: [merchantId, mode, kind],
  });
  return new Map(rows.map(({ personId, isOn }) => [personId, isOn]));
}

/** Who of a merchant's people wants mails of a kind. */
export async function wantsMail(
  db: Queryable,
  merchantId: MerchantId,
  mode: Mode,
  kind: SettingKind,
): Promise<(personId: Id<"person">) => boolean> {
  const choices = await readChoices(db, merchantId, mode, kind);
  return (personId) => isSent(kind, mode, choices.get(personId));
}

export interface Choice {
  readonly mode: Mode;
  readonly kind: SettingKind;
  readonly isOn: boolean;
}

/** What one person has chosen at a merchant. */
export function readOwnChoices(
  db: Queryable,
  merchantId: MerchantId,
  personId: Id<"person">,
): Promise<readonly Choice[]> {
  return db.query<Choice>({
    text: `select mode, kind, is_on as "isOn" from notification_settings where merchant_id = $1 and person_id = $2`,
    values: [merchantId, personId],
  });
}

export async function writeChoices(
  tx: Transaction,
  merchantId: MerchantId,
  personId: Id<"person">,
  choices: readonly Choice[],
  nowMs: number,
): Promise<void> {
  await tx.query({
    text: `insert into notification_settings (merchant_id, person_id, mode, kind, is_on, updated_at)
           select $1, $2, c.mode, c.kind, c.is_on, $6 from unnest($3::text[], $4::text[], $5::boolean[]) as c (mode, kind, is_on)
           on conflict (merchant_id, person_id, mode, kind)
             do update set is_on = excluded.is_on, updated_at = excluded.updated_at`,
    values: [
      merchantId,
      personId,
      choices.map(({ mode }) => mode),
      choices.map(({ kind }) => kind),
      choices.map(({ isOn }) => isOn),
      new Date(nowMs),
    ],
  });
}
