import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { referenceTable } from "../../test/harness/reference-table.ts";
import { loadConfig } from "../config.ts";
import { checklist, judge } from "./check.ts";
import { productionRules, type Surroundings } from "./rules.ts";

const key = Buffer.from("c2a1f08e5bd94d7795b1ce3b0a6df41e8847f2690cab35d17be84a2f93d6107c", "hex");
const database = {
  role: "cauris_app",
  isOwner: false,
  version: 180_006,
  firstPasswords: [],
  fsync: "on",
  fullPageWrites: "on",
  synchronousCommit: "on",
};
const good: Surroundings = {
  masterKey: { bytes: key },
  masterKeyFlaw: null,
  masterKeyBesideCluster: false,
  database,
};
const env = {
  CAURIS_ENV: "production",
  PUBLIC_URL: "https://pay.example.com",
  TRUSTED_PROXIES: "10.0.3.7",
  DATABASE_URL: "postgres://cauris_app:hunter2@db.example.com/cauris?sslmode=verify-full",
  MASTER_KEY: key.toString("hex"),
};
const problems = (change: Readonly<Record<string, string>> = {}, around: Partial<Surroundings> = {}) =>
  judge(loadConfig({ ...env, ...change }), { ...good, ...around }).flatMap(({ problem }) => problem ?? []);

test("safe settings pass every rule", () => {
  expect(problems()).toEqual([]);
});

describe("each unsafe setting is refused in one line, with its cure", () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ["no public address", { PUBLIC_URL: "" }, /^PUBLIC_URL is absent\. Set PUBLIC_URL=https:/],
    ["plain http", { PUBLIC_URL: "http://pay.example.com" }, /^PUBLIC_URL is http:.*, which is not https\. /],
    ["no proxy", { TRUSTED_PROXIES: "" }, /^TRUSTED_PROXIES is absent\. Set it to the proxy's address/],
    [
      "half of the internet",
      { TRUSTED_PROXIES: "10.0.0.1, 128.0.0.0/1" },
      /trusts 128\.0\.0\.0\/1, which is more/,
    ],
    ["an eighth of IPv6", { TRUSTED_PROXIES: "2000::/3" }, /trusts 2000::\/3, which is more/],
    ["no limits", { RATE_LIMITS: "off" }, /^RATE_LIMITS is off\. Leave/],
    ["providers for trying", { ALLOW_LOCAL_PROVIDERS: "1" }, /^ALLOW_LOCAL_PROVIDERS is 1\. /],
    ["no waiting time", { BENEFICIARY_COOL_OFF: "0" }, /^BENEFICIARY_COOL_OFF is 0\. /],
    ["the owner's password", { DATABASE_OWNER_URL: "postgres://o:p@h/d" }, /^DATABASE_OWNER_URL is among/],
    ["no database", { DATABASE_URL: "" }, /^DATABASE_URL is absent\. Set DATABASE_URL=postgres:/],
    [
      "no TLS to another machine",
      { DATABASE_URL: "postgres://u:hunter2@10.0.0.5/cauris" },
      /^DATABASE_URL leads to another machine without sslmode=verify-full\. /,
    ],
    [
      "TLS that checks nothing",
      { DATABASE_URL: "postgres://u:hunter2@db.example.com/cauris?sslmode=require" },
      /without sslmode=verify-full\. /,
    ],
    [
      "one of several on another machine",
      { DATABASE_URL: "postgres://u:hunter2@localhost,db.example.com/cauris" },
      /^DATABASE_URL leads to another machine without sslmode=verify-full\. /,
    ],
    [
      "the way past the pooler without TLS",
      { DATABASE_DIRECT_URL: "postgres://u:hunter2@db.example.com/cauris" },
      /^DATABASE_DIRECT_URL leads to another machine without sslmode=verify-full\. /,
    ],
    [
      "another machine by a parameter",
      { DATABASE_URL: "postgres:///cauris?host=db.example.com&user=u" },
      /without sslmode=verify-full\. /,
    ],
  ])("%s", (_what, change, line) => {
    expect(problems(change)).toEqual([expect.stringMatching(line)]);
    expect(problems(change).join()).not.toMatch(/hunter2|\n/);
  });

  test.each<[string, Partial<Surroundings>, RegExp]>([
    [
      "no key",
      { masterKey: { missing: "MASTER_KEY is absent" } },
      /^MASTER_KEY is absent\. Make one with openssl/,
    ],
    [
      "a key somebody typed",
      { masterKeyFlaw: "it is text that somebody typed" },
      /^the master key is not random: it is/,
    ],
    [
      "the key beside the cluster",
      { masterKeyBesideCluster: true },
      /^the master key lies in the data folder\. Move/,
    ],
    [
      "a database away",
      { database: { unreachable: "password failed" } },
      /^PostgreSQL says: password failed\. /,
    ],
    [
      "the owner's role",
      { database: { ...database, isOwner: true } },
      /logs in as cauris_app, which owns the tables\. Run/,
    ],
    ["an old minor of 15", { database: { ...database, version: 150_018 } }, /^PostgreSQL is 15\.18\. Update/],
    ["an old minor of 16", { database: { ...database, version: 160_014 } }, /^PostgreSQL is 16\.14\. Update/],
    ["an old minor of 17", { database: { ...database, version: 170_010 } }, /^PostgreSQL is 17\.10\. Update/],
    ["an old minor of 18", { database: { ...database, version: 180_004 } }, /^PostgreSQL is 18\.4\. Update/],
    ["an old major", { database: { ...database, version: 140_024 } }, /^PostgreSQL is 14\.24\. Update/],
    ["no fsync", { database: { ...database, fsync: "off" } }, /^fsync is off\. Remove/],
    [
      "nothing on the disk",
      { database: { ...database, fullPageWrites: "off", synchronousCommit: "off" } },
      /^full_page_writes and synchronous_commit is off\. /,
    ],
    [
      "operators of a sandbox",
      { database: { ...database, firstPasswords: ["operator@cauris.example"] } },
      /^operator@cauris\.example can log in with a password from sandbox\.json\. /,
    ],
  ])("%s", (_what, around, line) => {
    expect(problems({}, around)).toEqual([expect.stringMatching(line)]);
  });
});

test.each([
  ["15.19", { ...database, version: 150_019 }],
  ["16.15", { ...database, version: 160_015 }],
  ["17.11", { ...database, version: 170_011 }],
  ["18.6", { ...database, version: 180_006 }],
  ["a major version to come", { ...database, version: 190_000 }],
  ["synchronous_commit of a replica", { ...database, synchronousCommit: "remote_apply" }],
])("%s pass", (_what, facts) => {
  expect(problems({}, { database: facts })).toEqual([]);
});

test.each([
  "postgres://u:p@localhost/d",
  "postgres://u:p@127.0.0.1:5432/d",
  "postgres:///d?host=/run/postgresql",
])("%s needs no TLS", (url) => {
  expect(problems({ DATABASE_URL: url })).toEqual([]);
});

test("the embedded PostgreSQL passes when somebody has accepted it", () => {
  const embedded = { DATABASE_URL: "", EMBEDDED_IN_PRODUCTION: "yes" };
  expect(problems(embedded, { database: null })).toEqual([]);
});

test("an old release passes when somebody has accepted this very one", () => {
  const around = { database: { ...database, version: 180_004 } };
  expect(problems({ POSTGRES_RELEASE_ACCEPTED: "18.4" }, around)).toEqual([]);
  expect(problems({ POSTGRES_RELEASE_ACCEPTED: "18.3" }, around)).toEqual([
    expect.stringMatching(/^PostgreSQL is 18\.4\. /),
  ]);
});

test("everything that is wrong is said at once", () => {
  const all = problems(
    { PUBLIC_URL: "", TRUSTED_PROXIES: "", DATABASE_URL: "", RATE_LIMITS: "off" },
    { masterKey: { missing: "MASTER_KEY is absent" }, database: null },
  );
  expect(all).toHaveLength(5);
});

test("the list shows what is right as well", () => {
  const text = checklist(judge(loadConfig({ ...env, RATE_LIMITS: "off" }), good));
  expect(text).toMatch(/^ {2}ok {4}master key$/m);
  expect(text).toMatch(/^ {2}WRONG limits: RATE_LIMITS is off\. Leave RATE_LIMITS out\.$/m);
  expect(text.trimEnd().split("\n")).toHaveLength(productionRules.length);
});

test("what only a database can say is not called right without one", () => {
  const config = loadConfig({ ...env, DATABASE_URL: "" });
  const marks = (text: string) => text.match(/^ {2}- {5}.+: not looked at/gm) ?? [];
  expect(marks(checklist(judge(config, { ...good, database: null })))).toHaveLength(5);
  // A database that does not answer is a finding itself, and the other rules cannot be checked.
  expect(marks(checklist(judge(config, { ...good, database: { unreachable: "away" } })))).toHaveLength(4);
  expect(marks(checklist(judge(config, good)))).toEqual([]);
});

test("docs/operating/production.md lists every rule, and no other", async () => {
  const page = join(import.meta.dirname, "../../../docs/operating/production.md");
  const rows = productionRules.map(({ name, wants, cure }) => [name, wants, cure]);
  const { onPage, inCode } = await referenceTable(page, ["What", "What must be", "Cure"], rows);
  expect(onPage).toBe(inCode);
});
