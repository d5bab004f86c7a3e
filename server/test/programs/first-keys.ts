import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { createDatabase } from "../../src/db/pool.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createIdSource } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { createAccess } from "../../src/modules/access/index.ts";
import { createMerchants } from "../../src/modules/merchants/index.ts";
import { createRouting } from "../../src/modules/routing/index.ts";
import { simulatorCapabilitiesOf } from "../../src/providers/testing/simulator-capabilities.ts";
import { openHandOverLock, seedSandbox } from "../../src/seed/index.ts";
import { createTestKeyring } from "../harness/keyring.ts";
import { quietLog } from "../harness/log.ts";

/**
 * A start on the database of the first argument that makes its keys, prints them, and never writes `sandbox.json`: it
 * waits to be killed.
 */
const [url = ""] = process.argv.slice(2);
const [clock, random] = [systemClock, createSystemRandom()];
const ids = createIdSource(clock, random);
const db = createDatabase({ url, max: 2, applicationName: "first keys", log: quietLog });
const deps = { db, clock, random, ids, keyring: createTestKeyring(), log: quietLog };
const lock = await openHandOverLock(
  await openDedicatedConnection({ url, applicationName: "first keys' lock" }),
);
const { apiKey, approverApiKey } = await seedSandbox({
  ...deps,
  access: createAccess(deps),
  merchants: createMerchants(deps),
  routing: createRouting({ ...deps, capabilitiesOf: simulatorCapabilitiesOf }),
  simulatorUrl: "http://127.0.0.1:9/simulator",
  handOver: { lifeMs: 600_000, lock },
});
process.stdout.write(`${JSON.stringify({ apiKey, approverApiKey })}\n`);
