import { type Id, type MerchantId, publicId, type TenantId } from "../../src/kit/ids.ts";
import { sha256 } from "../../src/kit/secret.ts";
import type { MemberRole } from "../../src/modules/members/roles.ts";
import { insertMember } from "../../src/modules/members/store.ts";
import type { MemberTerms } from "../../src/modules/members/types.ts";
import type { Answer, TestApp } from "./app.ts";

export interface TestPerson {
  readonly personId: Id<"person">;
  /** As answers show it. */
  readonly id: string;
  readonly email: string;
}

/** A role in both modes, with all of its permissions. */
export const fullTerms = (role: MemberRole): MemberTerms => ({
  LIVE: { role, only: null },
  SANDBOX: { role, only: null },
  refundLimits: {},
});

/** A person of the merchant's tenant whom nobody invited, without a password: hashing one would take long. */
export async function addPerson(
  test: TestApp,
  name: string,
  merchantId = test.merchantId,
): Promise<TestPerson> {
  const personId = test.app.ids.next("person");
  const email = `${name.toLowerCase()}-${personId.slice(-8)}@people.example`;
  await test.owner.query({
    text: `insert into persons (id, tenant_id, email, name, status, created_at, updated_at)
           select $1, tenant_id, $2, $3, 'ACTIVE', $4, $4 from merchants where id = $5`,
    values: [personId, email, name, new Date(test.clock.nowMs()), merchantId],
  });
  return { personId, id: publicId("person", personId), email };
}

/** Makes a person work for a merchant, the sandbox's own when none is named. */
export async function addMember(
  test: TestApp,
  { personId }: TestPerson,
  terms: MemberTerms,
  merchantId = test.merchantId,
): Promise<void> {
  const [row] = await test.owner.query<{ tenantId: TenantId }>({
    text: `select tenant_id as "tenantId" from merchants where id = $1`,
    values: [merchantId],
  });
  if (row === undefined) throw new Error("there is no such merchant");
  await test.db.transaction((tx) =>
    insertMember(
      tx,
      { merchantId: merchantId as MerchantId, tenantId: row.tenantId, personId, terms, invitedBy: null },
      test.clock.nowMs(),
    ),
  );
}

/** A new person with this role in both modes. */
export async function addOne(
  test: TestApp,
  role: MemberRole,
  merchantId = test.merchantId,
): Promise<TestPerson> {
  const person = await addPerson(test, role, merchantId);
  await addMember(test, person, fullTerms(role), merchantId);
  return person;
}

/** The cookie of a new log-in, past the password: checking one takes long. */
export async function openLogIn(test: TestApp, { personId }: TestPerson): Promise<string> {
  logIns += 1;
  const token = `svc_wus_${String(logIns).padStart(43, "t")}`;
  const nowMs = test.clock.nowMs();
  await test.owner.query({
    text: `insert into log_in_sessions (id, hash, audience, account_id, carrier, ip, created_at, last_seen_at,
             stepped_up_at, expires_at)
           values ($1, $2, 'merchant', $3, 'COOKIE', '127.0.0.1', $4, $4, $4, $5)`,
    values: [
      test.app.ids.next("personSession"),
      sha256(token),
      personId,
      new Date(nowMs),
      new Date(nowMs + LOG_IN_LIFE_MS),
    ],
  });
  return `cauris-merchant=${token}`;
}
const LOG_IN_LIFE_MS = 14 * 86_400_000;
let logIns = 0;

/** Gives the person a second factor, past its set-up. */
export async function addSecondFactor(test: TestApp, { personId }: TestPerson): Promise<void> {
  await test.owner.query({
    text: `insert into second_factors (audience, account_id, secret, confirmed_at)
           values ('merchant', $1, '\\x00', $2)`,
    values: [personId, new Date(test.clock.nowMs())],
  });
}

/** What a browser of the person sends, at a merchant and in a mode. */
export type CallAs = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Calls with a cookie from a page of ours; `headers` replace those of the page. */
export function callAs(
  test: TestApp,
  cookie: string,
  {
    mode = "SANDBOX",
    merchantId = test.merchantId,
  }: { readonly mode?: string; readonly merchantId?: string } = {},
): CallAs {
  return (method, path, body, headers = {}) =>
    test.request(method, path, {
      apiKey: null,
      ...(body === undefined ? {} : { body }),
      headers: {
        cookie,
        "sec-fetch-site": "same-origin",
        "cauris-request": "1",
        "cauris-merchant": merchantId,
        "cauris-mode": mode,
        ...headers,
      },
    });
}
