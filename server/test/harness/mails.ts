import { type Id, publicId } from "../../src/kit/ids.ts";
import { linksIn } from "../../src/modules/mail/outbox-page.tsx";
import { openLetter } from "../../src/modules/mail/seal.ts";
import type { Letter, MailKind } from "../../src/modules/mail/types.ts";
import type { TestApp } from "./app.ts";

export interface ReadMail extends Letter {
  readonly id: string;
  readonly kind: MailKind;
  /** The address in it; null where it holds none. */
  readonly link: string | null;
  /** The end of a link that works once; null for other links. */
  readonly token: string | null;
}

/** The mails to an address that wait or were sent, oldest first, as their reader gets them. */
export async function mailsTo(
  { owner, keyring }: Pick<TestApp, "owner" | "keyring">,
  address: string,
): Promise<readonly ReadMail[]> {
  const rows = await owner.query<
    Parameters<typeof openLetter>[1] & { readonly id: Id<"mail">; readonly kind: MailKind }
  >({
    text: `select id, tenant_id as "tenantId", kind, content from mails where content is not null order by id`,
  });
  return rows
    .map(({ kind, ...row }) => ({ id: publicId("mail", row.id), kind, ...openLetter(keyring, row) }))
    .filter(({ to }) => to === address)
    .map((mail) => {
      const link = linksIn(mail.text)[0] ?? null;
      return { ...mail, link, token: /\/(svc_[\w-]+)$/.exec(link ?? "")?.[1] ?? null };
    });
}

/** The last part of the link in the newest mail to an address. */
export async function linkTokenTo(test: TestApp, address: string, path: string): Promise<string> {
  const mail = (await mailsTo(test, address)).findLast(({ link }) => link?.includes(`${path}/`));
  if (mail?.token == null) throw new Error(`no mail with a link to ${path}`);
  return mail.token;
}
