import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { accountRoute, type Route, visitorRoute } from "../../http/route.ts";
import { logInErrors } from "./errors.ts";
import { openLogInExample, ownAccountExample, passwordExample, logInTag as tag } from "./examples.ts";
import type { PagesOf } from "./own-pages.ts";
import {
  AudienceParams,
  DoneSchema,
  EndedLogInsSchema,
  LogInBody,
  OpenLogInSchema,
  OwnAccountSchema,
  ProfileBody,
  SessionParams,
  type StepUpBody as StepUp,
  StepUpBody,
} from "./schemas.ts";

const example = { data: ownAccountExample } as const;
const endedExample = { object: "ended_log_ins", ended: 2 } as const;

/** Log-in and log-out by cookie, one's own account and open log-ins, and the proof of presence. */
export function logInRoutes(pagesOf: PagesOf): readonly Route[] {
  return [
    visitorRoute({
      method: "POST",
      path: "/auth/:audience/log-in",
      operationId: "logIn",
      tag,
      summary: "Log in with a password",
      description:
        "Sets the cookie of the log-in: 14 days for persons, ended by 12 hours without a request; ten hours and 30 minutes for operators. An account with a second factor needs `totp` or `recoveryCode` beside the password, or logs in with a passkey. After five wrong tries for an account from one address, that pair waits 15 minutes; after twenty from anywhere the account waits between tries, except where its holder has logged in before: RATE_LIMITED. The holder is told by mail.",
      successStatus: 200,
      errors: [
        logInErrors.INVALID_CREDENTIALS,
        logInErrors.SECOND_FACTOR_REQUIRED,
        logInErrors.SECOND_FACTOR_INVALID,
      ],
      idempotency: "none",
      countsAs: "login",
      schemas: { params: AudienceParams, body: LogInBody, response: OwnAccountSchema },
      examples: { body: { email: "awa@example.com", password: passwordExample, totp: "492039" }, ...example },
      handle: async ({ params, body: { email, ...given }, facts }) => {
        const { logIn, pages } = pagesOf(params.audience);
        return pages.begun(await logIn.logIn(email, given, "COOKIE", facts), facts);
      },
    }),
    accountRoute({
      method: "POST",
      path: "/auth/:audience/log-out",
      operationId: "logOut",
      tag,
      summary: "Log out",
      description: "Ends the log-in at once on every instance, and removes its cookie.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      schemas: { params: AudienceParams, response: DoneSchema },
      examples: { data: { object: "done" } },
      handle: async ({ account, params, facts }) => {
        const { logIn, pages } = pagesOf(params.audience);
        await logIn.endSession(account, "current", facts);
        return { data: { object: "done" as const }, headers: pages.forgotten };
      },
    }),
    accountRoute({
      method: "GET",
      path: "/auth/:audience/me",
      operationId: "getOwnAccount",
      tag,
      summary: "Get one's own account",
      description:
        "Who is logged in, the state of the second factor, and whether a proof of presence is fresh.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      schemas: { params: AudienceParams, response: OwnAccountSchema },
      examples: example,
      handle: async ({ account, params, facts }) => ({
        data: await pagesOf(params.audience).pages.show(account, facts),
      }),
    }),
    accountRoute({
      method: "PATCH",
      path: "/auth/:audience/me",
      operationId: "changeOwnAccount",
      tag,
      summary: "Change one's own name, language or time zone",
      description: "Absent fields stay. Mails and pages are written in this language and time zone.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      schemas: { params: AudienceParams, body: ProfileBody, response: OwnAccountSchema },
      examples: { body: { locale: "fr", timeZone: "Africa/Abidjan" }, ...example },
      handle: async ({ account, params, body, facts }) => {
        const { logIn, pages } = pagesOf(params.audience);
        await logIn.changeProfile(logIn.gates.byLogIn(account), body, facts);
        return { data: await pages.show(account, facts) };
      },
    }),
    accountRoute({
      method: "POST",
      path: "/auth/:audience/step-up",
      operationId: "stepUp",
      tag,
      summary: "Confirm presence (step-up)",
      description:
        "By a code of the authenticator app, by a passkey, or by the password of an account that has no second factor and needs none. Acts that ask for such a proof are open for five minutes. The log-in gets a new cookie; the one before works no more. Wrong codes count like wrong passwords.",
      successStatus: 200,
      errors: [
        logInErrors.STEP_UP_METHOD_REFUSED,
        logInErrors.INVALID_CREDENTIALS,
        logInErrors.SECOND_FACTOR_REQUIRED,
        logInErrors.SECOND_FACTOR_INVALID,
        logInErrors.PASSKEY_INVALID,
        logInErrors.PASSKEYS_UNAVAILABLE,
      ],
      idempotency: "none",
      schemas: { params: AudienceParams, body: StepUpBody, response: OwnAccountSchema },
      examples: { body: { totp: "492039" }, ...example },
      handle: async ({ account, params, body, facts }) => {
        const { logIn, pages } = pagesOf(params.audience);
        const { totp, password, credential }: StepUp = body;
        if (totp !== undefined)
          return pages.renewed(account, await logIn.stepUpByTotp(account, totp, facts), facts);
        if (password !== undefined)
          return pages.renewed(account, await logIn.stepUpByPassword(account, password, facts), facts);
        if (credential === undefined) throw new Error("the schema asks for one of the three");
        return pages.renewed(account, await logIn.stepUpByPasskey(account, credential, facts), facts);
      },
    }),
    accountRoute({
      method: "GET",
      path: "/auth/:audience/sessions",
      operationId: "listOwnLogIns",
      tag,
      summary: "List one's own open log-ins",
      description: "The newest first, with place and device of each. Those of programs are listed too.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      schemas: { params: AudienceParams, response: Type.Array(OpenLogInSchema) },
      examples: { data: [openLogInExample] },
      handle: async ({ account, params }) => ({ data: await pagesOf(params.audience).pages.list(account) }),
    }),
    accountRoute({
      method: "DELETE",
      path: "/auth/:audience/sessions",
      operationId: "endOtherLogIns",
      tag,
      summary: "End one's other log-ins",
      description: "All of one's own but the one that asks, at once on every instance.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      schemas: { params: AudienceParams, response: EndedLogInsSchema },
      examples: { data: endedExample },
      handle: async ({ account, params, facts }) => {
        const ended = await pagesOf(params.audience).logIn.endOtherSessions(account, facts);
        return { data: { object: "ended_log_ins" as const, ended } };
      },
    }),
    accountRoute({
      method: "DELETE",
      path: "/auth/:audience/sessions/:id",
      operationId: "endOwnLogIn",
      tag,
      summary: "End one of one's own log-ins",
      description: "Its cookie or token works no more, at once on every instance.",
      successStatus: 200,
      errors: [errors.RESOURCE_NOT_FOUND],
      idempotency: "none",
      schemas: { params: SessionParams, response: EndedLogInsSchema },
      examples: { data: { ...endedExample, ended: 1 } },
      handle: async ({ account, params, facts }) => {
        await pagesOf(params.audience).logIn.endSession(account, params.id, facts);
        return { data: { object: "ended_log_ins" as const, ended: 1 } };
      },
    }),
  ];
}
