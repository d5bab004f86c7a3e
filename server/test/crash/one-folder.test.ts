import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createServiceHome, probe, type ServiceHome } from "../harness/service-process.ts";

let home: ServiceHome;
beforeEach(async () => {
  home = await createServiceHome();
});
afterEach(() => home.remove());

async function createSession(origin: string, apiKey: string): Promise<number> {
  const response = await fetch(`${origin}/api/v1/checkout/sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ amount: "5000", currency: "XOF", title: "Order" }),
  });
  await response.arrayBuffer();
  return response.status;
}

it("refuses a second service on the data folder in one clear line, and the first works on", {
  timeout: 90_000,
}, async () => {
  const first = await home.start();
  const { apiKey } = await home.sandbox();
  const postgres = await home.postgresPid();
  const files = ["sandbox.json", "postgres.json"].map((name) => `${home.dataDir}/${name}`);
  const before = await Promise.all(files.map((path) => readFile(path, "utf8")));

  const second = home.spawn({ port: home.port + 1 });
  const exit = await second.exited;
  expect(exit.code).toBe(1);
  expect(second.output()).toContain(`The data folder ${home.dataDir} is in use by process ${first.pid}.`);
  expect(second.output()).not.toMatch(/\n\s+at /);

  expect(await home.postgresPid()).toBe(postgres);
  expect(await Promise.all(files.map((path) => readFile(path, "utf8")))).toEqual(before);
  expect(await probe(first.origin)).toBe(200);
  expect(await createSession(first.origin, apiKey)).toBe(201);

  const exitOfFirst = await first.stop();
  expect(exitOfFirst).toMatchObject({ code: 0, signal: null });
  expect(await home.postgresPid()).toBeNull();
});

it("lets one of two services win that start at once on a folder whose holder was killed", {
  timeout: 90_000,
}, async () => {
  const killed = await home.start();
  await killed.kill();
  const starters = [home.spawn(), home.spawn({ port: home.port + 1 })];
  const loser = await Promise.race(starters.map(async (each) => ({ each, exit: await each.exited })));
  expect(loser.exit.code).toBe(1);
  expect(loser.each.output()).toContain("is in use by process");
  const winner = starters.find((each) => each !== loser.each);
  if (winner === undefined) throw new Error("there are two");
  while ((await probe(winner.origin)) !== 200) expect(winner.child.exitCode).toBeNull();
  const { apiKey } = await home.sandbox();
  expect(await createSession(winner.origin, apiKey)).toBe(201);
  expect((await winner.stop()).code).toBe(0);
});

it("stops in order when it is told so while it starts, and leaves no PostgreSQL behind", {
  timeout: 60_000,
}, async () => {
  const starting = home.spawn();
  while (!starting.output().includes("Starting PostgreSQL")) {
    expect(starting.child.exitCode).toBeNull();
    await sleep(5);
  }
  expect(await starting.stop()).toMatchObject({ code: 0, signal: null });
  expect(await home.postgresPid()).toBeNull();
});
