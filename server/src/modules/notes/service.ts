import { writeAudit } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import { readNames } from "../../db/names.ts";
import { once } from "../../http/idempotency.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import {
  type Caller,
  callerActor,
  type IdempotencyClaim,
  type OperatorCaller,
  type RequestFacts,
} from "../../http/route.ts";
import { type AccountActor, formatActor } from "../../kit/actor.ts";
import { type Clock, isoTime } from "../../kit/clock.ts";
import { type IdSource, publicId, type TenantId } from "../../kit/ids.ts";
import { openText, sealText } from "./seal.ts";
import * as store from "./store.ts";
import { findMerchantSubject, findTenantSubject, type SubjectDeps } from "./subjects.ts";

/** Of more notes on one thing the oldest are not shown. */
const SHOWN_MAX = 200;

export interface NotesDeps extends SubjectDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Who writes for a merchant, and under which key a repeat is the same note. */
export interface MerchantWriter {
  readonly caller: Caller;
  readonly facts: RequestFacts;
  readonly claim: IdempotencyClaim | null;
}

/** Notes of a merchant's people and programs, and notes of operators: two worlds with one shape. */
export function createNotes(deps: NotesDeps) {
  const { db, keyring, clock, ids } = deps;

  const views = async (
    tenantId: TenantId,
    subjectId: string,
    place: string,
    rows: readonly store.NoteRow[],
  ) => {
    const authors = rows.map((row) => authorOf(row));
    const nameOf = await readNames(db, tenantId, [], authors);
    return rows.map((row) => ({
      object: "note" as const,
      id: publicId("note", row.id),
      subjectId,
      author: { id: authorOf(row), name: nameOf(authorOf(row)) },
      text: openText(keyring, place, row),
      createdAt: isoTime(row.createdAtMs),
    }));
  };

  /** A new row, with its text sealed. */
  const newRow = (author: AccountActor, place: string, text: string): store.NoteRow => {
    const id = ids.next("note");
    const content = sealText(keyring, place, id, text);
    return { id, authorKind: author.kind, authorId: author.id, content, createdAtMs: clock.nowMs() };
  };

  /** Names are read before the transaction, because people are not named anew within it. */
  const viewOf = async (tenantId: TenantId, subjectId: string, place: string, row: store.NoteRow) => {
    const [view] = await views(tenantId, subjectId, place, [row]);
    if (view === undefined) throw new Error("a note has a view");
    return view;
  };

  return {
    /** Refuses with RESOURCE_NOT_FOUND and INSUFFICIENT_PERMISSIONS, as `findMerchantSubject`. */
    ofMerchant: async (caller: Caller, text: string) => {
      const { merchantNo, tenantId } = caller;
      const { storedId, id } = await findMerchantSubject(deps, caller, text);
      const rows = await store.readMerchantNotes(db, merchantNo, storedId, SHOWN_MAX);
      const notes = await views(tenantId, id, merchantPlace(merchantNo, storedId), rows);
      return { object: "notes" as const, subjectId: id, notes };
    },

    /** Refuses as `ofMerchant`. */
    writeForMerchant: async ({ caller, facts, claim }: MerchantWriter, text: string, note: string) => {
      const { merchantNo, tenantId, actor } = caller;
      const { storedId, id } = await findMerchantSubject(deps, caller, text);
      const place = merchantPlace(merchantNo, storedId);
      const row = newRow(actor, place, note);
      const view = await viewOf(tenantId, id, place, row);
      const nowMs = row.createdAtMs;
      return once(db, keyring, { claim, merchantNo, owner: row.id, nowMs, status: 201 }, async (tx) => {
        await store.insertMerchantNote(tx, merchantNo, storedId, row);
        const entry = { merchantNo, actor: callerActor(caller, facts), action: "note.written", subject: id };
        await writeAudit(tx, ids, nowMs, entry);
        return view;
      });
    },

    /** Refuses with RESOURCE_NOT_FOUND and INSUFFICIENT_PERMISSIONS, as `findTenantSubject`. */
    ofOperators: async (operator: OperatorCaller, text: string) => {
      const { tenantId } = operator;
      const subject = await findTenantSubject(deps, operator, text);
      const rows = await store.readOperatorNotes(db, tenantId, subject, SHOWN_MAX);
      const notes = await views(tenantId, subject, operatorPlace(tenantId, subject), rows);
      return { object: "notes" as const, subjectId: subject, notes };
    },

    /** Refuses as `ofOperators`. */
    writeForOperators: async ({ operator, actor, claim }: OperatorRequest, text: string, note: string) => {
      const { tenantId, operatorId, scopeNo } = operator;
      const subject = await findTenantSubject(deps, operator, text);
      const place = operatorPlace(tenantId, subject);
      const row = newRow({ kind: "operator", id: operatorId }, place, note);
      const view = await viewOf(tenantId, subject, place, row);
      const nowMs = row.createdAtMs;
      const options = { claim, merchantNo: scopeNo, owner: row.id, nowMs, status: 201 } as const;
      return once(db, keyring, options, async (tx) => {
        await store.insertOperatorNote(tx, tenantId, subject, row);
        await writeAudit(tx, ids, nowMs, { tenantId, actor, action: "note.written", subject });
        return view;
      });
    },
  };
}

const merchantPlace = (merchantNo: number, storedId: string): string =>
  `notes.content ${merchantNo} ${storedId}`;
const operatorPlace = (tenantId: TenantId, subject: string): string =>
  `work_notes.content ${tenantId} ${subject}`;

const authorOf = ({ authorKind, authorId }: store.NoteRow): string =>
  formatActor({ kind: authorKind, id: authorId } as AccountActor);
