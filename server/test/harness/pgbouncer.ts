import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";

const run = promisify(execFile);
/** The first release that keeps prepared statements in transaction mode. */
const RELEASE_MIN = 121;
const OPEN_TIMEOUT_MS = 10_000;
/** The account of the same number on every Linux. */
const NOBODY = 65_534;

export interface PgBouncer {
  /** The address of `url`, through it. */
  through(url: string): string;
  close(): Promise<void>;
}

/** Where a PgBouncer that can be tested with is, from PGBOUNCER or the usual places; or why there is none. */
export async function findPgBouncer(): Promise<{ readonly program: string } | { readonly missing: string }> {
  const program = process.env.PGBOUNCER ?? "pgbouncer";
  const PATH = `${process.env.PATH}:/usr/sbin`;
  const answer = await run(program, ["--version"], { env: { ...process.env, PATH } }).catch(() => null);
  if (answer === null)
    return { missing: "there is no PgBouncer on this machine (package pgbouncer, or PGBOUNCER)" };
  const [, major = "0", minor = "0"] = /PgBouncer (\d+)\.(\d+)/.exec(answer.stdout) ?? [];
  return Number(major) * 100 + Number(minor) < RELEASE_MIN
    ? { missing: `PgBouncer ${major}.${minor} keeps no prepared statements; 1.21 or newer is needed` }
    : { program };
}

/** A real PgBouncer in transaction mode before the server of `url`, as docs/operating/database.md sets it up. */
export async function startPgBouncer(
  program: string,
  url: string,
  logins: readonly string[],
): Promise<PgBouncer> {
  const { hostname, port } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), "cauris-pgbouncer-"));
  await chmod(folder, 0o755);
  const ownPort = await freePort();
  const users = logins.map((each) => {
    const { username, password } = new URL(each);
    return `"${username}" "${decodeURIComponent(password)}"\n`;
  });
  await writeFile(join(folder, "users.txt"), users.join(""));
  await writeFile(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 3
max_prepared_statements = 200
ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout, options
`,
  );
  // It refuses to run as root.
  const account = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(program, [join(folder, "pgbouncer.ini")], {
    ...account,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  await opens(ownPort, child, () => output);
  return {
    through: (address) => {
      const pooled = new URL(address);
      pooled.port = String(ownPort);
      return pooled.href;
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.exitCode === null && child.kill("SIGINT")) await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function opens(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (const deadline = performance.now() + OPEN_TIMEOUT_MS; performance.now() < deadline; await sleep(20)) {
    if (child.exitCode !== null) break;
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => resolve(false));
    });
    if (isOpen) return;
  }
  throw new Error(`PgBouncer did not open its port: ${output()}`);
}
