import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { settings } from "../../src/config.ts";
import { readStages } from "./dockerfile.ts";

const root = resolve(import.meta.dirname, "../../..");
const readText = (path: string): string => readFileSync(join(root, path), "utf8");
const run = promisify(execFile);
const caddy = process.env.CADDY ?? "caddy";
const hasCaddy = await run(caddy, ["version"]).then(
  () => true,
  () => false,
);
if (!hasCaddy) console.info("skipped: there is no Caddy on this machine (package caddy, or CADDY)");
const stages = readStages(readText("deploy/docker/Dockerfile"));

describe("the image", () => {
  const final = stages.at(-1) ?? [];
  const of = (word: string) => final.filter((each) => each.word === word).map(({ rest }) => rest);

  it("is built in two stages, on a Node that the package accepts", () => {
    expect(stages.map(([from]) => from?.rest)).toEqual(["node:22-slim AS build", "node:22-slim"]);
  });
  it("runs as a user with a number, by no shell and no npm, and ends by SIGTERM to node", () => {
    expect(of("USER")).toEqual(["10001:10001"]);
    expect(JSON.parse(of("ENTRYPOINT")[0] ?? "[]")).toEqual([
      "node",
      "--max-semi-space-size=64",
      "bin/cauris-server.mjs",
    ]);
    expect(JSON.parse(of("CMD")[0] ?? "[]")).toEqual(["start"]);
    expect(of("RUN").join()).toMatch(/rm -rf .*\/bin\/npm/);
    expect(of("HEALTHCHECK").join()).toContain("/livez");
  });
  it("takes nothing from outside but what the first stage made, and no secret", () => {
    expect(of("COPY")).toEqual(["--from=build /out/ ./"]);
    expect(stages.flat().filter(({ word }) => word === "ADD" || word === "ARG")).toEqual([]);
    const named =
      of("ENV")
        .join(" ")
        .match(/\b[A-Z_]+(?==)/g) ?? [];
    expect(named.filter((name) => name !== "NODE_ENV" && !(name in settings))).toEqual([]);
    for (const ignored of [".git", "node_modules", "data", ".env", "deploy/compose/secrets"])
      expect(readText(".dockerignore").split("\n")).toContain(ignored);
  });
});

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly ports?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly secrets?: readonly string[];
  readonly image?: string;
}
describe("compose", () => {
  const compose = parse(readText("deploy/compose/compose.yml"), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  };
  const { services } = compose;

  it("names settings that exist, and gives the owner's address to migrate alone", () => {
    for (const name of ["cauris", "migrate"]) {
      const names = Object.keys(services[name]?.environment ?? {});
      expect(names.filter((each) => !(each.replace(/^CAURIS_/, "") in settings))).toEqual([]);
    }
    expect(services.cauris?.environment).not.toHaveProperty("DATABASE_OWNER_URL");
    expect(services.cauris?.environment).toMatchObject({ CAURIS_ENV: "production" });
    expect(services.migrate?.environment).toHaveProperty("DATABASE_OWNER_URL");
  });
  it("has read-only roots without capabilities, and open ports at the proxy alone", () => {
    for (const name of ["cauris", "migrate"])
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(["proxy"]);
  });
  it("uses secrets that prepare.sh makes", () => {
    const made = readText("deploy/compose/prepare.sh");
    for (const { file } of Object.values(compose.secrets)) expect(made).toContain(file.replace("./", ""));
    const used = Object.values(services).flatMap(({ secrets = [] }) => secrets);
    expect(new Set(used)).toEqual(new Set(Object.keys(compose.secrets)));
  });
});

test("the unit starts the command without npm, ends it in time, and takes rights away", () => {
  const unit = readText("deploy/systemd/cauris.service");
  expect(unit).toMatch(
    /^ExecStart=\/usr\/bin\/node --max-semi-space-size=64 \S+\/bin\/cauris-server\.mjs start$/m,
  );
  for (const line of [
    "KillMode=mixed",
    "TimeoutStopSec=25",
    "NoNewPrivileges=yes",
    "ProtectSystem=strict",
    "User=cauris",
  ])
    expect(unit.split("\n")).toContain(line);
  expect(unit).not.toMatch(/^Environment=.*(?:postgres:|MASTER_KEY=)/m);
});

describe("the proxy of the unit's page, and that of compose", () => {
  const [, ofPage = ""] =
    /^(pay\.example\.com \{\n[\s\S]*?^\})$/m.exec(readText("docs/operating/install.md")) ?? [];
  const files = [
    ["install.md", ofPage],
    ["compose", readText("deploy/compose/Caddyfile")],
  ] as const;

  it.each(files)("of %s says who asks, and lets requests wait for an instance that starts", (_name, text) => {
    expect(text).toContain("header_up X-Forwarded-For {remote_host}");
    expect(text).toMatch(/lb_try_duration \d+s/);
  });

  it.skipIf(!hasCaddy).each(files)("of %s is taken by Caddy", async (_name, text) => {
    const place = await mkdtemp(join(tmpdir(), "cauris-caddy-"));
    await writeFile(join(place, "Caddyfile"), text);
    const env = { ...process.env, HOME: place, XDG_DATA_HOME: place, PUBLIC_HOST: "pay.example.com" };
    const args = ["validate", "--adapter", "caddyfile", "--config", join(place, "Caddyfile")];
    const { stdout, stderr } = await run(caddy, args, { env });
    expect(`${stdout}${stderr}`).toContain("Valid configuration");
    await rm(place, { recursive: true });
  });
});
