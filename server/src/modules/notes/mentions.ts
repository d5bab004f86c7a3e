import type { Database } from "../../db/database.ts";
import { readNames } from "../../db/names.ts";
import { errors } from "../../http/errors.ts";
import type { AccountCaller, RequestFacts } from "../../http/route.ts";
import type { AccountActor } from "../../kit/actor.ts";
import { formatActor } from "../../kit/actor.ts";
import { isoTime } from "../../kit/clock.ts";
import { type Id, isUuid, type MerchantId, publicId, type TenantId } from "../../kit/ids.ts";
import { permissionsAt } from "../members/index.ts";
import * as store from "./mentions-store.ts";
import { noteIdOf } from "./naming.ts";

/** Of more open mentions the oldest are not shown. */
const SHOWN_MAX = 100;

/** The notes that name the reader, until they are ticked off. What they say is read where they stand. */
export function createMentions({ db }: { readonly db: Database }) {
  const views = async (tenantId: TenantId, rows: readonly store.OpenMention[]) => {
    const authorOf = ({ authorKind: kind, authorId: id }: store.OpenMention): string =>
      formatActor({ kind, id } as AccountActor);
    const nameOf = await readNames(db, tenantId, [], rows.map(authorOf));
    return rows.map((row) => ({
      object: "mention" as const,
      noteId: publicId("note", row.noteId),
      subjectId: row.subject,
      mode: row.mode,
      author: { id: authorOf(row), name: nameOf(authorOf(row)) },
      createdAt: isoTime(row.createdAtMs),
    }));
  };

  /** Refuses with RESOURCE_NOT_FOUND operators, and with INVALID_MERCHANT_SCOPE who does not work there. */
  const personAt = async ({ audience, id }: AccountCaller, merchantId: string) => {
    if (audience !== "merchant") throw errors.RESOURCE_NOT_FOUND();
    const personId = id as Id<"person">;
    const own = isUuid(merchantId) ? await permissionsAt(db, merchantId as MerchantId, personId) : null;
    if (own === null) throw errors.INVALID_MERCHANT_SCOPE();
    return { personId, merchantId: merchantId as MerchantId };
  };
  /** Refuses with RESOURCE_NOT_FOUND who is no operator. */
  const operatorOf = ({ audience, id }: AccountCaller): Id<"operator"> => {
    if (audience !== "operator") throw errors.RESOURCE_NOT_FOUND();
    return id as Id<"operator">;
  };

  return {
    /** The newest first. Refuses with INVALID_MERCHANT_SCOPE and RESOURCE_NOT_FOUND. */
    ofPerson: async (account: AccountCaller, merchant: string) => {
      const { personId, merchantId } = await personAt(account, merchant);
      const rows = await store.readOpenMentions(db, merchantId, personId, SHOWN_MAX);
      return views(account.tenantId, rows);
    },

    /** Refuses with RESOURCE_NOT_FOUND. */
    ofOperator: async (account: AccountCaller) => {
      const { tenantId } = account;
      return views(
        tenantId,
        await store.readOpenOperatorMentions(db, tenantId, operatorOf(account), SHOWN_MAX),
      );
    },

    /** Ticks one off. Refuses as `ofPerson`, and with RESOURCE_NOT_FOUND where none is open. */
    endOfPerson: async (account: AccountCaller, merchant: string, note: string, { nowMs }: RequestFacts) => {
      const { personId, merchantId } = await personAt(account, merchant);
      const noteId = noteIdOf(note);
      const isEnded = await db.transaction((tx) => store.endMention(tx, merchantId, personId, noteId, nowMs));
      if (!isEnded) throw errors.RESOURCE_NOT_FOUND();
    },

    /** Refuses with RESOURCE_NOT_FOUND. */
    endOfOperator: async (account: AccountCaller, note: string, { nowMs }: RequestFacts) => {
      const { tenantId } = account;
      const operatorId = operatorOf(account);
      const noteId = noteIdOf(note);
      const isEnded = await db.transaction((tx) =>
        store.endOperatorMention(tx, tenantId, operatorId, noteId, nowMs),
      );
      if (!isEnded) throw errors.RESOURCE_NOT_FOUND();
    },
  };
}
