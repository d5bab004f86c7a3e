import { type Route, visitorRoute } from "../../http/route.ts";
import { logInErrors } from "./errors.ts";
import {
  codesExample,
  createdPasskeyExample,
  linkExample,
  ownAccountExample,
  passkeyOptionsExample,
  logInTag as tag,
} from "./examples.ts";
import type { PagesOf } from "./own-pages.ts";
import {
  AudienceParams,
  CeremonySchema,
  LinkPasskeyBody,
  LinkTokenBody,
  OpenedByPasskeySchema,
} from "./schemas.ts";

const path = "/auth/:audience/links/passkey";

/** A link that opens an account, used with a passkey in place of a password. */
export function linkPasskeyRoutes(pagesOf: PagesOf): readonly Route[] {
  return [
    visitorRoute({
      method: "POST",
      path: `${path}/options`,
      operationId: "beginLinkPasskey",
      tag,
      summary: "Begin to open an account with a passkey",
      description:
        "For the link of an operator's invitation, and the one that gives a lost account back. Answers what the browser is asked with: `navigator.credentials.create`. Does not use the link up. Answer within five minutes.",
      successStatus: 200,
      errors: [logInErrors.LOG_IN_LINK_INVALID, logInErrors.PASSKEYS_UNAVAILABLE],
      idempotency: "none",
      countsAs: "login",
      schemas: { params: AudienceParams, body: LinkTokenBody, response: CeremonySchema },
      examples: { body: { token: linkExample }, data: passkeyOptionsExample },
      handle: async ({ params, body, facts }) => {
        const options = await pagesOf(params.audience).logIn.beginInvitationPasskey(body.token, facts);
        if (options === null) throw logInErrors.LOG_IN_LINK_INVALID();
        return { data: { object: "passkey_options" as const, options } };
      },
    }),
    visitorRoute({
      method: "POST",
      path,
      operationId: "openAccountWithPasskey",
      tag,
      summary: "Open an account with a passkey",
      description:
        "With what the browser has answered. Uses the link up, ends every log-in of the account, and removes its password and every other second factor. Sets the cookie of a log-in, and answers ten recovery codes, which are not shown again.",
      successStatus: 200,
      errors: [
        logInErrors.LOG_IN_LINK_INVALID,
        logInErrors.PASSKEY_INVALID,
        logInErrors.PASSKEY_EXISTS,
        logInErrors.PASSKEYS_UNAVAILABLE,
      ],
      idempotency: "none",
      countsAs: "login",
      bodyBytesMax: 64 * 1024,
      schemas: { params: AudienceParams, body: LinkPasskeyBody, response: OpenedByPasskeySchema },
      examples: {
        body: { token: linkExample, credential: createdPasskeyExample },
        data: { ...ownAccountExample, recoveryCodes: [...codesExample] },
      },
      handle: async ({ params, body, facts }) => {
        const { logIn, pages } = pagesOf(params.audience);
        const given = { token: body.token, response: body.credential };
        const opened = await logIn.acceptInvitationByPasskey(given, facts);
        if (opened === null) throw logInErrors.LOG_IN_LINK_INVALID();
        const { data, headers } = await pages.begun(opened.loggedIn, facts);
        return { data: { ...data, recoveryCodes: [...opened.recoveryCodes] }, headers };
      },
    }),
  ];
}
