import { errors } from "../../http/errors.ts";
import { accountRoute, type Route, visitorRoute } from "../../http/route.ts";
import { type Auth, logInErrors, OwnAccountSchema } from "../log-in/index.ts";
import { personErrors } from "../persons/index.ts";
import type { Acceptance } from "./acceptance.ts";
import { memberErrors } from "./errors.ts";
import { memberExample, tokenExample } from "./examples.ts";
import { membersTag as tag } from "./routes.ts";
import {
  AcceptBody,
  InvitationPageSchema,
  InvitationTokenBody,
  JoinParams,
  MemberSchema,
} from "./schemas.ts";

/** The page of an invitation's link: what it shows, and how somebody joins. */
export function acceptanceRoutes(
  acceptance: Acceptance,
  personLoggedIn: Auth["personLoggedIn"],
): readonly Route[] {
  return [
    visitorRoute({
      method: "POST",
      path: "/auth/merchant/invitations/read",
      operationId: "readInvitation",
      tag,
      summary: "Read an invitation by its link",
      description: "For the page of the link: looking at it does not use it up.",
      successStatus: 200,
      errors: [memberErrors.INVITATION_INVALID],
      idempotency: "none",
      countsAs: "login",
      schemas: { body: InvitationTokenBody, response: InvitationPageSchema },
      examples: {
        body: { token: tokenExample },
        data: {
          object: "invitation_page",
          email: "awa@example.com",
          merchantName: "Maison Akwaba",
          hasAccount: false,
          expiresAt: "2026-01-17T08:00:00.000Z",
        },
      },
      handle: async ({ body, facts }) => ({ data: await acceptance.read(body.token, facts.nowMs) }),
    }),
    visitorRoute({
      method: "POST",
      path: "/auth/merchant/invitations/accept",
      operationId: "acceptInvitation",
      tag,
      summary: "Join a merchant by a link",
      description:
        "Somebody without an account chooses a name and a password; somebody with one logs in with the password, and the second factor where there is one. Sets the cookie of a log-in, and uses the link up. Set up a second factor or a passkey afterwards: without one, whatever moves money in live mode waits.",
      successStatus: 200,
      errors: [
        memberErrors.INVITATION_INVALID,
        memberErrors.INVITATION_OF_ANOTHER,
        memberErrors.MEMBER_EXISTS,
        personErrors.PERSON_EMAIL_TAKEN,
        logInErrors.INVALID_CREDENTIALS,
        logInErrors.SECOND_FACTOR_REQUIRED,
        logInErrors.SECOND_FACTOR_INVALID,
      ],
      idempotency: "none",
      countsAs: "login",
      schemas: { body: AcceptBody, response: OwnAccountSchema },
      examples: {
        body: { token: tokenExample, name: "Awa Diop", password: "cheval batterie agrafe correct" },
      },
      handle: async ({ body, facts }) =>
        personLoggedIn(await acceptance.acceptWithPassword(body, facts), facts),
    }),
    accountRoute({
      method: "POST",
      path: "/auth/:audience/invitations/join",
      operationId: "joinByInvitation",
      tag,
      summary: "Join a merchant with an open log-in",
      description:
        "For somebody who is logged in with the address that was invited, by password or passkey. Uses the link up.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        memberErrors.INVITATION_INVALID,
        memberErrors.INVITATION_OF_ANOTHER,
        memberErrors.MEMBER_EXISTS,
      ],
      idempotency: "none",
      schemas: { params: JoinParams, body: InvitationTokenBody, response: MemberSchema },
      examples: { body: { token: tokenExample }, data: memberExample },
      handle: async ({ account, body, facts }) => {
        if (account.audience !== "merchant") throw errors.RESOURCE_NOT_FOUND();
        return { data: await acceptance.acceptLoggedIn(account, body.token, facts) };
      },
    }),
  ];
}
