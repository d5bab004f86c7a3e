import type { Queryable } from "../../db/database.ts";
import { parseCreated, parseStatuses } from "../../http/list-page.ts";
import { parsePage } from "../../http/pagination.ts";
import { createdWithin, oneOf, readTenantPage } from "../../http/tenant-list.ts";
import { type Id, parsePublicId, publicId, type TenantId } from "../../kit/ids.ts";
import type { MailListQuery } from "./schemas.ts";
import { readMails, readState } from "./store.ts";
import type { MailStatus } from "./types.ts";

/** A mail that waits longer than this is late: the second try was more than half an hour ago. */
export const LATE_AFTER_MS = 45 * 60_000;
/** Failures of this time are counted. */
const FAILURES_OF_MS = 24 * 60 * 60_000;

/** What operators see of mails: never whom they are for, nor what they say. */
export function createMailReports(db: Queryable, canSend: boolean) {
  const view = (row: Awaited<ReturnType<typeof readMails>>[number]) => ({
    object: "mail" as const,
    id: publicId("mail", row.id),
    kind: row.kind,
    status: row.status,
    attempts: row.attempts,
    problem: row.problem,
    nextTryAt: row.status === "WAITING" ? new Date(row.dueAtMs).toISOString() : null,
    createdAt: new Date(row.createdAtMs).toISOString(),
    endedAt: row.endedAtMs === null ? null : new Date(row.endedAtMs).toISOString(),
  });

  return {
    list: async (tenantId: TenantId, query: MailListQuery) => {
      const { createdFromMs, createdToMs } = parseCreated(query);
      const { ids, meta } = await readTenantPage(db, {
        table: "mails",
        tenantId,
        conditions: [
          ...oneOf("status", parseStatuses(query.status) as readonly MailStatus[] | null),
          ...createdWithin(createdFromMs, createdToMs),
        ],
        names: {
          parse: (text) => parsePublicId("mail", text),
          format: (id) => publicId("mail", id as Id<"mail">),
        },
        page: parsePage(query),
      });
      const rows = await readMails(db, tenantId, ids);
      return { data: ids.flatMap((id) => rows.filter((row) => row.id === id).map(view)), meta };
    },

    /** Whether mails leave, in one word, with the figures behind it. */
    state: async (tenantId: TenantId, nowMs: number) => {
      const found = await readState(db, tenantId, nowMs - FAILURES_OF_MS);
      const { waiting, oldestMs, failed } = found;
      const isLate = oldestMs !== null && nowMs - oldestMs > LATE_AFTER_MS;
      const state = !canSend ? "OFF" : isLate ? "LATE" : failed > 0 ? "FAILING" : "WORKING";
      return {
        object: "mail_state" as const,
        state: state as "OFF" | "LATE" | "FAILING" | "WORKING",
        waiting,
        waitingSince: oldestMs === null ? null : new Date(oldestMs).toISOString(),
        failedLastDay: failed,
      };
    },
  };
}
