import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseCellList } from "../../src/cells/list.ts";
import { loadConfig } from "../../src/config.ts";

/** The files of deploy/cells and the list of cells, from which the proxy is configured, say the same. */
const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../../..");
const readText = (path: string): string => readFileSync(join(root, path), "utf8");
const list = parseCellList(readText("deploy/cells/cells.json"));

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>> | readonly string[];
  readonly deploy?: unknown;
  readonly read_only?: boolean;
}
const compose = parse(readText("deploy/cells/compose.yml"), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const serviceOf = (name: string): Service => {
  const service = compose.services[name];
  if (service === undefined) throw new Error(`compose.yml has no service ${name}`);
  return service;
};
const publicUrlOf = (code: string | null): string => `https://${code === null ? "" : `${code}.`}${list.host}`;

describe("compose.yml", () => {
  it.each(list.cells)("starts each server of cell $code as its proxy expects it", ({ code, servers }) => {
    for (const server of servers) {
      const [name = "", port] = server.split(":");
      const { environment = {}, networks, read_only } = serviceOf(name);
      expect([environment.CELL ?? null, environment.PUBLIC_URL]).toEqual([code, publicUrlOf(code)]);
      // The port that the image listens on.
      expect([port, environment.PORT]).toEqual(["3000", undefined]);
      expect([networks.includes("front"), read_only]).toEqual([true, true]);
      const { CAURIS_ENV, ...rest } = environment;
      expect(CAURIS_ENV).toBe("production");
      expect(loadConfig({ CAURIS_ENV, ...rest })).toMatchObject({
        env: "production",
        publicUrl: publicUrlOf(code),
      });
    }
  });

  it("starts no server that the list lacks, and no copy that the proxy would not find", () => {
    const started = Object.entries(compose.services).filter(
      ([, { environment }]) => environment !== undefined,
    );
    expect(started.map(([name]) => `${name}:3000`)).toEqual(list.cells.flatMap(({ servers }) => servers));
    expect(started.filter(([, { deploy }]) => deploy !== undefined)).toEqual([]);
  });

  it("gives each cell a database, a migration and secrets of its own, out of the other's reach", () => {
    const ofCells = list.cells.map(({ code }) => {
      const end = code === null ? "" : `-${code}`;
      const [database, migrate, service] = ["database", "migrate", "cauris"].map((name) =>
        serviceOf(`${name}${end}`),
      );
      expect(service?.depends_on).toEqual({
        [`migrate${end}`]: { condition: "service_completed_successfully" },
      });
      expect(migrate?.depends_on).toEqual({ [`database${end}`]: { condition: "service_healthy" } });
      expect(migrate?.networks).toEqual(database?.networks);
      expect(service?.networks).toEqual(["front", ...(database?.networks ?? [])]);
      return {
        networks: database?.networks ?? [],
        volumes: database?.volumes ?? [],
        secrets: [database, migrate, service].map((each) => each?.env_file ?? "none"),
      };
    });
    for (const part of ["networks", "volumes", "secrets"] as const) {
      const all = ofCells.flatMap((cell) => cell[part]);
      expect(new Set(all).size).toBe(all.length);
    }
    expect(Object.keys(compose.volumes)).toEqual(
      ofCells.flatMap(({ volumes }) => volumes.map((volume) => volume.split(":")[0])),
    );
    const readme = readText("deploy/cells/README.md");
    for (const { secrets } of ofCells)
      for (const file of secrets)
        expect(readme).toContain(file.replace(/^secrets\//, "").replace(/-ci\.env$/, ".env"));
  });

  it("mounts what the proxy's configuration names, and opens its port alone", () => {
    const proxy = serviceOf("proxy");
    expect(proxy.volumes).toContain("./haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro");
    expect(proxy.volumes).toContain(`./secrets/pay.example.com.pem:${list.certificate}:ro`);
    const open = Object.entries(compose.services).filter(([, service]) => "ports" in service);
    expect(open.map(([name, service]) => [name, (service as { ports?: unknown }).ports])).toEqual([
      ["proxy", ["443:443"]],
    ]);
    expect(list.bind).toBe("*:443");
    expect(proxy.networks).toEqual(["front"]);
  });
});

describe("compose-citus.yml", () => {
  const citus = parse(readText("deploy/cells/compose-citus.yml"), { merge: true }) as typeof compose;

  it("starts the same cells as compose.yml, from the same list, behind the same proxy", () => {
    for (const name of [...list.cells.flatMap(({ servers }) => servers), "proxy:443"].map(
      (server) => server.split(":")[0] ?? "",
    )) {
      const { depends_on: _one, networks: _two, ...ours } = citus.services[name] ?? {};
      const { depends_on: _three, networks: _four, ...theirs } = serviceOf(name);
      expect(ours).toEqual(theirs);
    }
  });

  it.each(list.cells)(
    "hands the schema of cell $code over between its migration and its start",
    ({ code }) => {
      const end = code === null ? "" : `-${code}`;
      const distribute = citus.services[`distribute${end}`] as Service & {
        readonly command: readonly string[];
      };
      expect(distribute.command.join(" ")).toContain(`-v cell=cell_${code ?? "default"} `);
      expect(distribute.depends_on).toEqual({
        [`migrate${end}`]: { condition: "service_completed_successfully" },
      });
      expect(citus.services[`cauris${end}`]?.depends_on).toEqual({
        [`distribute${end}`]: { condition: "service_completed_successfully" },
      });
      expect(readText("deploy/cells/README.md")).toContain(`?schema=cell_${code ?? "default"}`);
    },
  );

  it("tells the coordinator each of its workers", () => {
    const nodes = [...readText("deploy/cells/citus-nodes.sql").matchAll(/'([a-z0-9-]+)', 5432/g)].map(
      ([, name]) => name,
    );
    expect(nodes).toEqual(["coordinator", "worker-1", "worker-2"]);
    for (const name of nodes) expect(citus.services[name ?? ""]?.env_file).toBe("secrets/citus.env");
  });
});

const values = parse(readText("deploy/cells/values-ci.yaml")) as {
  readonly settings: Readonly<Record<string, string>>;
};
const helm = process.env.HELM ?? "helm";
const hasHelm = await run(helm, ["version", "--short"]).then(
  () => true,
  () => false,
);
if (!hasHelm) console.info("skipped: there is no Helm on this machine (helm, or HELM)");

describe("values-ci.yaml", () => {
  it("is what a cell has of its own: its code and its name", () => {
    expect(values).toEqual({ settings: { CELL: "ci", PUBLIC_URL: publicUrlOf("ci") } });
    expect(loadConfig(values.settings)).toMatchObject({ cell: "ci", publicUrl: publicUrlOf("ci") });
  });

  it.skipIf(!hasHelm)("makes the service of the README's name, in a cell of that code", async () => {
    const file = join(root, "deploy/cells/values-ci.yaml");
    const proxies = ["--set", "settings.TRUSTED_PROXIES=10.0.0.0/8", "--kube-version", "1.31.0"];
    const { stdout } = await run(helm, [
      "template",
      "cauris-ci",
      join(root, "deploy/helm/cauris"),
      "-f",
      file,
      ...proxies,
    ]);
    // biome-ignore lint/suspicious/noExplicitAny: objects of a cluster, read as it would.
    const made = parseAllDocuments(stdout).map((document) => document.toJS()) as any[];
    expect(made.find(({ kind }) => kind === "Service").metadata.name).toBe("cauris-ci");
    const { env } = made.find(({ kind }) => kind === "Deployment").spec.template.spec.containers[0];
    expect(env).toContainEqual({ name: "CAURIS_CELL", value: "ci" });
    expect(env).toContainEqual({ name: "CAURIS_PUBLIC_URL", value: publicUrlOf("ci") });
  });
});
