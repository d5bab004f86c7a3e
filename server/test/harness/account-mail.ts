import type { Id, TenantId } from "../../src/kit/ids.ts";
import { openLetter } from "../../src/modules/mail/seal.ts";
import type { TestApp } from "./app.ts";

export interface ReadMail {
  readonly kind: string;
  readonly text: string;
  /** The token at the end of the link, where the mail holds one that works once. */
  readonly token: string | null;
}

/** The mails to an address, the oldest first, as their reader sees them. */
export async function mailsTo(test: TestApp, email: string): Promise<readonly ReadMail[]> {
  const rows = await test.owner.query<{
    id: Id<"mail">;
    tenantId: TenantId;
    kind: string;
    content: Buffer;
  }>({
    text: `select id, tenant_id as "tenantId", kind, content from mails where content is not null order by created_at, id`,
  });
  return rows
    .map(({ kind, ...sealed }) => ({ kind, ...openLetter(test.keyring, sealed) }))
    .filter(({ to }) => to === email)
    .map(({ kind, text }) => ({ kind, text, token: /\/(svc_inv_[\w-]{43})/.exec(text)?.[1] ?? null }));
}
