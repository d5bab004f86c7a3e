export type { Acceptance } from "./acceptance.ts";
export { memberErrors } from "./errors.ts";
export { issuedOwnerExample } from "./examples.ts";
export { addFirstOwner } from "./first-owner.ts";
export type { IssueInvitation } from "./invitations.ts";
export { createMembersModule } from "./module.ts";
export { movesLiveMoney, personGivesWithin } from "./parts.ts";
export { IssuedInvitationSchema, OwnerInvitationBody } from "./schemas.ts";
export { countMembers } from "./store.ts";
