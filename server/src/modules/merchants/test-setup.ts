import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { quietLog } from "../../../test/harness/log.ts";
import { systemActor } from "../../db/audit.ts";
import type { Database } from "../../db/database.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource } from "../../kit/ids.ts";
import { createSystemRandom } from "../../kit/random.ts";
import { simulatorCapabilitiesOf } from "../../providers/testing/simulator-capabilities.ts";
import { type CreatedMerchant, createMerchants, type Merchants, type NewMerchant } from "./index.ts";

export const START_MS = Date.UTC(2026, 10, 21, 10);

/** A database, and the dependencies of the control plane's modules. */
export async function setupControlPlane() {
  const database: TestDatabase = await createTestDatabase();
  const clock = createManualClock(START_MS);
  const random = createSystemRandom();
  const ids = createIdSource(clock, random);
  const deps = { db: database.db, clock, random, ids, keyring: createTestKeyring(), log: quietLog };
  const merchants: Merchants = createMerchants(deps);
  await untilListening(database.db);
  const createTenant = () => database.db.transaction((tx) => merchants.createTenant(tx, { name: "Tenant" }));
  const createMerchant = async (over: Partial<NewMerchant> = {}): Promise<CreatedMerchant> => {
    const tenantId = over.tenantId ?? (await createTenant());
    return database.db.transaction((tx) =>
      merchants.createMerchant(
        tx,
        {
          legalName: "Chez Awa SARL",
          displayName: "Chez Awa",
          countryCode: "SN",
          locale: "fr",
          logoUrl: null,
          primaryColor: null,
          status: "ACTIVE",
          kybStatus: "APPROVED",
          wallets: [{ mode: "SANDBOX", label: "Principal", currency: "XOF" }],
          ...over,
          tenantId,
        },
        systemActor,
      ),
    );
  };
  const capabilitiesOf = simulatorCapabilitiesOf;
  return { ...deps, capabilitiesOf, database, merchants, createTenant, createMerchant };
}

/** Resolves once `db` listens on all its channels: earlier announcements are lost. */
export async function untilListening(db: Database): Promise<void> {
  let heard = false;
  // Channels are subscribed in order on one connection: when the last one answers, the earlier ones are active.
  const stop = db.listen("test_probe", () => {
    heard = true;
  });
  await eventually(async () => {
    await db.query({ text: "select pg_notify('test_probe', '')" });
    return heard;
  }, "the probe is heard");
  stop();
}

/** Repeats `probe` until it is true: announcements take a moment to arrive. Fails after five seconds. */
export async function eventually(probe: () => Promise<boolean>, what: string): Promise<void> {
  const deadlineMs = performance.now() + 5_000;
  while (!(await probe())) {
    if (performance.now() > deadlineMs) throw new Error(`never came true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
