import { type KeptMail, listKeptMails } from "../../src/modules/mail/kept-mails.ts";
import { linksIn } from "../../src/modules/mail/outbox-page.tsx";
import type { TestApp } from "./app.ts";

/** The mails to an address, newest first, each with the link that it holds; null where it holds none. */
export async function mailsTo(
  { db, keyring }: Pick<TestApp, "db" | "keyring">,
  email: string,
): Promise<readonly (KeptMail & { readonly link: string | null })[]> {
  const mails = await listKeptMails(db, keyring);
  return mails
    .filter(({ to }) => to === email)
    .map((mail) => ({ ...mail, link: linksIn(mail.text)[0] ?? null }));
}
