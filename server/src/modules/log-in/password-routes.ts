import { errors } from "../../http/errors.ts";
import { accountRoute, type Route, visitorRoute } from "../../http/route.ts";
import { logInErrors } from "./errors.ts";
import { linkExample, ownAccountExample, passwordExample, logInTag as tag } from "./examples.ts";
import type { PagesOf } from "./own-pages.ts";
import {
  AudienceParams,
  DoneSchema,
  ForgotBody,
  OwnAccountSchema,
  OwnPasswordBody,
  ResetBody,
  UnlockBody,
} from "./schemas.ts";

const done = { object: "done" } as const;

/** One's own password: changed, forgotten, set by a link; and the end of a lock. */
export function passwordRoutes(pagesOf: PagesOf): readonly Route[] {
  return [
    accountRoute({
      method: "POST",
      path: "/auth/:audience/password",
      operationId: "changePassword",
      tag,
      summary: "Change one's own password",
      description:
        "Ends every other log-in of the account; the one that asks goes on. An account that was opened with a passkey has no password: its holder leaves `currentPassword` out, after a proof of presence within the last five minutes.",
      successStatus: 200,
      errors: [errors.STEP_UP_REQUIRED, logInErrors.INVALID_CREDENTIALS, logInErrors.PASSWORD_ABSENT],
      idempotency: "none",
      schemas: { params: AudienceParams, body: OwnPasswordBody, response: OwnAccountSchema },
      examples: {
        body: { currentPassword: "kUq3xxW0b2nT5yHs7dLa", newPassword: passwordExample },
        data: ownAccountExample,
      },
      handle: async ({ account, params, body, facts }) => {
        const { logIn, pages } = pagesOf(params.audience);
        const { currentPassword, newPassword } = body;
        if (currentPassword === undefined) await logIn.setFirstPassword(account, newPassword, facts);
        else await logIn.changePassword(account, { currentPassword, newPassword }, facts);
        return { data: await pages.show(account, facts) };
      },
    }),
    visitorRoute({
      method: "POST",
      path: "/auth/:audience/forgot",
      operationId: "forgetPassword",
      tag,
      summary: "Ask for a link to a new password",
      description:
        "If there is an account with this address, its holder gets a mail with a link that works once, for 30 minutes. The answer is the same when there is none. A second link within a minute is not sent.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      countsAs: "login",
      schemas: { params: AudienceParams, body: ForgotBody, response: DoneSchema },
      examples: { body: { email: "awa@example.com" }, data: done },
      handle: async ({ params, body, facts }) => {
        pagesOf(params.audience).logIn.forgot(body.email, facts);
        return { data: done };
      },
    }),
    visitorRoute({
      method: "POST",
      path: "/auth/:audience/reset",
      operationId: "resetPassword",
      tag,
      summary: "Set a password by a link",
      description:
        "Uses the link up and ends every log-in of the account. The second factor stays: the next log-in asks for it.",
      successStatus: 200,
      errors: [logInErrors.LOG_IN_LINK_INVALID],
      idempotency: "none",
      countsAs: "login",
      schemas: { params: AudienceParams, body: ResetBody, response: DoneSchema },
      examples: { body: { token: linkExample, password: passwordExample }, data: done },
      handle: async ({ params, body, facts }) => {
        await pagesOf(params.audience).logIn.reset(body, facts);
        return { data: done };
      },
    }),
    visitorRoute({
      method: "POST",
      path: "/auth/:audience/unlock",
      operationId: "unlockByLink",
      tag,
      summary: "Unlock log-in by a link",
      description:
        "The link is in the mail that tells the holder of the lock. It works once, for an hour; then log-ins are possible at once, and for 15 minutes strangers cause no new delay.",
      successStatus: 200,
      errors: [logInErrors.LOG_IN_LINK_INVALID],
      idempotency: "none",
      countsAs: "login",
      schemas: { params: AudienceParams, body: UnlockBody, response: DoneSchema },
      examples: { body: { token: linkExample }, data: done },
      handle: async ({ params, body, facts }) => {
        await pagesOf(params.audience).logIn.unlockByLink(body.token, facts);
        return { data: done };
      },
    }),
  ];
}
