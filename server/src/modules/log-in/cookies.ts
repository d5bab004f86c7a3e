import type { AudienceName } from "../../kit/audience.ts";

/** The console's cookie is not called after operators: a browser shows the names to its user. */
const names: Readonly<Record<AudienceName, string>> = {
  merchant: "cauris-merchant",
  operator: "cauris-console",
};

export interface SessionCookie {
  /** The token in a `Cookie` header; null when there is none, or more than one. */
  read(header: string | undefined): string | null;
  /** The `Set-Cookie` of a log-in. `lifeMs` is the time until its end. */
  set(token: string, lifeMs: number): string;
  /** The `Set-Cookie` that removes it. */
  readonly cleared: string;
}

/**
 * The cookie of an audience's log-ins. With HTTPS a browser takes a `__Host-` cookie only from this very host, for all
 * of its paths, and sends it by HTTPS alone. Without HTTPS, on one's own machine, browsers refuse that prefix.
 */
export function sessionCookie(audience: AudienceName, publicUrl: string): SessionCookie {
  const isHttps = publicUrl.startsWith("https:");
  const name = isHttps ? `__Host-${names[audience]}` : names[audience];
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  return {
    read: (header) => {
      const values = (header ?? "")
        .split(";")
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      const [value] = values;
      return values.length === 1 && value !== undefined ? value : null;
    },
    set: (token, lifeMs) => `${name}=${token}; Max-Age=${Math.floor(lifeMs / 1_000)}; ${attributes}`,
    cleared: `${name}=; Max-Age=0; ${attributes}`,
  };
}
