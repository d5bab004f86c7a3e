import type { PeoplePort } from "../../http/route.ts";
import type { Auth } from "../log-in/index.ts";
import type { Outbox } from "../mail/index.ts";
import type { Module } from "../module.ts";
import type { Persons } from "../persons/index.ts";
import { type Acceptance, createAcceptance } from "./acceptance.ts";
import { acceptanceRoutes } from "./acceptance-routes.ts";
import { createInvitationMail } from "./invitation-mail.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { createInvitations, type InvitationsDeps, type IssueInvitation } from "./invitations.ts";
import { memberLogInRoutes } from "./log-in-routes.ts";
import { createMemberLogIns } from "./log-ins.ts";
import { createMembers } from "./members.ts";
import { createPeopleAt, type PeopleAtDeps } from "./parts.ts";
import { createMemberRecovery, type RecoveryDeps } from "./recovery.ts";
import { recoveryRoutes } from "./recovery-routes.ts";
import { memberRoutes } from "./routes.ts";
import { tenantMemberRoutes } from "./tenant-routes.ts";

/** Path of the page that opens an invitation; the token is appended. */
const INVITE_PATH = "/invite";

export interface MembersModuleDeps extends Omit<InvitationsDeps, "mail" | "joinUrl">, PeopleAtDeps {
  readonly outbox: Outbox;
  readonly persons: Persons;
  readonly changes: RecoveryDeps["changes"];
  readonly personLoggedIn: Auth["personLoggedIn"];
  /** Public address of the service, without a trailing slash. */
  readonly publicUrl: string;
}

export interface MembersModule extends Module {
  readonly issueInvitation: IssueInvitation;
  readonly acceptance: Acceptance;
  readonly personAt: PeoplePort["personAt"];
}

export function createMembersModule(deps: MembersModuleDeps): MembersModule {
  const mail = createInvitationMail(deps.outbox);
  const invitations = createInvitations({ ...deps, mail, joinUrl: `${deps.publicUrl}${INVITE_PATH}` });
  const acceptance = createAcceptance(deps);
  return {
    acceptance,
    issueInvitation: invitations.issue,
    personAt: createPeopleAt(deps),
    routes: [
      ...memberRoutes(createMembers(deps)),
      ...memberLogInRoutes(createMemberLogIns(deps)),
      ...invitationRoutes(invitations),
      ...acceptanceRoutes(acceptance, deps.personLoggedIn),
      ...recoveryRoutes(createMemberRecovery(deps)),
      ...tenantMemberRoutes(deps),
    ],
  };
}
