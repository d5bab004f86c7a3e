import { type Static, Type } from "typebox";
import { createdQuery, StatusList } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
import { Instant, Nullable, OneOf } from "../../http/schemas.ts";
import { mailStatuses } from "./types.ts";

export const MailListQuery = Type.Object(
  { ...pageQuery, ...createdQuery, status: Type.Optional(StatusList(mailStatuses)) },
  { additionalProperties: false },
);
export type MailListQuery = Static<typeof MailListQuery>;

export const MailSchema = Type.Object({
  object: Type.Literal("mail"),
  id: Type.String(),
  kind: Type.String({ description: "What it says: `PASSWORD_RESET`, `PAYOUT_FAILED`, …" }),
  status: OneOf(mailStatuses, {
    description: "SENT: the mail server has taken it. FAILED: it will not be tried again.",
  }),
  attempts: Type.Integer(),
  problem: Nullable(
    Type.String({ description: "What the mail server answered last, as codes; its words name addresses." }),
  ),
  nextTryAt: Nullable(Instant),
  createdAt: Instant,
  endedAt: Nullable(Instant),
});
export const MailStateSchema = Type.Object({
  object: Type.Literal("mail_state"),
  state: OneOf(["OFF", "LATE", "FAILING", "WORKING"], {
    description:
      "OFF: the installation has no mail server. LATE: a mail waits for more than 45 minutes. FAILING: mails of the last 24 hours will not be sent.",
  }),
  waiting: Type.Integer({ description: "Mails that are still to be sent." }),
  waitingSince: Nullable(Instant),
  failedLastDay: Type.Integer(),
});
