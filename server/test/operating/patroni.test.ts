import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { parse } from "yaml";

/** The example of a cluster: what its own documentation demands of the numbers, and what we promise of it. */
const run = promisify(execFile);
const folder = resolve(import.meta.dirname, "../../../deploy/patroni");
const readText = (name: string): Promise<string> => readFile(join(folder, name), "utf8");

it("acknowledges nothing that only one machine has, and replaces a silent leader in time", async () => {
  const { bootstrap, postgresql, watchdog } = parse(await readText("patroni.yml"));
  const { ttl, loop_wait, retry_timeout, ...dcs } = bootstrap.dcs;
  expect(dcs).toMatchObject({
    synchronous_mode: true,
    synchronous_mode_strict: true,
    synchronous_node_count: 1,
  });
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
  expect(ttl).toBeGreaterThanOrEqual(20);
  // A rewound server needs one of them; checksums are asked for at its making.
  expect(bootstrap.initdb).toContain("data-checksums");
  expect(bootstrap.dcs.postgresql.parameters).toMatchObject({
    archive_mode: "on",
    hot_standby_feedback: "on",
  });
  expect(watchdog.mode).toBe("required");
  const fromElsewhere: readonly string[] = postgresql.pg_hba.filter(
    (line: string) => !line.startsWith("local "),
  );
  expect(fromElsewhere.filter((line) => !/^hostssl .* scram-sha-256$/.test(line))).toEqual([]);
});

it("archives to the same stanza that it restores from, encrypted", async () => {
  const [patroni, pgbackrest] = await Promise.all([readText("patroni.yml"), readText("pgbackrest.conf")]);
  const { bootstrap, postgresql } = parse(patroni);
  const commands = [
    bootstrap.dcs.postgresql.parameters.archive_command,
    bootstrap.dcs.postgresql.recovery_conf.restore_command,
    postgresql.pgbackrest.command,
  ];
  const [, stanza] = /^\[(?!global)(\w+)\]$/m.exec(pgbackrest) ?? [];
  for (const command of commands) expect(command).toContain(`--stanza=${stanza} `);
  expect(pgbackrest).toContain(`pg1-path=${postgresql.data_dir}\n`);
  expect(pgbackrest).toMatch(/^repo1-cipher-type=aes-256-cbc$/m);
});

const haproxy = process.env.HAPROXY ?? "haproxy";
const hasHaproxy = await run(haproxy, ["-v"]).then(
  () => true,
  () => false,
);
if (!hasHaproxy) console.info("skipped: there is no HAProxy on this machine (package haproxy, or HAPROXY)");

it.skipIf(!hasHaproxy)("HAProxy accepts its configuration", async () => {
  const authority = resolve(import.meta.dirname, "../fixtures/tls/localhost.crt");
  const place = await mkdtemp(join(tmpdir(), "cauris-haproxy-"));
  const text = (await readText("haproxy.cfg")).replaceAll("/etc/haproxy/authority.crt", authority);
  await writeFile(join(place, "haproxy.cfg"), text);
  // Names of an example lead nowhere.
  const { stdout, stderr } = await run(haproxy, ["-dr", "-c", "-f", join(place, "haproxy.cfg")]);
  expect(`${stdout}${stderr}`).not.toMatch(/ALERT|unknown keyword/);
  await rm(place, { recursive: true, force: true });
});
