import { type App, createApp } from "../../src/app.ts";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { appUrlOf } from "../../src/db/roles.ts";
import { createHttpOut, type Egress } from "../../src/http-out/index.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { createPlug, type Plug } from "../simulation/plug.ts";
import type { TestApp } from "./app.ts";
import { settingsOfBatchWriters } from "./database.ts";
import { quietLog } from "./log.ts";
import { nightlyLoops } from "./loop-kinds.ts";

/** A second process of the service that is killed at one of its commits, as by `kill -9`. */
export interface DoomedInstance {
  readonly plug: Plug;
  /** The status of the answer; 0 when the process died over it. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<number>;
  /** Its background work, until it rests or dies. */
  work(): Promise<void>;
  /** Takes away what is left of it. */
  bury(): Promise<void>;
}

/** It shares the database, the clock and the keys. `trusted`: the network to providers; nothing leaves after its death. */
export async function startDoomedInstance(
  { db, clock, keyring, origin, ownerUrl }: TestApp,
  trusted: Egress["trusted"],
): Promise<DoomedInstance> {
  const plug = createPlug(db);
  const egress = createHttpOut({ clock, log: quietLog, allowLoopback: true });
  const url = appUrlOf(ownerUrl);
  const app: App = await createApp(
    {
      db: plug.db,
      clock,
      keyring,
      egress: {
        ...egress,
        trusted: (request) => {
          if (plug.isCut()) throw new Error("a process that was killed sends nothing");
          return trusted(request);
        },
      },
      connectBatchWriter: async (name) =>
        plug.batchWriter(
          await openDedicatedConnection({
            url,
            applicationName: `doomed ${name}`,
            settings: settingsOfBatchWriters,
          }),
        ),
      random: createSystemRandom(),
      log: quietLog,
    },
    {
      publicUrl: origin,
      ownUrl: origin,
      batchWriterCount: 1,
      trustedProxies: [],
      limits: null,
      allowsLocalProviders: true,
      version: "test",
    },
  );
  return {
    plug,
    post: async (path, body, headers = {}) => {
      const payload = JSON.stringify(body);
      const all = { "content-type": "application/json", ...headers };
      const answer = await app.http.app.inject({
        method: "POST",
        url: `/api/v1${path}`,
        headers: all,
        payload,
      });
      return plug.isCut() ? 0 : answer.statusCode;
    },
    work: async () => {
      for (const [name, loop] of Object.entries(app.loops)) {
        if (nightlyLoops.has(name)) continue;
        try {
          await loop.runOnce();
        } catch (error) {
          // A loop that dies with its process ends as the process does.
          if (!plug.isCut()) throw error;
          return;
        }
      }
    },
    bury: async () => {
      plug.spare();
      await app.stop().catch((error: unknown) => {
        if (!plug.isCut()) throw error;
      });
      await egress.close();
    },
  };
}
