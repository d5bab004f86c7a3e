import { errors } from "../../http/errors.ts";
import { accountRoute, type Route, visitorRoute } from "../../http/route.ts";
import {
  type Auth,
  CeremonySchema,
  createdPasskeyExample,
  logInErrors,
  OpenedByPasskeySchema,
  OwnAccountSchema,
  passkeyOptionsExample,
} from "../log-in/index.ts";
import { personErrors } from "../persons/index.ts";
import type { Acceptance } from "./acceptance.ts";
import { memberErrors } from "./errors.ts";
import { memberExample, tokenExample } from "./examples.ts";
import { membersTag as tag } from "./routes.ts";
import {
  AcceptBody,
  BeginPasskeyBody,
  InvitationPageSchema,
  InvitationTokenBody,
  JoinParams,
  MemberSchema,
  PasskeyAcceptBody,
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
      summary: "Get an invitation by its link",
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
        "Somebody without an account chooses a name and a password, or joins with a passkey (`…/invitations/passkey`); somebody with one logs in with the password, and the second factor where there is one. Sets the cookie of a log-in, and uses the link up. Set up a second factor or a passkey afterwards: without one, whatever moves money in live mode waits.",
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
    visitorRoute({
      method: "POST",
      path: "/auth/merchant/invitations/passkey/options",
      operationId: "beginInvitationPasskey",
      tag,
      summary: "Begin to join a merchant with a passkey",
      description:
        "For somebody without an account who wants no password. Answers what the browser is asked with: `navigator.credentials.create`. Does not use the link up. Answer within five minutes.",
      successStatus: 200,
      errors: [
        memberErrors.INVITATION_INVALID,
        personErrors.PERSON_EMAIL_TAKEN,
        logInErrors.PASSKEYS_UNAVAILABLE,
      ],
      idempotency: "none",
      countsAs: "login",
      schemas: { body: BeginPasskeyBody, response: CeremonySchema },
      examples: { body: { token: tokenExample, name: "Awa Diop" }, data: passkeyOptionsExample },
      handle: async ({ body, facts }) => {
        const options = await acceptance.beginPasskey(body, facts);
        return { data: { object: "passkey_options" as const, options } };
      },
    }),
    visitorRoute({
      method: "POST",
      path: "/auth/merchant/invitations/passkey",
      operationId: "acceptInvitationWithPasskey",
      tag,
      summary: "Join a merchant by a link, with a passkey",
      description:
        "With what the browser has answered. Opens an account without a password: the passkey proves the device, and by finger, face or PIN its holder, which is both factors. Sets the cookie of a log-in, uses the link up, and answers ten recovery codes, which are not shown again.",
      successStatus: 200,
      errors: [
        memberErrors.INVITATION_INVALID,
        memberErrors.INVITATION_OF_ANOTHER,
        memberErrors.MEMBER_EXISTS,
        personErrors.PERSON_EMAIL_TAKEN,
        logInErrors.PASSKEY_INVALID,
        logInErrors.PASSKEY_EXISTS,
        logInErrors.PASSKEYS_UNAVAILABLE,
      ],
      idempotency: "none",
      countsAs: "login",
      bodyBytesMax: 64 * 1024,
      schemas: { body: PasskeyAcceptBody, response: OpenedByPasskeySchema },
      examples: {
        body: { token: tokenExample, name: "Awa Diop", credential: createdPasskeyExample },
      },
      handle: async ({ body, facts }) => {
        const { recoveryCodes, loggedIn } = await acceptance.acceptWithPasskey(body, facts);
        const { data, headers } = await personLoggedIn(loggedIn, facts);
        return { data: { ...data, recoveryCodes: [...recoveryCodes] }, headers };
      },
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
