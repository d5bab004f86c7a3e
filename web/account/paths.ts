import type { Audience } from "./ports.ts";

/** The addresses of an audience's pages. */
export interface AccountPaths {
  readonly logIn: string;
  readonly second: string;
  readonly forgot: string;
  readonly passkeyLogIn: string;
  readonly invite: string;
  readonly reset: string;
  readonly unlock: string;
  readonly account: string;
  /** Where a log-in leads that asked for no page: the frame chooses the reader's first page there. */
  readonly home: string;
}

const pathsUnder = (prefix: string, home: string): AccountPaths => ({
  home,
  logIn: `${prefix}/login`,
  second: `${prefix}/login/second`,
  forgot: `${prefix}/login/forgot`,
  passkeyLogIn: `${prefix}/login/passkey`,
  invite: `${prefix}/invite`,
  reset: `${prefix}/reset`,
  unlock: `${prefix}/unlock`,
  account: `${prefix}/account`,
});

export const accountPaths: Readonly<Record<Audience, AccountPaths>> = {
  merchant: pathsUnder("", "/dashboard"),
  operator: pathsUnder("/console", "/console"),
};

/** Pages to which a log-in may lead on. */
const ownPages: Readonly<Record<Audience, RegExp>> = {
  merchant: /^\/(?:account|dashboard|invite)(?:[/?][\w\-./?=&%~]*)?$/,
  operator: /^\/console(?:[/?][\w\-./?=&%~]*)?$/,
};

/** Where `next` leads after a log-in: a page of the same audience and of this service, else the first page. Pure. */
export function nextPath(audience: Audience, next: unknown): string {
  const isOwn =
    typeof next === "string" &&
    next.length <= 500 &&
    ownPages[audience].test(next) &&
    !/\/\/|\.\.|%2f|%5c/i.test(next);
  return isOwn ? next : accountPaths[audience].home;
}

/** The path with the page to which the log-in leads on, where it is not the first page anyway. Pure. */
export function withNext(path: string, next: string, audience: Audience): string {
  return next === accountPaths[audience].home ? path : `${path}?next=${encodeURIComponent(next)}`;
}
