/** Cookies of the pages themselves; that of a log-in belongs to the service. */
export interface PageCookies {
  /** The value of the cookie of this name; null when there is none. */
  read(header: string | undefined, name: string): string | null;
  /** A `Set-Cookie` header. */
  set(name: string, value: string, lifeSeconds: number): string;
  remove(name: string): string;
}

/** With HTTPS, browsers take a `__Host-` cookie from this very host only; without it they refuse the prefix. */
export function createPageCookies(isHttps: boolean): PageCookies {
  const full = (name: string): string => `${isHttps ? "__Host-" : ""}cauris-${name}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  return {
    read: (header, name) => {
      const start = `${full(name)}=`;
      const pair = (header ?? "").split(/;\s*/).find((each) => each.startsWith(start));
      return pair === undefined ? null : pair.slice(start.length);
    },
    set: (name, value, lifeSeconds) => `${full(name)}=${value}; Max-Age=${lifeSeconds}; ${attributes}`,
    remove: (name) => `${full(name)}=; Max-Age=0; ${attributes}`,
  };
}
