import { errors } from "../../http/errors.ts";
import type { AccountCaller, RequestFacts } from "../../http/route.ts";
import type { AudienceName } from "../../kit/audience.ts";
import type { LogIn } from "./service.ts";
import type { LoggedIn, Renewed } from "./sessions.ts";
import { viewLogIn, viewOwnAccount } from "./view.ts";

/** What pages show of an account, and the cookies that answers set. */
export function createOwnPages(logIn: LogIn) {
  const { audience, cookie } = logIn;

  /** The caller's account and log-in. Refuses with LOG_IN_REQUIRED when they have ended meanwhile. */
  const show = async (caller: AccountCaller, { nowMs }: Pick<RequestFacts, "nowMs">) => {
    const found = await logIn.findOwn(caller);
    if (found === null) throw errors.LOG_IN_REQUIRED();
    const secondFactor = await logIn.secondFactor(caller);
    const methods = await logIn.stepUpMethods(caller);
    return viewOwnAccount({ ...found, secondFactor, methods }, nowMs);
  };

  const keep = (token: string, endsAtMs: number, nowMs: number): Readonly<Record<string, string>> => ({
    "Set-Cookie": cookie.set(token, endsAtMs - nowMs),
  });

  return {
    /** The caller of a cookie. Refuses with LOG_IN_REQUIRED, whatever is wrong. */
    authenticate: async (cookieHeader: string | undefined): Promise<AccountCaller> => {
      const found = await logIn.find("COOKIE", cookie.read(cookieHeader));
      if (found === null) throw errors.LOG_IN_REQUIRED();
      const { account, session } = found;
      const { id, tenantId } = account;
      const { id: sessionId, steppedUpAtMs } = session;
      return { audience: audience.name, id, tenantId, sessionId, steppedUpAtMs };
    },

    show,

    list: async (caller: AccountCaller) =>
      (await logIn.listSessions(caller)).map((session) => viewLogIn(caller, session, caller.sessionId)),

    /** The answer to a log-in: the account, and the cookie that lasts until the log-in's end. */
    begun: async ({ account, session, token }: LoggedIn, facts: Pick<RequestFacts, "nowMs">) => {
      const { id, tenantId } = account;
      const caller = { audience: audience.name, id, tenantId, sessionId: session.id };
      return {
        data: await show({ ...caller, steppedUpAtMs: session.steppedUpAtMs }, facts),
        headers: keep(token, session.expiresAtMs, facts.nowMs),
      };
    },

    /** The answer to a proof of presence: the account, and the new cookie of the same log-in. */
    renewed: async (
      caller: AccountCaller,
      { token, expiresAtMs }: Renewed,
      facts: Pick<RequestFacts, "nowMs">,
    ) => ({ data: await show(caller, facts), headers: keep(token, expiresAtMs, facts.nowMs) }),

    forgotten: { "Set-Cookie": cookie.cleared } as Readonly<Record<string, string>>,
  };
}
type OwnPages = ReturnType<typeof createOwnPages>;

/** One audience's log-ins, and what their pages are answered. */
export type PagesOf = (audience: AudienceName) => { readonly logIn: LogIn; readonly pages: OwnPages };
