import type { Queryable, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { hasPermission, type Permission, type TenantPermission } from "../../http/permissions.ts";
import type { Caller, OperatorCaller } from "../../http/route.ts";
import { type Id, parsePublicId, publicId } from "../../kit/ids.ts";
import type { Outbox } from "../mail/index.ts";
import { listPeopleAt, type PersonAt } from "../members/index.ts";
import type { Merchants } from "../merchants/index.ts";
import { wantsMail } from "../notifications/index.ts";
import { type OperatorColleague, readOperators } from "./mentions-store.ts";

export interface NamingDeps {
  readonly merchants: Pick<Merchants, "profile">;
  readonly outbox: Outbox;
  /** Public address of the service, without a trailing slash. */
  readonly publicUrl: string;
}

/** Pages of what a merchant's notes are about, by the mark of its id. */
const folders: Readonly<Record<string, string>> = {
  pi: "payments",
  po: "payouts",
  plink: "links",
  ben: "beneficiaries",
};

/** The people of the merchant whom a note on something can name: whoever may read it, but the writer. */
export async function nameablePeople(
  db: Queryable,
  { merchantId, mode, actor }: Caller,
  permission: Permission,
): Promise<readonly PersonAt[]> {
  const people = await listPeopleAt(db, merchantId, mode);
  return people.filter(
    ({ personId, permissions }) => personId !== actor.id && hasPermission(permissions, permission),
  );
}

/** The operators whom a note can name: whoever may read what it is about, but the writer. */
export async function nameableOperators(
  db: Queryable,
  { tenantId, operatorId }: OperatorCaller,
  mayRead: (permissions: readonly TenantPermission[]) => boolean,
): Promise<readonly OperatorColleague[]> {
  const operators = await readOperators(db, tenantId);
  return operators.filter(
    ({ id, permissions }) => id !== operatorId && mayRead(permissions as readonly TenantPermission[]),
  );
}

/** Those of `able` whom a note names. Refuses with VALIDATION_ERROR anybody else. Pure. */
export function namedAmong<Colleague>(
  named: readonly string[],
  able: readonly Colleague[],
  idOf: (colleague: Colleague) => string,
): readonly Colleague[] {
  return [...new Set(named)].map((id) => {
    const found = able.find((colleague) => idOf(colleague) === id);
    if (found !== undefined) return found;
    const message = "can name whoever may read this, but the writer";
    throw errors.VALIDATION_ERROR({ fields: [{ path: "mentions", rule: "colleague", message }] });
  });
}

export const publicPersonId = ({ personId }: Pick<PersonAt, "personId">): string =>
  publicId("person", personId);
export const publicOperatorId = ({ id }: Pick<OperatorColleague, "id">): string => publicId("operator", id);
export const noteIdOf = (text: string): Id<"note"> => {
  const id = parsePublicId("note", text);
  if (id === null) throw errors.RESOURCE_NOT_FOUND();
  return id;
};

/** Queues the mails to those who are named, in the transaction of the note. They say who and where, and not what. */
export function createNamingMails({ merchants, outbox, publicUrl }: NamingDeps) {
  return {
    toPeople: async (
      tx: Transaction,
      { tenantId, merchantId, merchantNo, mode }: Caller,
      { subject, by }: { readonly subject: string; readonly by: string },
      named: readonly PersonAt[],
    ): Promise<void> => {
      if (named.length === 0) return;
      const { displayName: merchant } = await merchants.profile(merchantNo);
      const folder = folders[subject.split("_")[0] ?? ""];
      const root = `${publicUrl}/dashboard/${merchantId}/${mode.toLowerCase()}`;
      const url = folder === undefined ? root : `${root}/${folder}/${subject}`;
      const wants = await wantsMail(tx, merchantId, mode, "NOTE_MENTION");
      for (const { personId, ...to } of named)
        if (wants(personId))
          await outbox.queueMail(tx, {
            tenantId,
            to,
            content: { kind: "NOTE_MENTION", merchant, mode, url, by },
          });
    },

    toOperators: async (
      tx: Transaction,
      { tenantId }: OperatorCaller,
      by: string,
      named: readonly OperatorColleague[],
    ): Promise<void> => {
      const url = `${publicUrl}/console/work?named=1`;
      for (const to of named)
        await outbox.queueMail(tx, { tenantId, to, content: { kind: "OPERATOR_NOTE_MENTION", url, by } });
    },
  };
}
