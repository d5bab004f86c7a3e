import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  access,
  chmod,
  chown,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { promisedMetrics } from "../harness/promised-metrics.ts";
import { probe } from "../harness/service-process.ts";
import { type Instruction, readStages } from "./dockerfile.ts";

/**
 * The Dockerfile's steps in plain folders, because no daemon can be expected: the files that it takes, what it prunes, what it
 * copies, its user, its command. Only the packages and the build are taken from this tree, where they were just made.
 */
const root = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);
const USER = 10_001;
const isRoot = process.getuid?.() === 0;

let folder: string;
let image: string;
let final: readonly Instruction[];
let database: TestDatabase;

/** In place of steps that need a network or minutes: the same files, as links. */
const given: Readonly<Record<string, (to: string) => Promise<void>>> = {
  "npm ci": async (to) => {
    await linkTree("node_modules", to);
    // npm writes into this file in place; the link must not lead to ours.
    const list = join(to, "node_modules/.package-lock.json");
    await rm(list, { force: true });
    await copyFile(join(root, "node_modules/.package-lock.json"), list);
  },
  "npm run build": async (to) => {
    await linkTree("dist", to);
  },
};

/** Links where the file system allows it, copies elsewhere. What is pruned is only a link. */
async function linkTree(name: string, to: string): Promise<void> {
  const from = await realpath(join(root, name));
  await run("cp", ["-al", from, join(to, name)]).catch(async () => {
    await rm(join(to, name), { recursive: true, force: true });
    await run("cp", ["-a", from, join(to, name)]);
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cauris-image-"));
  await chmod(folder, 0o755);
  database = await createTestDatabase();
  const [build = [], last = []] = readStages(await readFile(join(root, "deploy/docker/Dockerfile"), "utf8"));
  final = last;
  const work = join(folder, "build");
  const out = join(folder, "out");
  await mkdir(work);
  for (const { word, rest } of build) {
    if (word === "COPY") {
      expect(rest).toBe(". .");
      await run("sh", ["-c", `git ls-files -z | tar --null -T - -cf - | tar -xf - -C "${work}"`], {
        cwd: root,
      });
    }
    if (word !== "RUN") continue;
    const replaced = given[rest];
    if (replaced !== undefined) await replaced(work);
    else {
      const env = { ...process.env, npm_config_offline: "true", npm_config_audit: "false" };
      await run("sh", ["-ec", rest.replaceAll(/(?<= )\/out\b/g, out)], { cwd: work, env });
    }
  }
  image = out;
}, 180_000);
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const restOf = (word: string): string => final.find((each) => each.word === word)?.rest ?? "";

describe("the image", () => {
  it("holds what runs: no compiler, no tests, no sources, no development packages", async () => {
    const there = async (path: string) =>
      access(join(image, path)).then(
        () => true,
        () => false,
      );
    for (const path of [
      "dist/server/src/main.js",
      "server/src/db/migrations",
      "node_modules/fastify",
      "LICENSE",
    ])
      expect([path, await there(path)]).toEqual([path, true]);
    for (const path of [
      "node_modules/typescript",
      "node_modules/vitest",
      "server/src/main.ts",
      "server/test",
      ".git",
    ])
      expect([path, await there(path)]).toEqual([path, false]);
  });

  it("starts as its user, takes a payment, shows its metrics, passes its health check and ends cleanly", {
    timeout: 120_000,
  }, async () => {
    const data = join(folder, "data");
    await mkdir(data);
    if (isRoot) await chown(data, USER, USER);
    const [port, metricsPort] = [await freePort(), await freePort()];
    const fromImage = Object.fromEntries(
      restOf("ENV")
        .split(" ")
        .map((pair) => pair.split("=", 2) as [string, string]),
    );
    const env = {
      ...fromImage,
      PATH: process.env.PATH ?? "",
      HOST: "127.0.0.1",
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: database.url,
      MASTER_KEY: randomBytes(32).toString("hex"),
      DATA_DIR: data,
    };
    const identity = isRoot ? { uid: USER, gid: USER } : {};
    const [, ...args] = [...JSON.parse(restOf("ENTRYPOINT")), ...JSON.parse(restOf("CMD"))] as string[];
    const service = spawn(process.execPath, args, {
      cwd: image,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      ...identity,
    });
    const output = collect(service);
    const exited = new Promise<number | null>((done) => service.once("exit", (code) => done(code)));
    try {
      const origin = `http://127.0.0.1:${port}`;
      for (const end = performance.now() + 60_000; (await probe(origin)) !== 200; await sleep(50))
        if (performance.now() > end || service.exitCode !== null) throw new Error(output());
      const { apiKey } = JSON.parse(await readFile(join(data, "sandbox.json"), "utf8"));
      expect(await payOnce(origin, apiKey)).toBe("SUCCEEDED");
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      expect(metrics).toMatch(/^cauris_payments_total\{.*status="SUCCEEDED".*\} 1$/m);
      for (const { name, type } of promisedMetrics) expect(metrics).toContain(`# TYPE ${name} ${type}\n`);
      // There before the first refusal, so that it is seen as a rise.
      expect(metrics).toMatch(/^cauris_overload_level 0$/m);
      expect(
        [...metrics.matchAll(/^cauris_overload_refused_total\{class="(\w+)"\} 0$/gm)].map(([, name]) => name),
      ).toEqual(["merchant", "newcomer", "paying", "late"]);
      const [, ...health] = JSON.parse(restOf("HEALTHCHECK").replace(/^.*CMD /, "")) as string[];
      await run(process.execPath, health, { env, ...identity });
      if (isRoot)
        await expect(run("touch", [join(image, "dist/planted")], { ...identity })).rejects.toThrow(/denied/);
      service.kill("SIGTERM");
      expect(await exited).toBe(0);
      await expect(run(process.execPath, health, { env, ...identity })).rejects.toThrow();
    } finally {
      service.kill("SIGKILL");
      await exited;
    }
  });
});

function collect(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-5_000);
    });
  return () => text;
}

/** A payment of the sandbox by mobile money; returns its last status. */
async function payOnce(origin: string, apiKey: string): Promise<string> {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()).data;
  };
  const { id } = await ask("POST", "/checkout/sessions", {
    amount: "2500",
    currency: "XOF",
    title: "Panier",
  });
  await ask("POST", `/checkout/pay/${id}/complete`, {
    paymentMethod: "MOBILE_MONEY",
    paymentDetails: { countryCode: "CI", operator: "MTN", phone: "0500000789" },
  });
  for (const end = performance.now() + 30_000; ; await sleep(200)) {
    const { status } = await ask("GET", `/checkout/sessions/${id}`);
    if (["SUCCEEDED", "FAILED"].includes(status) || performance.now() > end) return status;
  }
}

describe("the rest of deploy", () => {
  it("the unit passes systemd-analyze verify", async (context) => {
    const analyze = await run("systemd-analyze", ["--version"]).catch(() => null);
    if (analyze === null) return context.skip("systemd-analyze is not on this machine");
    const unit = join(folder, "cauris.service");
    const text = await readFile(join(root, "deploy/systemd/cauris.service"), "utf8");
    await writeFile(
      unit,
      text.replaceAll("/usr/bin/node", process.execPath).replaceAll("/opt/cauris", image),
    );
    const { stdout, stderr } = await run("systemd-analyze", ["verify", unit]);
    expect([stdout, stderr]).toEqual(["", ""]);
    await writeFile(unit, text.replace("KillMode=mixed", "KillMode=sometimes"));
    const broken = await run("systemd-analyze", ["verify", unit]).catch((error: { stderr: string }) => error);
    expect(broken.stderr).toMatch(/kill mode/);
  });

  it("prepare.sh makes the secrets once, for their owner, with a certificate that its authority signed", async () => {
    const compose = join(await mkdtemp(join(tmpdir(), "cauris-compose-")), "compose");
    await cp(join(root, "deploy/compose"), compose, { recursive: true });
    const prepare = join(compose, "prepare.sh");
    await expect(run(prepare, ["pay.example.com; true"])).rejects.toMatchObject({ code: 2 });
    await run(prepare, ["pay.example.com"]);
    expect((await stat(join(compose, "secrets"))).mode & 0o777).toBe(0o700);
    expect((await stat(join(compose, ".env"))).mode & 0o777).toBe(0o600);
    const key = Buffer.from(await readFile(join(compose, "secrets/master-key"), "utf8"), "base64");
    expect(key.length).toBe(32);
    const verified = await run("openssl", [
      "verify",
      "-CAfile",
      join(compose, "secrets/authority.crt"),
      "-verify_hostname",
      "database",
      join(compose, "secrets/database.crt"),
    ]);
    expect(verified.stdout).toContain("OK");
    const before = await readFile(join(compose, ".env"), "utf8");
    expect(before).toMatch(
      /^PUBLIC_HOST=pay\.example\.com\nCAURIS_APP_URL=postgres:\/\/cauris_app:.*sslmode=verify-full/,
    );
    await expect(run(prepare, ["pay.example.com"])).rejects.toMatchObject({ code: 1 });
    expect(await readFile(join(compose, ".env"), "utf8")).toBe(before);
    await rm(resolve(compose, ".."), { recursive: true });
  });
});
