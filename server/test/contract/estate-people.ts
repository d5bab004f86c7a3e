import { publicId } from "../../src/kit/ids.ts";
import { insertMember } from "../../src/modules/members/store.ts";
import type { Estate } from "./estate-shape.ts";
import type { Maker } from "./maker.ts";

/** A key cannot change somebody who may do more: the person may only read the team. */
const only = ["merchant.team.read"];

/**
 * A person who works for the estate's merchant in the sandbox. Nothing but a used link makes one, and to use a
 * link means to hash a password.
 */
export async function testMember(
  { test, unique }: Pick<Maker, "test" | "unique">,
  estate: Estate,
): Promise<string> {
  const personId = test.app.ids.next("person");
  const { merchantId, tenantId } = estate;
  const nowMs = test.clock.nowMs();
  await test.owner.query({
    text: `insert into persons (id, tenant_id, email, name, status, created_at, updated_at)
           values ($1, $2, $3, $4, 'ACTIVE', $5, $5)`,
    values: [personId, tenantId, `${unique}-${personId}@member.example`, unique, new Date(nowMs)],
  });
  const terms = { LIVE: null, SANDBOX: { role: "VIEWER", only }, refundLimits: {} } as const;
  await test.db.transaction((tx) =>
    insertMember(tx, { merchantId, tenantId, personId, terms, invitedBy: null }, nowMs),
  );
  return publicId("person", personId);
}
