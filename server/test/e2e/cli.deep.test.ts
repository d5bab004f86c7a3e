import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";

/** `cauris` as it is installed: packed, in its own process, against the built service, which is killed meanwhile. */
const root = resolve(import.meta.dirname, "../../..");
let folder: string;
let program: string;
let home: ServiceHome;
let service: ServiceProcess;
let hooks: Server;
let hooksUrl: string;
const received: string[] = [];
const running = new Set<ChildProcess>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cauris-cli-"));
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: join(root, "cli") });
  const [packed = ""] = readdirSync(folder);
  execFileSync("tar", ["-xzf", packed], { cwd: folder });
  program = join(folder, "package/bin/cauris.mjs");
  hooks = createServer((request, response) => {
    received.push(String(request.headers["webhook-id"]));
    request.resume().on("end", () => response.writeHead(204).end());
  });
  await new Promise<void>((done) => hooks.listen(0, "127.0.0.1", done));
  const address = hooks.address();
  hooksUrl = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
  home = await createServiceHome();
  service = await home.start();
  await home.sandbox();
}, 180_000);
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  hooks?.closeAllConnections();
  hooks?.close();
  await home?.remove();
  rmSync(folder, { recursive: true });
}, 60_000);

const env = () => ({
  PATH: process.env.PATH ?? "",
  CAURIS_CONFIG_DIR: join(folder, "config"),
  CAURIS_KEYRING: "off",
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly notes: string;
}

function start(args: readonly string[], input = "") {
  const child = spawn(process.execPath, [program, ...args], { env: env(), stdio: ["pipe", "pipe", "pipe"] });
  running.add(child);
  let out = "";
  let notes = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    notes += text;
  });
  child.stdin.end(input);
  const ended = new Promise<Ran>((done) => {
    child.once("close", (code) => {
      running.delete(child);
      done({ code, out, notes });
    });
  });
  return { child, ended, notes: () => notes };
}
const call = (...args: readonly string[]) => start(args).ended;
const trigger = async () =>
  JSON.parse((await call("trigger", "payment.succeeded", "--json")).out).id as string;

describe("the packed command line", () => {
  it("logs in by the file of the local sandbox, and pays", async () => {
    const made = await call("login", "--from", join(home.dataDir, "sandbox.json"));
    expect([made.code, made.out]).toEqual([0, ""]);
    expect((await call("status")).out).toMatch(/^State +ready$/m);
    const paid = await call("pay", "--json");
    expect([paid.code, JSON.parse(paid.out).status]).toEqual([0, "SUCCEEDED"]);
    expect(await call("nonsense")).toMatchObject({ code: 2, out: "" });
  });

  it("forwards every event once, though the service is killed and it is itself stopped", async () => {
    const listening = start(["listen", "--forward-to", hooksUrl]);
    await expect.poll(listening.notes).toMatch(/Signed with whsec_/);
    const ids = [await trigger()];
    await expect.poll(() => received).toEqual(ids);

    await service.kill();
    await expect.poll(listening.notes, { timeout: 30_000 }).toMatch(/does not answer\. Waiting for it\./);
    service = await home.start();
    ids.push(await trigger());
    await expect.poll(() => received, { timeout: 30_000 }).toEqual(ids);
    expect(listening.notes()).toMatch(/answers again/);

    listening.child.kill("SIGINT");
    expect((await listening.ended).code).toBe(0);
    ids.push(await trigger());
    const again = start(["listen", "--forward-to", hooksUrl]);
    await expect.poll(() => received, { timeout: 30_000 }).toEqual(ids);
    again.child.kill("SIGTERM");
    expect((await again.ended).code).toBe(0);
  }, 180_000);

  it("ends quietly when its reader has enough", async () => {
    const { status } = await new Promise<{ readonly status: number | null }>((done) => {
      const shell = spawn(
        "bash",
        ["-c", `"$0" "$1" events list | head -n 1; exit \${PIPESTATUS[0]}`, process.execPath, program],
        {
          env: env(),
          stdio: "ignore",
        },
      );
      shell.once("close", (code) => done({ status: code }));
    });
    expect(status).toBe(0);
  });

  it("says so when the service is away", async () => {
    await service.stop();
    const { code, notes } = await call("status");
    expect([code, notes]).toEqual([5, expect.stringMatching(/does not answer/)]);
  });
});
