import type { Outbox } from "../mail/index.ts";
import type { Module } from "../module.ts";
import { createInvitationMail } from "./invitation-mail.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { createInvitations, type InvitationsDeps, type IssueInvitation } from "./invitations.ts";
import { createMembers } from "./members.ts";
import { memberRoutes } from "./routes.ts";

/** Path of the page that opens an invitation; the token is appended. */
const INVITE_PATH = "/invite";

export interface MembersModuleDeps extends Omit<InvitationsDeps, "mail" | "joinUrl"> {
  readonly outbox: Outbox;
  /** Public address of the service, without a trailing slash. */
  readonly publicUrl: string;
}

export interface MembersModule extends Module {
  readonly issueInvitation: IssueInvitation;
}

export function createMembersModule({ outbox, publicUrl, ...deps }: MembersModuleDeps): MembersModule {
  const mail = createInvitationMail(outbox);
  const invitations = createInvitations({ ...deps, mail, joinUrl: `${publicUrl}${INVITE_PATH}` });
  return {
    issueInvitation: invitations.issue,
    routes: [...memberRoutes(createMembers(deps)), ...invitationRoutes(invitations)],
  };
}
