import { openLetter } from "../../src/modules/mail/seal.ts";
import type { Letter } from "../../src/modules/mail/types.ts";
import type { TestApp } from "./app.ts";

/** The mails to an address that wait or were sent, oldest first, as their reader gets them. */
export async function mailsTo(test: TestApp, address: string): Promise<readonly Letter[]> {
  const rows = await test.owner.query<Parameters<typeof openLetter>[1]>({
    text: `select id, tenant_id as "tenantId", content from mails where content is not null order by id`,
  });
  return rows.map((row) => openLetter(test.keyring, row)).filter(({ to }) => to === address);
}

/** The last part of the link in the newest mail to an address. */
export async function linkTokenTo(test: TestApp, address: string, path: string): Promise<string> {
  const letter = (await mailsTo(test, address)).at(-1);
  const [, token] = new RegExp(`${path}/([\\w-]+)`).exec(letter?.text ?? "") ?? [];
  if (token === undefined) throw new Error(`no mail with a link to ${path}`);
  return token;
}
