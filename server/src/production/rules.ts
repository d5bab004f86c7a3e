import type { Config } from "../config.ts";
import { hostsOf, parseDatabaseUrl } from "../kit/database-address.ts";

/** Facts beyond the settings: files, and what PostgreSQL reports. */
export interface Surroundings {
  /** The master key from MASTER_KEY or MASTER_KEY_FILE, or why there is none. */
  readonly masterKey: { readonly bytes: Buffer } | { readonly missing: string };
  /** Why the key is not random; null when it may be. */
  readonly masterKeyFlaw: string | null;
  /** The key's file is in the data folder, next to the embedded cluster. */
  readonly masterKeyBesideCluster: boolean;
  /** Null when there is no database to check: DATABASE_URL is absent. */
  readonly database: DatabaseFacts | { readonly unreachable: string } | null;
}

/** Facts about the database as the service reaches it. */
export interface DatabaseFacts {
  readonly role: string;
  /** Whether the role may change tables, make roles or bypass checks. */
  readonly isOwner: boolean;
  /** As PostgreSQL counts: 180002 is 18.2. */
  readonly version: number;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  /** E-mail addresses of seeded operators whose first password still works. */
  readonly firstPasswords: readonly string[];
}

/** One production requirement, as the checklist shows it. */
export interface ProductionRule {
  readonly name: string;
  /** The requirement, in a sentence. */
  readonly wants: string;
  /** How to meet it, in a sentence. */
  readonly cure: string;
  /** It needs PostgreSQL, and is skipped when there is none to ask. */
  readonly asksDatabase?: true;
  /** What is wrong, in a few words without a full stop; null when nothing is. Contains no secret. */
  problem(config: Config, around: Surroundings): string | null;
}

/**
 * The minor releases of 13 August 2026, by major version. They close 28 holes, among them CVE-2026-16239 and CVE-2026-14669,
 * by which a role that may run statements runs code as PostgreSQL's account; 18.5 was never released.
 * Sources: https://www.postgresql.org/docs/release/18.6/ (and 17.11, 16.15, 15.19) and https://www.postgresql.org/support/security/.
 * Later major versions begin without them; earlier ones get no fixes.
 */
const minorMin: Readonly<Record<number, number>> = { 15: 19, 16: 15, 17: 11, 18: 6 };
const NEWEST_MAJOR = Math.max(...Object.keys(minorMin).map(Number));
/** The rule about an unreachable database. */
export const databaseAnswers = "database answers";
/** A private network is at most as large as 10.0.0.0/8 or fc00::/7. */
const BITS_MIN = { v4: 8, v6: 7 } as const;
const localHosts = ["localhost", "127.0.0.1", "::1"];

export const productionRules: readonly ProductionRule[] = [
  {
    name: "master key",
    wants: "`MASTER_KEY` or `MASTER_KEY_FILE` gives a random key of 32 bytes.",
    cure: "Make one with `openssl rand -base64 32` and keep it in your secret store.",
    problem: (_config, { masterKey, masterKeyFlaw }) => {
      if ("missing" in masterKey) return masterKey.missing;
      return masterKeyFlaw === null ? null : `the master key is not random: ${masterKeyFlaw}`;
    },
  },
  {
    name: "master key's place",
    wants: "The master key is not in the data folder, next to the data that it encrypts.",
    cure: "Move `master.key` out of `DATA_DIR`, and give it in `MASTER_KEY`, or in a file elsewhere that `MASTER_KEY_FILE` names.",
    problem: (_config, { masterKeyBesideCluster }) =>
      masterKeyBesideCluster ? "the master key lies in the data folder" : null,
  },
  {
    name: "public address",
    wants: "`PUBLIC_URL` is the https:// address under which payers and merchants reach the service.",
    cure: "Set `PUBLIC_URL=https://pay.example.com`; a proxy in front of the service terminates TLS.",
    problem: ({ publicUrl }) => {
      if (publicUrl === undefined) return "PUBLIC_URL is absent";
      return publicUrl.startsWith("https://") ? null : `PUBLIC_URL is ${publicUrl}, which is not https`;
    },
  },
  {
    name: "trusted proxies",
    wants: "`TRUSTED_PROXIES` names the proxy that terminates TLS, and at most a private network of yours.",
    cure: "Set it to the proxy's address, such as `TRUSTED_PROXIES=10.0.3.7`: limits identify callers by it.",
    problem: ({ trustedProxies }) => {
      if (trustedProxies.length === 0) return "TRUSTED_PROXIES is absent";
      const wide = trustedProxies.find(isTooWide);
      return wide === undefined
        ? null
        : `TRUSTED_PROXIES trusts ${wide}, which is more than a private network`;
    },
  },
  {
    name: "database",
    wants:
      "`DATABASE_URL` names a PostgreSQL that is run for this, or `EMBEDDED_IN_PRODUCTION=yes` accepts the embedded one.",
    cure: "Set `DATABASE_URL=postgres://cauris_app:…@db.example.com/cauris?sslmode=verify-full`.",
    problem: ({ databaseUrl, embeddedInProduction }) =>
      databaseUrl === undefined && embeddedInProduction === "no" ? "DATABASE_URL is absent" : null,
  },
  {
    name: "database over TLS",
    wants: "The connection to a PostgreSQL on another machine checks its certificate and name.",
    cure: "Add `sslmode=verify-full` to the address, and `sslrootcert=` where the certificate is your own.",
    problem: ({ databaseUrl, databaseDirectUrl, databaseReplicaUrl }) => {
      const addresses = Object.entries({
        DATABASE_URL: databaseUrl,
        DATABASE_DIRECT_URL: databaseDirectUrl,
        DATABASE_REPLICA_URL: databaseReplicaUrl,
      });
      const open = addresses.find(([, address]) => address !== undefined && !isVerified(address.reveal()));
      return open === undefined ? null : `${open[0]} leads to another machine without sslmode=verify-full`;
    },
  },
  {
    name: databaseAnswers,
    asksDatabase: true,
    wants: "PostgreSQL accepts the service's log-in.",
    cure: "Correct `DATABASE_URL` or the server, as PostgreSQL's message says.",
    problem: (_config, { database }) =>
      database !== null && "unreachable" in database ? `PostgreSQL says: ${database.unreachable}` : null,
  },
  {
    name: "service's role",
    asksDatabase: true,
    wants: "The service's role owns no table: it reads and writes rows, and cannot rewrite the books.",
    cure: "Run `cauris-server migrate` with `DATABASE_OWNER_URL`, and let `DATABASE_URL` log in as `cauris_app`.",
    problem: (_config, around) =>
      factsOf(around)?.isOwner === true
        ? `DATABASE_URL logs in as ${factsOf(around)?.role}, which owns the tables`
        : null,
  },
  {
    name: "owner's address",
    wants: "The running service does not know the owner's password.",
    cure: "Give `DATABASE_OWNER_URL` to `cauris-server migrate` alone.",
    problem: ({ databaseOwnerUrl }) =>
      databaseOwnerUrl === undefined ? null : "DATABASE_OWNER_URL is among the service's settings",
  },
  {
    name: "PostgreSQL's release",
    asksDatabase: true,
    wants:
      "PostgreSQL has the fixes of 13 August 2026: it is 15.19, 16.15, 17.11, 18.6 or later, or `POSTGRES_RELEASE_ACCEPTED` names its release.",
    cure: "Update the server to its latest minor release; where its vendor has put the fixes into this one, name it in `POSTGRES_RELEASE_ACCEPTED`.",
    problem: ({ postgresReleaseAccepted }, around) => {
      const facts = factsOf(around);
      if (facts === null || isSupported(facts.version)) return null;
      const release = versionText(facts.version);
      return release === postgresReleaseAccepted ? null : `PostgreSQL is ${release}`;
    },
  },
  {
    name: "PostgreSQL's disk",
    asksDatabase: true,
    wants:
      "PostgreSQL confirms what is on the disk: `fsync`, `full_page_writes` and `synchronous_commit` are not off.",
    cure: "Remove the setting from `postgresql.conf`, the database and the role.",
    problem: (_config, around) => {
      const facts = factsOf(around);
      if (facts === null) return null;
      const { fsync, fullPageWrites, synchronousCommit } = facts;
      const values = { fsync, full_page_writes: fullPageWrites, synchronous_commit: synchronousCommit };
      const off = Object.entries(values).filter(([, value]) => value === "off");
      return off.length === 0 ? null : `${off.map(([name]) => name).join(" and ")} is off`;
    },
  },
  {
    name: "limits",
    wants: "Callers are limited.",
    cure: "Leave `RATE_LIMITS` out.",
    problem: ({ rateLimits }) => (rateLimits === "off" ? "RATE_LIMITS is off" : null),
  },
  {
    name: "local providers",
    wants: "No LIVE payment goes to a provider that was made for tests.",
    cure: "Leave `ALLOW_LOCAL_PROVIDERS` out.",
    problem: ({ allowLocalProviders }) => (allowLocalProviders === "1" ? "ALLOW_LOCAL_PROVIDERS is 1" : null),
  },
  {
    name: "beneficiaries",
    wants: "A new beneficiary waits before its first live payout.",
    cure: "Leave `BENEFICIARY_COOL_OFF` out, or set hours.",
    problem: ({ beneficiaryCoolOff }) => (beneficiaryCoolOff === 0 ? "BENEFICIARY_COOL_OFF is 0" : null),
  },
  {
    name: "example operators",
    asksDatabase: true,
    wants: "No operator of a sandbox still has its first password.",
    cure: "Start with a fresh database. Or first let each of them change the password, or disable them.",
    problem: (_config, around) => {
      const found = factsOf(around)?.firstPasswords ?? [];
      return found.length === 0
        ? null
        : `${found.join(" and ")} can log in with a password from sandbox.json`;
    },
  },
];

/** Whether the rule could be checked: some need a database that answers. */
export function isLookedAt({ name, asksDatabase }: ProductionRule, around: Surroundings): boolean {
  if (asksDatabase !== true) return true;
  return name === databaseAnswers ? around.database !== null : factsOf(around) !== null;
}

function factsOf({ database }: Surroundings): DatabaseFacts | null {
  return database === null || "unreachable" in database ? null : database;
}

function isTooWide(network: string): boolean {
  const [address = "", bits] = network.split("/");
  return bits !== undefined && Number(bits) < (address.includes(":") ? BITS_MIN.v6 : BITS_MIN.v4);
}

function isVerified(address: string): boolean {
  const isLocal = hostsOf(address).every(({ host }) => localHosts.includes(host) || host.startsWith("/"));
  return isLocal || parseDatabaseUrl(address).searchParams.get("sslmode") === "verify-full";
}

function isSupported(version: number): boolean {
  const major = Math.floor(version / 10_000);
  const minor = minorMin[major];
  return minor === undefined ? major > NEWEST_MAJOR : version % 10_000 >= minor;
}

const versionText = (version: number): string => `${Math.floor(version / 10_000)}.${version % 10_000}`;
