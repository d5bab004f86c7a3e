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
import * as mentions from "./mentions-store.ts";
import {
  createNamingMails,
  type NamingDeps,
  nameableOperators,
  nameablePeople,
  namedAmong,
  publicOperatorId,
  publicPersonId,
} from "./naming.ts";
import type { NoteBody } from "./schemas.ts";
import { openText, sealText } from "./seal.ts";
import * as store from "./store.ts";
import { findMerchantSubject, findTenantSubject, type SubjectDeps } from "./subjects.ts";

/** Of more notes on one thing the oldest are not shown. */
const SHOWN_MAX = 200;

export interface NotesDeps extends SubjectDeps, NamingDeps {
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
  const mails = createNamingMails(deps);

  /** `named`: the public ids of those whom each note names. */
  const views = async (
    tenantId: TenantId,
    subjectId: string,
    place: string,
    rows: readonly store.NoteRow[],
    named: ReadonlyMap<string, readonly string[]>,
  ) => {
    const authors = rows.map((row) => authorOf(row));
    const nameOf = await readNames(db, tenantId, [], [...authors, ...[...named.values()].flat()]);
    return rows.map((row) => ({
      object: "note" as const,
      id: publicId("note", row.id),
      subjectId,
      author: { id: authorOf(row), name: nameOf(authorOf(row)) },
      text: openText(keyring, place, row),
      mentions: (named.get(row.id) ?? []).map((id) => ({ id, name: nameOf(id) })),
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
  const viewOf = async (
    tenantId: TenantId,
    subjectId: string,
    place: string,
    row: store.NoteRow,
    named: readonly string[],
  ) => {
    const [view] = await views(tenantId, subjectId, place, [row], new Map([[row.id, named]]));
    if (view === undefined) throw new Error("a note has a view");
    return view;
  };

  return {
    /** Refuses with RESOURCE_NOT_FOUND and INSUFFICIENT_PERMISSIONS, as `findMerchantSubject`. */
    ofMerchant: async (caller: Caller, text: string) => {
      const { merchantNo, tenantId } = caller;
      const { storedId, id, permission } = await findMerchantSubject(deps, caller, text);
      const rows = await store.readMerchantNotes(db, merchantNo, storedId, SHOWN_MAX);
      const noteIds = rows.map((row) => row.id);
      const named = byNote("person", await mentions.readMentions(db, merchantNo, noteIds));
      const notes = await views(tenantId, id, merchantPlace(merchantNo, storedId), rows, named);
      const able = await nameablePeople(db, caller, permission);
      const colleagues = able.map((one) => ({ id: publicPersonId(one), name: one.name }));
      return { object: "notes" as const, subjectId: id, notes, colleagues };
    },

    /**
     * Whoever is named finds it among their mentions and gets a mail; the writer's own mentions on this are done. Refuses
     * as `ofMerchant`, and with VALIDATION_ERROR whom the note cannot name.
     */
    writeForMerchant: async ({ caller, facts, claim }: MerchantWriter, text: string, note: NoteBody) => {
      const { merchantNo, tenantId, actor } = caller;
      const { storedId, id, permission } = await findMerchantSubject(deps, caller, text);
      const wanted = note.mentions ?? [];
      const able = wanted.length === 0 ? [] : await nameablePeople(db, caller, permission);
      const named = namedAmong(wanted, able, publicPersonId);
      const place = merchantPlace(merchantNo, storedId);
      const row = newRow(actor, place, note.text);
      const view = await viewOf(tenantId, id, place, row, named.map(publicPersonId));
      const nowMs = row.createdAtMs;
      return once(db, keyring, { claim, merchantNo, owner: row.id, nowMs, status: 201 }, async (tx) => {
        await store.insertMerchantNote(tx, merchantNo, storedId, row);
        const about = { id: row.id, subjectId: storedId, subject: id };
        await mentions.insertMentions(
          tx,
          merchantNo,
          about,
          named.map(({ personId }) => personId),
        );
        if (actor.kind === "person") await mentions.endMentionsOn(tx, merchantNo, actor.id, storedId, nowMs);
        await mails.toPeople(tx, caller, { subject: id, by: view.author.name ?? view.author.id }, named);
        const entry = { merchantNo, actor: callerActor(caller, facts), action: "note.written", subject: id };
        await writeAudit(tx, ids, nowMs, entry);
        return view;
      });
    },

    /** Refuses with RESOURCE_NOT_FOUND and INSUFFICIENT_PERMISSIONS, as `findTenantSubject`. */
    ofOperators: async (operator: OperatorCaller, text: string) => {
      const { tenantId } = operator;
      const { id, mayRead } = await findTenantSubject(deps, operator, text);
      const rows = await store.readOperatorNotes(db, tenantId, id, SHOWN_MAX);
      const noteIds = rows.map((row) => row.id);
      const named = byNote("operator", await mentions.readOperatorMentions(db, tenantId, noteIds));
      const notes = await views(tenantId, id, operatorPlace(tenantId, id), rows, named);
      const able = await nameableOperators(db, operator, mayRead);
      const colleagues = able.map((one) => ({ id: publicOperatorId(one), name: one.name }));
      return { object: "notes" as const, subjectId: id, notes, colleagues };
    },

    /** As `writeForMerchant`, for operators. */
    writeForOperators: async ({ operator, actor, claim }: OperatorRequest, text: string, note: NoteBody) => {
      const { tenantId, operatorId, scopeNo } = operator;
      const { id: subject, mayRead } = await findTenantSubject(deps, operator, text);
      const wanted = note.mentions ?? [];
      const able = wanted.length === 0 ? [] : await nameableOperators(db, operator, mayRead);
      const named = namedAmong(wanted, able, publicOperatorId);
      const place = operatorPlace(tenantId, subject);
      const row = newRow({ kind: "operator", id: operatorId }, place, note.text);
      const view = await viewOf(tenantId, subject, place, row, named.map(publicOperatorId));
      const nowMs = row.createdAtMs;
      const options = { claim, merchantNo: scopeNo, owner: row.id, nowMs, status: 201 } as const;
      return once(db, keyring, options, async (tx) => {
        await store.insertOperatorNote(tx, tenantId, subject, row);
        await mentions.insertOperatorMentions(
          tx,
          tenantId,
          { id: row.id, item: subject },
          named.map(({ id }) => id),
        );
        await mentions.endOperatorMentionsOn(tx, tenantId, operatorId, subject, nowMs);
        await mails.toOperators(tx, operator, view.author.name ?? view.author.id, named);
        await writeAudit(tx, ids, nowMs, { tenantId, actor, action: "note.written", subject });
        return view;
      });
    },
  };
}

/** The public ids of those whom each note names. */
function byNote<Kind extends "person" | "operator">(
  kind: Kind,
  rows: readonly mentions.NamedIn<Kind>[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { noteId, accountId } of rows)
    found.set(noteId, [...(found.get(noteId) ?? []), publicId(kind, accountId)]);
  return found;
}

const merchantPlace = (merchantNo: number, storedId: string): string =>
  `notes.content ${merchantNo} ${storedId}`;
const operatorPlace = (tenantId: TenantId, subject: string): string =>
  `work_notes.content ${tenantId} ${subject}`;

const authorOf = ({ authorKind, authorId }: store.NoteRow): string =>
  formatActor({ kind: authorKind, id: authorId } as AccountActor);
