import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stopSignals } from "../../src/processes/signals.ts";
import { createServiceHome, probe, type ServiceHome } from "../harness/service-process.ts";

/** Every way to end the service leaves the machine as it was: no process, no PostgreSQL. */
let home: ServiceHome;
beforeAll(async () => {
  home = await createServiceHome();
});
afterAll(() => home?.remove());

const TIMEOUT_MS = 90_000;

async function nothingIsLeft(origin: string): Promise<void> {
  while ((await probe(origin)) !== null || (await home.postgresPid()) !== null) await sleep(20);
}

describe.each(stopSignals)("%s", (signal) => {
  it("to node stops the service and its PostgreSQL", { timeout: TIMEOUT_MS }, async () => {
    const service = await home.start();
    expect(await service.stop(signal), service.output()).toMatchObject({ code: 0, signal: null });
    expect(await probe(service.origin)).toBeNull();
    expect(await home.postgresPid()).toBeNull();
  });

  it("to npm start stops them too", { timeout: TIMEOUT_MS }, async () => {
    const npm = await home.start({ byNpm: true });
    const exit = await npm.stop(signal);
    // npm dies of a SIGHUP without telling us: the service notices that it has gone.
    expect(exit).toMatchObject(signal === "SIGHUP" ? { signal } : { code: 0, signal: null });
    await nothingIsLeft(npm.origin);
    expect(npm.output()).toContain(`Stopping (${signal})`);
  });
});

it("stops when npm was killed", { timeout: TIMEOUT_MS }, async () => {
  const npm = await home.start({ byNpm: true });
  await npm.kill();
  await nothingIsLeft(npm.origin);
});

it.each([1, 2])(
  "stops in order when nobody reads its words, in %i processes",
  { timeout: TIMEOUT_MS },
  async (count) => {
    const service = await home.start({ env: { PROCESSES: String(count), LOG_LEVEL: "info" } });
    // As `npm start 2>&1 | head` leaves it.
    service.child.stderr?.destroy();
    service.child.stdout?.destroy();
    expect(await probe(service.origin)).toBe(200);
    expect(await service.stop()).toMatchObject({ code: 0, signal: null });
    expect(await home.postgresPid()).toBeNull();
  },
);
