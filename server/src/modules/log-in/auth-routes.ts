import type { FastifyPluginAsync } from "fastify";
import { unavailableOf } from "../../http/error-response.ts";
import type { AccountCaller, Route } from "../../http/route.ts";
import type { AudienceName } from "../../kit/audience.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Logger } from "../../kit/logger.ts";
import { logInErrors } from "./errors.ts";
import { createLinkPages, type LinkPage } from "./link-page.ts";
import { logInRoutes } from "./log-in-routes.ts";
import { createOwnPages, type PagesOf } from "./own-pages.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { passwordRoutes } from "./password-routes.ts";
import { secondFactorRoutes } from "./second-factor-routes.ts";
import type { LogIn } from "./service.ts";
import type { LinkPurpose } from "./store-links.ts";

export interface AuthDeps {
  readonly logIns: Readonly<Record<AudienceName, LogIn>>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Limits and load shedding of pages. */
  readonly guardPage: (page: FastifyPluginAsync) => FastifyPluginAsync;
}

/** The pages of an audience's links: by an invitation, after a forgotten password, and after wrong ones. */
function linkPagesOf(logIn: LogIn): readonly LinkPage[] {
  const page = (purpose: LinkPurpose, asks: LinkPage["asks"], submit: LinkPage["submit"]): LinkPage => ({
    path: logIn.links.pathOf(purpose),
    asks,
    emailOf: async (token) => (await logIn.links.find(purpose, token))?.account.email ?? null,
    submit,
  });
  return [
    page("INVITATION", "password", async (given, facts) => {
      if ((await logIn.acceptInvitation(given, facts)) === null) throw logInErrors.LOG_IN_LINK_INVALID();
    }),
    page("RESET", "password", (given, facts) => logIn.reset(given, facts)),
    page("UNLOCK", "confirmation", ({ token }, facts) => logIn.unlockByLink(token, facts)),
  ];
}

/** Log-in for pages: the same operations for both audiences, each on its own accounts. */
export function createAuth({ logIns, clock, log, guardPage }: AuthDeps) {
  const merchant = { logIn: logIns.merchant, pages: createOwnPages(logIns.merchant) };
  const operator = { logIn: logIns.operator, pages: createOwnPages(logIns.operator) };
  const pagesOf: PagesOf = (audience) => (audience === "operator" ? operator : merchant);

  const routes: readonly Route[] = [
    ...logInRoutes(pagesOf),
    ...passwordRoutes(pagesOf),
    ...secondFactorRoutes(pagesOf),
    ...passkeyRoutes(pagesOf),
  ];
  const pages = [...linkPagesOf(logIns.merchant), ...linkPagesOf(logIns.operator)];
  return {
    routes,
    plugins: [guardPage(createLinkPages({ pages, clock, log, passing: unavailableOf }))],
    /** The caller of a cookie. Refuses with LOG_IN_REQUIRED, whatever is wrong. */
    authenticate: (audience: AudienceName, cookieHeader: string | undefined) =>
      pagesOf(audience).pages.authenticate(cookieHeader),
    /** Whether a `Cookie` header carries a log-in, valid or not. Costs no query. */
    carriesLogIn: (audience: AudienceName, cookieHeader: string | undefined): boolean =>
      logIns[audience].cookie.read(cookieHeader) !== null,
    /** The ways by which the holder of a log-in can prove to be present. */
    stepUpMethods: (account: AccountCaller) => logIns[account.audience].stepUpMethods(account),
    /** The answer to the log-in of a person that began otherwise than by the log-in page. */
    personLoggedIn: merchant.pages.begun,
  };
}
export type Auth = ReturnType<typeof createAuth>;
