import type { Queryable } from "../../db/database.ts";
import { type Id, publicId, type TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { openLetter } from "./seal.ts";
import type { Letter, MailKind } from "./types.ts";

/** A mail as a sandbox shows it. */
export interface KeptMail extends Letter {
  readonly id: string;
  readonly kind: MailKind;
  readonly createdAtMs: number;
}

interface Row {
  readonly id: Id<"mail">;
  readonly tenantId: TenantId;
  readonly kind: MailKind;
  readonly content: Buffer;
  readonly createdAtMs: number;
}

const SHOWN_MAX = 100;
const COLUMNS = `id, tenant_id as "tenantId", kind, content, created_at as "createdAtMs"`;

/** The newest mails whose content is kept, at most 100, sent or not. */
export async function listKeptMails(db: Queryable, keyring: Keyring): Promise<readonly KeptMail[]> {
  const rows = await db.query<Row>({
    text: `select ${COLUMNS} from mails where content is not null order by id desc limit $1`,
    values: [SHOWN_MAX],
  });
  return rows.map((row) => shown(keyring, row));
}

export async function findKeptMail(
  db: Queryable,
  keyring: Keyring,
  id: Id<"mail">,
): Promise<KeptMail | null> {
  const [row] = await db.query<Row>({
    text: `select ${COLUMNS} from mails where id = $1 and content is not null`,
    values: [id],
  });
  return row === undefined ? null : shown(keyring, row);
}

function shown(keyring: Keyring, row: Row): KeptMail {
  const { kind, createdAtMs } = row;
  return { id: publicId("mail", row.id), kind, createdAtMs, ...openLetter(keyring, row) };
}
