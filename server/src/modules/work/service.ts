import { writeAudit } from "../../db/audit.ts";
import type { Database, Queryable, Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import type { OperatorRequest } from "../../http/operator-request.ts";
import { hasPermission } from "../../http/permissions.ts";
import type { OperatorCaller } from "../../http/route.ts";
import type { Clock } from "../../kit/clock.ts";
import { type Id, type IdSource, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import type { Locale } from "../../kit/money.ts";
import { changeKindNames, changeKindsFor } from "../change-requests/index.ts";
import { readActiveOperators, readOperatorNames } from "../operators/index.ts";
import { iso } from "../payments/index.ts";
import { workErrors } from "./errors.ts";
import {
  type ItemParts,
  itemText,
  kindRules,
  parseWorkId,
  type WorkKind,
  workId,
  workKinds,
} from "./kinds.ts";
import { type AssignBody, limitOf, type WorkQuery } from "./schemas.ts";
import {
  countWork,
  lockMark,
  readOldest,
  readWork,
  type WorkCount,
  type WorkQuestion,
  type WorkRow,
  writeDone,
  writeTaken,
} from "./store.ts";
import { workCountViews, workItemView } from "./view.ts";

export interface WorkDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** The kinds that an operator may see, or take. Change requests are open to whoever may do one of their kinds. Pure. */
export function kindsFor(permissions: readonly string[], needed: "read" | "manage"): readonly WorkKind[] {
  return workKinds.filter((kind) =>
    kind === "CHANGE_REQUEST"
      ? changeKindsFor(permissions, needed).length > 0
      : hasPermission(permissions, `tenant.${kindRules[kind].area}.${needed}`),
  );
}

/**
 * The kinds of which an operator may see every row: of change requests the others are left out of a figure, because it
 * would say something of them. Pure.
 */
export const whollyReadableKinds = (permissions: readonly string[]): readonly WorkKind[] =>
  kindsFor(permissions, "read").filter(
    (kind) =>
      kind !== "CHANGE_REQUEST" || changeKindsFor(permissions, "read").length === changeKindNames.length,
  );

/** Since when the oldest of each kind waits, for nobody in particular: the reader asks what may be shown. */
export const readOldestWork = (db: Queryable, tenantId: TenantId, nowMs: number) =>
  readOldest(db, { tenantId, nowMs, kinds: workKinds, changeKinds: changeKindNames });

/** Whether an operator with these permissions may see the row of this id. It does not say whether it waits. Pure. */
export function mayReadRow(permissions: readonly string[], text: string): boolean {
  const parts = parseWorkId(text);
  return parts !== null && kindsFor(permissions, "read").includes(parts.kind);
}

/** One queue of everything that waits for an operator. */
export function createWork({ db, clock, ids }: WorkDeps) {
  const questionOf = (
    { tenantId, permissions }: Pick<OperatorCaller, "tenantId" | "permissions">,
    nowMs: number,
  ): WorkQuestion => ({
    tenantId,
    nowMs,
    kinds: kindsFor(permissions, "read"),
    changeKinds: changeKindsFor(permissions, "read"),
  });

  const view = async (
    from: Queryable,
    { operatorId, tenantId }: OperatorCaller,
    locale: Locale,
    rows: readonly WorkRow[],
    nowMs: number,
  ) => {
    const people = rows.flatMap(({ takenBy, proposedBy }) =>
      [takenBy, proposedBy].filter((id) => id !== null),
    );
    const names = await readOperatorNames(from, tenantId, people);
    return rows.map((row) => workItemView(row, { operatorId, nowMs, locale, names }));
  };

  /** The row under this id, when it waits and the operator may see it; else null. */
  const find = async (from: Queryable, operator: OperatorCaller, text: string, nowMs: number) => {
    const parts = parseWorkId(text);
    const question = questionOf(operator, nowMs);
    if (parts === null || !question.kinds.includes(parts.kind)) return null;
    const item = itemText(parts);
    const [row] = await readWork(from, { ...question, kinds: [parts.kind], item }, 1);
    return row === undefined ? null : { row, parts, item };
  };
  const mustFind = async (from: Queryable, operator: OperatorCaller, text: string, nowMs: number) => {
    const found = await find(from, operator, text, nowMs);
    if (found === null) throw errors.RESOURCE_NOT_FOUND();
    return found;
  };

  /**
   * Changes the mark of one row under its lock: of two operators one comes first, and the other sees who. `act` returns
   * what was done, for the audit log; null: nothing. Returns the row as it was shown last, with the new mark.
   */
  const change = (
    { operator, actor, locale }: OperatorRequest,
    text: string,
    act: (tx: Transaction, found: FoundRow, nowMs: number) => Promise<Done | null>,
  ) => {
    const { tenantId } = operator;
    const nowMs = clock.nowMs();
    return db.transaction(async (tx) => {
      const { item, parts } = await mustFind(tx, operator, text, nowMs);
      mustManage(operator, parts.kind);
      await lockMark(tx, tenantId, item, nowMs);
      const found = await mustFind(tx, operator, text, nowMs);
      const done = await act(tx, found, nowMs);
      const subject = workId(found.parts);
      if (done !== null) await writeAudit(tx, ids, nowMs, { tenantId, actor, action: done.action, subject });
      const [shown] = await view(tx, operator, locale, [{ ...found.row, ...done?.mark }], nowMs);
      if (shown === undefined) throw new Error("a row has a view");
      return shown;
    });
  };

  return {
    /** What waits and how much, the oldest first. */
    list: async ({ operator, locale }: Pick<OperatorRequest, "operator" | "locale">, query: WorkQuery) => {
      const nowMs = clock.nowMs();
      const all = questionOf(operator, nowMs);
      const asked = {
        ...all,
        kinds: all.kinds.filter((kind) => query.kind === undefined || query.kind === kind),
        mode: query.mode,
        merchantId: query.merchantId,
        takenBy:
          query.taken === "ME"
            ? operator.operatorId
            : query.taken === "NOBODY"
              ? ("nobody" as const)
              : undefined,
      };
      const limit = limitOf(query);
      const counts = workCountViews(await countWork(db, { ...all, mode: query.mode }), locale);
      const rows = asked.kinds.length === 0 ? [] : await readWork(db, asked, limit + 1);
      return {
        object: "work" as const,
        asOf: iso(nowMs),
        count: counts.reduce((total, { count }) => total + count, 0),
        overdue: counts.reduce((total, { overdue }) => total + overdue, 0),
        counts: [...counts],
        items: await view(db, operator, locale, rows.slice(0, limit), nowMs),
        hasMore: rows.length > limit,
      };
    },

    /** One row. Refuses with RESOURCE_NOT_FOUND what does not wait, or not for somebody like this operator. */
    get: async ({ operator, locale }: Pick<OperatorRequest, "operator" | "locale">, text: string) => {
      const nowMs = clock.nowMs();
      const { row } = await mustFind(db, operator, text, nowMs);
      const [shown] = await view(db, operator, locale, [row], nowMs);
      if (shown === undefined) throw new Error("a row has a view");
      return shown;
    },

    /** How much waits of each kind that the operator may see; for pages that stay open. */
    counts: async (operator: OperatorCaller): Promise<readonly WaitingCount[]> => {
      const counts = workCountViews(await countWork(db, questionOf(operator, clock.nowMs())), "fr");
      return counts.map(({ kind, count, overdue }) => ({ kind, count, overdue }));
    },

    /** All of it in three numbers, for who is not logged in; null: nothing waits. */
    waiting: async (
      { tenantId, permissions }: Pick<OperatorCaller, "tenantId" | "permissions">,
      nowMs: number,
    ): Promise<{ readonly count: number; readonly overdue: number; readonly oldestMs: number } | null> => {
      const question = questionOf({ tenantId, permissions }, nowMs);
      const counts = question.kinds.length === 0 ? [] : await countWork(db, question);
      if (counts.length === 0) return null;
      const sum = (of: (each: WorkCount) => number) => counts.reduce((total, each) => total + of(each), 0);
      return {
        count: sum(({ count }) => count),
        overdue: sum(({ overdue }) => overdue),
        oldestMs: Math.min(...counts.map(({ oldestMs }) => oldestMs)),
      };
    },

    /** Whether a row with this id waits for somebody like this operator. */
    waits: async (operator: OperatorCaller, text: string): Promise<boolean> =>
      (await find(db, operator, text, clock.nowMs())) !== null,

    /**
     * Takes a row, or takes it over from a colleague who is named. Refuses with RESOURCE_NOT_FOUND,
     * INSUFFICIENT_PERMISSIONS and WORK_TAKEN.
     */
    take: (request: OperatorRequest, text: string, from: string | undefined) =>
      change(request, text, async (tx, { row: { takenBy }, item }, nowMs) => {
        const { operatorId, tenantId } = request.operator;
        if (takenBy === operatorId) return null;
        if (takenBy !== null) await mustBeNamed(tx, tenantId, takenBy, from);
        await writeTaken(tx, tenantId, item, operatorId, nowMs);
        return { action: "work.taken", mark: { takenBy: operatorId, takenAtMs: nowMs } };
      }),

    /**
     * Gives a row to a colleague, who may look after such things. Refuses with RESOURCE_NOT_FOUND,
     * INSUFFICIENT_PERMISSIONS, WORK_COLLEAGUE_UNABLE, and WORK_TAKEN what a third person has who is not named.
     */
    assign: (request: OperatorRequest, text: string, { operatorId, from }: AssignBody) =>
      change(request, text, async (tx, { row: { takenBy }, parts, item }, nowMs) => {
        const { tenantId, operatorId: own } = request.operator;
        const colleague = (await ableFor(tx, tenantId, parts.kind)).find(
          ({ id }) => publicId("operator", id) === operatorId,
        );
        if (colleague === undefined) throw workErrors.WORK_COLLEAGUE_UNABLE();
        if (takenBy === colleague.id) return null;
        if (takenBy !== null && takenBy !== own) await mustBeNamed(tx, tenantId, takenBy, from);
        await writeTaken(tx, tenantId, item, colleague.id, nowMs);
        return { action: "work.assigned", mark: { takenBy: colleague.id, takenAtMs: nowMs } };
      }),

    /** Who may look after a row, by name. Refuses with RESOURCE_NOT_FOUND and INSUFFICIENT_PERMISSIONS. */
    colleagues: async (operator: OperatorCaller, text: string) => {
      const { parts } = await mustFind(db, operator, text, clock.nowMs());
      mustManage(operator, parts.kind);
      const able = await ableFor(db, operator.tenantId, parts.kind);
      return able.map(({ id, name }) => ({
        object: "work_colleague" as const,
        id: publicId("operator", id),
        name,
      }));
    },

    /** Refuses with RESOURCE_NOT_FOUND and WORK_NOT_TAKEN. */
    giveBack: (request: OperatorRequest, text: string) =>
      change(request, text, async (tx, { row: { takenBy }, item }, nowMs) => {
        const { operatorId, tenantId } = request.operator;
        if (takenBy !== operatorId) throw workErrors.WORK_NOT_TAKEN();
        await writeTaken(tx, tenantId, item, null, nowMs);
        return { action: "work.given_back", mark: { takenBy: null, takenAtMs: null } };
      }),

    /** Somebody has seen to what does not end by itself. Refuses with RESOURCE_NOT_FOUND and WORK_ENDS_BY_ITSELF. */
    done: (request: OperatorRequest, text: string) =>
      change(request, text, async (tx, { row, parts, item }, nowMs) => {
        const { operatorId, tenantId } = request.operator;
        if (kindRules[parts.kind].endsByHand !== true) throw workErrors.WORK_ENDS_BY_ITSELF();
        // A mark counts from when the thing waits, also where two clocks differ a little.
        await writeDone(tx, tenantId, item, operatorId, Math.max(nowMs, row.sinceMs));
        return { action: "work.done", mark: {} };
      }),
  };
}
/** How much waits of one kind. */
export interface WaitingCount {
  readonly kind: WorkKind;
  readonly count: number;
  readonly overdue: number;
}
export type Work = ReturnType<typeof createWork>;

interface FoundRow {
  readonly row: WorkRow;
  readonly parts: ItemParts;
  readonly item: string;
}

/** What was done to a row, and what changed of its mark. */
interface Done {
  readonly action: string;
  readonly mark: Partial<Pick<WorkRow, "takenBy" | "takenAtMs">>;
}

/** Refuses with INSUFFICIENT_PERMISSIONS who may only see rows of this kind. */
function mustManage({ permissions }: Pick<OperatorCaller, "permissions">, kind: WorkKind): void {
  if (!kindsFor(permissions, "manage").includes(kind))
    throw errors.INSUFFICIENT_PERMISSIONS({ required: `tenant.${kindRules[kind].area}.manage` });
}

/** Refuses with WORK_TAKEN to take a row from somebody whom the request does not name. */
async function mustBeNamed(
  tx: Transaction,
  tenantId: TenantId,
  takenBy: Id<"operator">,
  from: string | undefined,
): Promise<void> {
  if (takenBy === operatorOf(from)) return;
  const names = await readOperatorNames(tx, tenantId, [takenBy]);
  throw workErrors.WORK_TAKEN({
    takenBy: { id: publicId("operator", takenBy), name: names.get(takenBy) ?? "" },
  });
}

/** The operators who may look after rows of this kind, by name. */
async function ableFor(from: Queryable, tenantId: TenantId, kind: WorkKind) {
  const active = await readActiveOperators(from, tenantId);
  return active.filter(({ permissions }) => kindsFor(permissions, "manage").includes(kind));
}

const operatorOf = (text: string | undefined): Id<"operator"> | null =>
  text === undefined ? null : parsePublicId("operator", text);
