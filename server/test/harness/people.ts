import { type Id, type MerchantId, publicId, type TenantId } from "../../src/kit/ids.ts";
import type { MemberRole } from "../../src/modules/members/roles.ts";
import { insertMember } from "../../src/modules/members/store.ts";
import type { MemberTerms } from "../../src/modules/members/types.ts";
import type { TestApp } from "./app.ts";

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

/** A person of the sandbox's tenant who nobody invited, without a password: hashing one would take long. */
export async function addPerson(test: TestApp, name: string): Promise<TestPerson> {
  const personId = test.app.ids.next("person");
  const email = `${name.toLowerCase()}-${personId.slice(-8)}@people.example`;
  await test.owner.query({
    text: `insert into persons (id, tenant_id, email, name, status, created_at, updated_at)
           select $1, tenant_id, $2, $3, 'ACTIVE', $4, $4 from merchants where id = $5`,
    values: [personId, email, name, new Date(test.clock.nowMs()), test.merchantId],
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
export async function addOne(test: TestApp, role: MemberRole): Promise<TestPerson> {
  const person = await addPerson(test, role);
  await addMember(test, person, fullTerms(role));
  return person;
}
