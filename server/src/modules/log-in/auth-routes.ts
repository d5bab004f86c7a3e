import type { AccountCaller, Route } from "../../http/route.ts";
import type { AudienceName } from "../../kit/audience.ts";
import { linkPasskeyRoutes } from "./link-passkey-routes.ts";
import { logInRoutes } from "./log-in-routes.ts";
import { createOwnPages, type PagesOf } from "./own-pages.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { passwordRoutes } from "./password-routes.ts";
import { secondFactorRoutes } from "./second-factor-routes.ts";
import type { LogIn } from "./service.ts";

/** Log-in for pages: the same operations for both audiences, each on its own accounts. */
export function createAuth(logIns: Readonly<Record<AudienceName, LogIn>>) {
  const merchant = { logIn: logIns.merchant, pages: createOwnPages(logIns.merchant) };
  const operator = { logIn: logIns.operator, pages: createOwnPages(logIns.operator) };
  const pagesOf: PagesOf = (audience) => (audience === "operator" ? operator : merchant);

  const routes: readonly Route[] = [
    ...logInRoutes(pagesOf),
    ...passwordRoutes(pagesOf),
    ...secondFactorRoutes(pagesOf),
    ...passkeyRoutes(pagesOf),
    ...linkPasskeyRoutes(pagesOf),
  ];
  return {
    routes,
    /** The caller of a cookie. Refuses with LOG_IN_REQUIRED, whatever is wrong. */
    authenticate: (audience: AudienceName, cookieHeader: string | undefined) =>
      pagesOf(audience).pages.authenticate(cookieHeader),
    /** Whether a `Cookie` header carries a log-in, valid or not. Costs no query. */
    carriesLogIn: (audience: AudienceName, cookieHeader: string | undefined): boolean =>
      logIns[audience].cookie.read(cookieHeader) !== null,
    /** Whether a log-in is still open; does not count as its use. */
    holdsLogIn: async (account: Omit<AccountCaller, "steppedUpAtMs">): Promise<boolean> =>
      (await logIns[account.audience].findOwn(account)) !== null,
    /** The ways by which the holder of a log-in can prove to be present. */
    stepUpMethods: (account: AccountCaller) => logIns[account.audience].stepUpMethods(account),
    /** The answer to the log-in of a person that began otherwise than by the log-in page. */
    personLoggedIn: merchant.pages.begun,
  };
}
export type Auth = ReturnType<typeof createAuth>;
