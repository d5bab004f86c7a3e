import type { AudienceName } from "../../src/kit/audience.ts";
import type { Id } from "../../src/kit/ids.ts";
import type { Answer, TestApp } from "./app.ts";

/** A browser on a page of ours: keeps its cookie, and says where its requests come from. */
export interface Page {
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /** The `Cookie` header that it sends now; null when it has no cookie. */
  cookie(): string | null;
  /** Another page with the same cookie, which does not follow changes. */
  copy(): Page;
}

export interface PageOptions {
  /** The address of its user, where the service trusts 127.0.0.1 as a proxy. */
  readonly from?: string;
  readonly userAgent?: string;
  readonly cookie?: string | null;
}

/** `path` is relative to the audience: `log-in`. */
export function openPage(test: TestApp, audience: AudienceName, options: PageOptions = {}): Page {
  let cookie = options.cookie ?? null;
  const page: Page = {
    call: async (method, path, body, headers = {}) => {
      const answer = await test.request(method, `/auth/${audience}/${path}`, {
        apiKey: null,
        body,
        headers: {
          "sec-fetch-site": "same-origin",
          "cauris-request": "1",
          ...(cookie === null ? {} : { cookie }),
          ...(options.from === undefined ? {} : { "x-forwarded-for": options.from }),
          ...(options.userAgent === undefined ? {} : { "user-agent": options.userAgent }),
          ...headers,
        },
      });
      const set = answer.headers.get("set-cookie");
      if (set !== null) cookie = /Max-Age=0/.test(set) ? null : (set.split(";")[0] ?? null);
      return answer;
    },
    cookie: () => cookie,
    copy: () => openPage(test, audience, { ...options, cookie }),
  };
  return page;
}

export interface TestPerson {
  readonly id: Id<"person">;
  readonly email: string;
  readonly password: string;
}

/** A person of the sandbox merchant's tenant, without a second factor. */
export async function addPerson(test: TestApp, name = "Awa Diop"): Promise<TestPerson> {
  const { persons, merchants } = test.app;
  const { tenantId } = await merchants.profile(test.merchantNo);
  people += 1;
  const email = `person-${people}@example.com`;
  const password = `quatre mots bien choisis ${people}`;
  const passwordHash = await persons.preparePassword("password", password, { email, name });
  const profile = { email, name, locale: "fr", timeZone: "Africa/Abidjan" } as const;
  const nowMs = test.clock.nowMs();
  const id = await test.db.transaction((tx) =>
    persons.open(tx, { ...profile, tenantId, passwordHash }, null, nowMs),
  );
  return { id, email, password };
}
let people = 0;
