import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { stringify } from "yaml";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";
import { type Forwarder, startForwarder } from "./forwarder.ts";

/**
 * Three PostgreSQL under Patroni, with etcd. Each node is reached, and reaches etcd, through forwarders of its own, so
 * that a test can cut it from the network while it runs on.
 */
export interface PatroniCluster {
  /** The owner's address of all three servers; the client finds the primary. */
  ownerUrl(database: string): string;
  leader(): Promise<string>;
  /** Waits until all nodes are there and follow one leader, one of them synchronously. */
  whole(): Promise<void>;
  /** `kill -9` of a node's Patroni and all of its PostgreSQL. */
  kill(name: string): Promise<void>;
  /** Starts Patroni on a killed node. */
  revive(name: string): Promise<void>;
  /** The planned change of the leader. */
  switchover(leader: string): Promise<void>;
  /** Nobody hears the node, and it does not hear etcd. */
  cut(name: string): void;
  heal(name: string): void;
  output(): string;
  remove(): Promise<void>;
}

export interface PatroniPrograms {
  readonly patroni: string;
  readonly etcd: string;
  /** The folder of PostgreSQL's own programs. */
  readonly postgres: string;
  /** PostgreSQL refuses to run as root. */
  readonly account: { readonly uid: number; readonly gid: number };
}

const run = promisify(execFile);
const PASSWORD = "of-a-test";
const NODES = ["one", "two", "three"] as const;
const WAIT_MS = 120_000;
const LOOK_MS = 200;

/** The programs, from PATRONI, ETCD and POSTGRES_BIN or the usual places; or what is missing. */
export async function findPatroni(): Promise<PatroniPrograms | { readonly missing: string }> {
  const patroni = process.env.PATRONI ?? "patroni";
  const etcd = process.env.ETCD ?? "etcd";
  const ids = await Promise.all(["-u", "-g"].map((what) => run("id", [what, "postgres"]).catch(() => null)));
  const [uid, gid] = ids.map((answer) => Number(answer?.stdout));
  if (uid === undefined || gid === undefined || !(uid > 0))
    return { missing: "there is no account postgres on this machine" };
  // By the account that runs it: a Python in somebody's home is there for root alone.
  const [hasPatroni, hasEtcd] = await Promise.all(
    [patroni, etcd].map((program) => run(program, ["--version"], { uid, gid }).catch(() => null)),
  );
  if (hasPatroni === null)
    return { missing: "there is no Patroni that postgres can run (PyPI patroni[etcd3], or PATRONI)" };
  if (hasEtcd === null) return { missing: "there is no etcd on this machine (package etcd-server, or ETCD)" };
  const postgres = process.env.POSTGRES_BIN ?? (await newestPostgres());
  if (postgres === null)
    return { missing: "there is no PostgreSQL with pg_basebackup (package postgresql, or POSTGRES_BIN)" };
  return { patroni, etcd, postgres, account: { uid, gid } };
}

async function newestPostgres(): Promise<string | null> {
  const releases = await readdir("/usr/lib/postgresql").catch(() => []);
  const [newest] = releases
    .map(Number)
    .filter((release) => release >= 15)
    .sort((left, right) => right - left);
  return newest === undefined ? null : `/usr/lib/postgresql/${newest}/bin`;
}

interface Node {
  readonly name: string;
  readonly folder: string;
  readonly restPort: number;
  /** What others connect to. */
  readonly entrance: Forwarder;
  readonly toEtcd: Forwarder;
  readonly port: number;
  patroni: ChildProcess | null;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

export async function startPatroni(programs: PatroniPrograms): Promise<PatroniCluster> {
  const folder = await mkdtemp(join(tmpdir(), "cauris-patroni-"));
  await chmod(folder, 0o755);
  const { account } = programs;
  const own = async (path: string): Promise<string> => {
    await mkdir(path, { mode: 0o700 });
    await chown(path, account.uid, account.gid);
    return path;
  };
  let output = "";
  const launch = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { ...account, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        output = `${output}${chunk}`.slice(-50_000);
      });
    return child;
  };

  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const etcd = launch(programs.etcd, [
    ...["--data-dir", await own(join(folder, "etcd")), "--name", "only"],
    ...["--listen-client-urls", `http://127.0.0.1:${etcdPort}`],
    ...["--advertise-client-urls", `http://127.0.0.1:${etcdPort}`],
    ...["--listen-peer-urls", `http://127.0.0.1:${peerPort}`],
    ...["--initial-advertise-peer-urls", `http://127.0.0.1:${peerPort}`],
    ...["--initial-cluster", `only=http://127.0.0.1:${peerPort}`],
  ]);
  const nodes = new Map<string, Node>();
  for (const name of NODES) {
    const port = await freePort();
    const node: Node = {
      name,
      port,
      folder: await own(join(folder, name)),
      restPort: await freePort(),
      entrance: await startForwarder(port),
      toEtcd: await startForwarder(etcdPort),
      patroni: null,
    };
    nodes.set(name, node);
    await writeFile(join(folder, `${name}.yml`), stringify(settingsOf(node, programs.postgres)), {
      mode: 0o644,
    });
  }
  const nodeOf = (name: string): Node => {
    const node = nodes.get(name);
    if (node === undefined) throw new Error(`there is no node ${name}`);
    return node;
  };
  const start = (node: Node): void => {
    node.patroni = launch(programs.patroni, [join(folder, `${node.name}.yml`)]);
  };

  /** As the first node that answers sees it. */
  const members = async (): Promise<readonly Member[]> => {
    for (const { restPort } of nodes.values()) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null);
      if (answer?.ok === true)
        return ((await answer.json()) as { readonly members: readonly Member[] }).members;
    }
    return [];
  };
  const until = async <T>(what: string, look: () => Promise<T | null>): Promise<T> => {
    for (const endMs = performance.now() + WAIT_MS; performance.now() < endMs; await sleep(LOOK_MS)) {
      const found = await look();
      if (found !== null) return found;
    }
    throw new Error(`${what} within ${WAIT_MS / 1_000} s; ${output.slice(-4_000)}`);
  };
  const kill = async (name: string): Promise<void> => {
    const node = nodeOf(name);
    // Patroni first: it would start PostgreSQL again.
    const gone =
      node.patroni?.exitCode === null && node.patroni.signalCode === null ? once(node.patroni, "exit") : null;
    node.patroni?.kill("SIGKILL");
    await gone;
    const pidText = await readFile(join(node.folder, "data", "postmaster.pid"), "utf8").catch(() => "");
    const postmaster = Number(pidText.split("\n")[0]);
    if (!(postmaster > 0)) return;
    const children = (await run("pgrep", ["-P", String(postmaster)]).catch(() => ({ stdout: "" }))).stdout;
    for (const pid of [postmaster, ...children.split("\n").filter(Boolean).map(Number)]) {
      try {
        process.kill(pid, "SIGKILL");
      } catch (error) {
        // A child may have ended by itself.
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    }
  };

  const first = nodeOf(NODES[0]);
  start(first);
  await until(
    "the first node leads",
    async () => (await members()).find(({ role }) => role === "leader") ?? null,
  );
  for (const name of NODES.slice(1)) start(nodeOf(name));

  return {
    ownerUrl: (database) => {
      const hosts = [...nodes.values()].map(({ entrance }) => `127.0.0.1:${entrance.port}`).join(",");
      return `postgres://postgres:${PASSWORD}@${hosts}/${database}?target_session_attrs=read-write`;
    },
    leader: () =>
      until(
        "there is a leader",
        async () => (await members()).find(({ role }) => role === "leader")?.name ?? null,
      ),
    whole: async () => {
      await until("the cluster is whole", async () => {
        const found = await members();
        const works = found.filter(({ state }) => state === "running" || state === "streaming");
        const isWhole = works.length === NODES.length && works.some(({ role }) => role === "sync_standby");
        return isWhole ? found : null;
      });
    },
    kill,
    revive: async (name) => start(nodeOf(name)),
    switchover: async (leader) => {
      const answer = await fetch(`http://127.0.0.1:${nodeOf(leader).restPort}/switchover`, {
        method: "POST",
        body: JSON.stringify({ leader }),
      });
      if (!answer.ok) throw new Error(`the switchover was refused: ${await answer.text()}`);
    },
    cut: (name) => {
      // Nothing listens on port 1: new connections are refused, open ones are cut.
      nodeOf(name).entrance.leadTo(1);
      nodeOf(name).toEtcd.leadTo(1);
    },
    heal: (name) => {
      nodeOf(name).entrance.leadTo(nodeOf(name).port);
      nodeOf(name).toEtcd.leadTo(etcdPort);
    },
    output: () => output,
    remove: async () => {
      for (const name of NODES) await kill(name);
      const ended = new Promise((resolve) => etcd.once("exit", resolve));
      etcd.kill("SIGKILL");
      await ended;
      for (const { entrance, toEtcd } of nodes.values())
        await Promise.all([entrance.close(), toEtcd.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As deploy/patroni/patroni.yml, with the shortest times that Patroni allows. */
function settingsOf({ name, folder, port, restPort, entrance, toEtcd }: Node, binDir: string) {
  const login = (username: string) => ({ username, password: PASSWORD });
  const rest = `127.0.0.1:${restPort}`;
  return {
    scope: "cauris",
    name,
    restapi: { listen: rest, connect_address: rest },
    // A proxy is used as it is; otherwise etcd would tell its own address.
    etcd3: { hosts: [`127.0.0.1:${toEtcd.port}`], use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${entrance.port}`,
      data_dir: join(folder, "data"),
      bin_dir: binDir,
      pgpass: join(folder, "pgpass"),
      use_unix_socket: true,
      authentication: {
        superuser: login("postgres"),
        replication: login("replicator"),
        rewind: login("rewinder"),
      },
      pg_hba: [
        "local all all trust",
        "host all all 127.0.0.1/32 scram-sha-256",
        "host replication replicator 127.0.0.1/32 scram-sha-256",
      ],
      parameters: {
        unix_socket_directories: folder,
        password_encryption: "scram-sha-256",
        shared_buffers: "64MB",
      },
      basebackup: { checkpoint: "fast" },
    },
  };
}
