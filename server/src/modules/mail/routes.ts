import { Type } from "typebox";
import { operatorRoute, type Route } from "../../http/route.ts";
import type { createMailReports } from "./reports.ts";
import { MailListQuery, MailSchema, MailStateSchema } from "./schemas.ts";

const common = {
  method: "GET",
  tag: "Mails",
  permission: "tenant.merchants.read",
  successStatus: 200,
  idempotency: "none",
  errors: [],
} as const;

/** Whether mails reach people, for operators. */
export function mailRoutes(reports: ReturnType<typeof createMailReports>): readonly Route[] {
  return [
    operatorRoute({
      ...common,
      path: "/tenant/mails",
      operationId: "listMails",
      summary: "List mails",
      description:
        "Mails of the last 30 days to the tenant's operators and its merchants' people, newest first. Neither the reader nor the text is shown: a mail may hold a link that opens an account.",
      list: true,
      schemas: { query: MailListQuery, response: Type.Array(MailSchema) },
      examples: {
        data: [
          {
            object: "mail",
            id: "mail_01kf0v0d1qf0w8x3z5c7b9n1m2",
            kind: "PAYOUT_FAILED",
            status: "FAILED",
            attempts: 1,
            problem: "RCPT TO 550 5.1.1",
            nextTryAt: null,
            createdAt: "2026-01-15T08:00:00.000Z",
            endedAt: "2026-01-15T08:00:02.000Z",
          },
        ],
      },
      handle: ({ operator, query }) => reports.list(operator.tenantId, query),
    }),
    operatorRoute({
      ...common,
      path: "/tenant/mails/state",
      operationId: "getMailState",
      summary: "Get the state of outgoing mail",
      description: "One word for the state, with the mails that wait and those that failed within a day.",
      schemas: { response: MailStateSchema },
      examples: {
        data: {
          object: "mail_state",
          state: "FAILING",
          waiting: 2,
          waitingSince: "2026-01-15T08:00:00.000Z",
          failedLastDay: 1,
        },
      },
      handle: async ({ operator, facts }) => ({
        data: await reports.state(operator.tenantId, facts.nowMs),
      }),
    }),
  ];
}
