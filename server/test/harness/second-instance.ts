import { tmpdir } from "node:os";
import { type App, createApp } from "../../src/app.ts";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { appUrlOf } from "../../src/db/roles.ts";
import type { Limits } from "../../src/http/limits/index.ts";
import { createHttpOut } from "../../src/http-out/index.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { checkAnswers } from "./answer-check.ts";
import type { TestApp } from "./app.ts";
import { settingsOfBatchWriters } from "./database.ts";
import { quietLog } from "./log.ts";

/** The same service a second time: its own batch writers and caches, the same database, clock and address. */
export interface SecondInstance {
  readonly app: App;
  stop(): Promise<void>;
}

export async function startSecondInstance(
  { db, clock, keyring, origin, ownerUrl }: TestApp,
  limits: Limits | null = null,
): Promise<SecondInstance> {
  const egress = createHttpOut({ clock, log: quietLog, allowLoopback: true });
  const url = appUrlOf(ownerUrl);
  const connectBatchWriter = (name: string) =>
    openDedicatedConnection({ url, applicationName: `second ${name}`, settings: settingsOfBatchWriters });
  const app = await createApp(
    { db, clock, keyring, egress, connectBatchWriter, random: createSystemRandom(), log: quietLog },
    {
      publicUrl: origin,
      ownUrl: origin,
      batchWriterCount: 1,
      trustedProxies: [],
      limits,
      version: "test",
      bankFilesDir: tmpdir(),
    },
  );
  checkAnswers(app.http.app);
  return {
    app,
    stop: async () => {
      await app.stop();
      await egress.close();
    },
  };
}
