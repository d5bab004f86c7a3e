import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { referenceTable } from "../test/harness/reference-table.ts";
import { loadConfig, publicUrlOf, settings, shownName } from "./config.ts";
import type { Setting } from "./setting.ts";

test("without a setting everything has its default", () => {
  expect(loadConfig({ PATH: "/bin", HOME: "/root" })).toEqual({
    env: "sandbox",
    role: "all",
    processes: 1,
    host: "127.0.0.1",
    port: 3000,
    metricsPort: 9_464,
    metricsHost: "127.0.0.1",
    publicUrl: undefined,
    trustedProxies: [],
    dataDir: "./data",
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    databaseDirectUrl: undefined,
    databaseReplicaUrl: undefined,
    databaseReplicaLag: 10,
    embeddedInProduction: "no",
    databaseConnections: 10,
    databaseLanes: 1,
    masterKey: undefined,
    masterKeyFile: undefined,
    masterKeyPrevious: undefined,
    rateLimits: "on",
    allowLocalProviders: "0",
    beneficiaryCoolOff: 24,
    demo: "on",
    otelTracesSamplerArg: 0.01,
    otelServiceName: "cauris",
    retentionEvents: "off",
    retentionSessions: "off",
    retentionSimulator: "off",
    retentionIdempotencyKeys: 7,
    retentionRequestLog: 14,
    retentionPaymentSteps: 90,
    retentionProviderCalls: 90,
    retentionExports: 7,
    logLevel: "info",
    logFormat: "auto",
  });
});

test("settings are read, the one behind CAURIS_ first, an empty one as absent", () => {
  const config = loadConfig({
    PORT: "3000",
    CAURIS_PORT: "8080",
    HOST: "",
    ROLE: "worker",
    PUBLIC_URL: "https://pay.example.com/",
    TRUSTED_PROXIES: "10.0.0.0/8, ::1",
    DATABASE_URL: "postgres://u:p@db/cauris",
    MASTER_KEY: "ab".repeat(32),
  });
  expect(config).toMatchObject({
    port: 8080,
    host: "127.0.0.1",
    role: "worker",
    publicUrl: "https://pay.example.com",
    trustedProxies: ["10.0.0.0/8", "::1"],
  });
  expect(config.databaseUrl?.reveal()).toBe("postgres://u:p@db/cauris");
  expect(config.masterKey?.reveal()).toEqual(Buffer.from("ab".repeat(32), "hex"));
});

test("a database address may name several servers, and one that cannot be used is refused unshown", () => {
  const several = "postgres://u:p@one:5433,two/cauris?target_session_attrs=read-write";
  expect(loadConfig({ DATABASE_URL: several }).databaseUrl?.reveal()).toBe(several);
  for (const bad of [
    "postgres://u:hunter2@one,,two/d",
    "postgres://u:hunter2@one,two/d?target_session_attrs=master",
  ]) {
    const read = () => loadConfig({ DATABASE_URL: bad });
    expect(read).toThrow(/^DATABASE_URL must be a postgres:\/\/ address.*; its value is not\.$/);
    expect(read).not.toThrow(/hunter2/);
  }
});

test("another way to the database is refused where there is no first one", () => {
  expect(() => loadConfig({ DATABASE_DIRECT_URL: "postgres://u:p@db/cauris" })).toThrow(
    "DATABASE_DIRECT_URL is set without DATABASE_URL",
  );
  expect(() => loadConfig({ DATABASE_REPLICA_URL: "postgres://u:p@db/cauris" })).toThrow(
    "DATABASE_REPLICA_URL is set without DATABASE_URL",
  );
});

test("addresses of two schemas are refused: they lead to the tables of two cells", () => {
  const DATABASE_URL = "postgres://u:p@db/cauris?schema=cell_ci";
  expect(() => loadConfig({ DATABASE_URL, DATABASE_OWNER_URL: "postgres://o:p@db/cauris" })).toThrow(
    "DATABASE_URL names the schema cell_ci, and DATABASE_OWNER_URL the schema public",
  );
  expect(() => loadConfig({ DATABASE_URL, DATABASE_REPLICA_URL: DATABASE_URL })).not.toThrow();
});

test("ENV is read behind CAURIS_ alone: a stray variable of that name says nothing", () => {
  expect(loadConfig({ ENV: "production" }).env).toBe("sandbox");
  expect(loadConfig({ ENV: "staging" }).env).toBe("sandbox");
  expect(loadConfig({ CAURIS_ENV: "production" }).env).toBe("production");
  expect(loadConfig({ CAURIS_ENV: "" }).env).toBe("sandbox");
  expect(() => loadConfig({ CAURIS_ENV: "staging" })).toThrow(
    'CAURIS_ENV must be one of sandbox, production; "staging" is not.',
  );
});

test("beneficiaries are paid without waiting only where providers of this machine are allowed", () => {
  const env = { BENEFICIARY_COOL_OFF: "0" };
  expect(() => loadConfig(env)).toThrow("BENEFICIARY_COOL_OFF can only be 0 with ALLOW_LOCAL_PROVIDERS=1.");
  expect(loadConfig({ ...env, ALLOW_LOCAL_PROVIDERS: "1" }).beneficiaryCoolOff).toBe(0);
  expect(loadConfig({ BENEFICIARY_COOL_OFF: "1" }).beneficiaryCoolOff).toBe(1);
});

test("the collector of traces has OpenTelemetry's settings", () => {
  const config = loadConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: "https://otlp.example.com/otlp",
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b, Authorization=Basic%20eA==",
    OTEL_TRACES_SAMPLER_ARG: "0.5",
  });
  expect(config).toMatchObject({
    otelExporterOtlpEndpoint: "https://otlp.example.com/otlp",
    otelTracesSamplerArg: 0.5,
  });
  expect(config.otelExporterOtlpHeaders?.reveal()).toEqual({ "x-key": "a b", Authorization: "Basic eA==" });
});

test("a retention has its unit, and is never shorter than deliveries are tried", () => {
  expect(loadConfig({ RETENTION_EVENTS: "90d" }).retentionEvents).toBe(90);
  expect(loadConfig({ RETENTION_EVENTS: "off" }).retentionEvents).toBe("off");
  for (const wrong of ["90", "34d", "3651d", "3m", "d", "-90d"])
    expect(() => loadConfig({ RETENTION_EVENTS: wrong })).toThrow("must be off, or days from 35d to 3650d");
});

test("the public address follows the port in use unless it is set", () => {
  expect(publicUrlOf(loadConfig({}), 4321)).toBe("http://localhost:4321");
  expect(publicUrlOf(loadConfig({ PUBLIC_URL: "https://pay.example.com" }), 4321)).toBe(
    "https://pay.example.com",
  );
});

test.each([
  [{}, 1],
  [{ PROCESSES: "auto" }, 1],
  [{ PROCESSES: "5" }, 5],
])("%j: so many processes, whatever the machine has", (env, count) => {
  expect(loadConfig(env).processes).toBe(count);
});

describe("a wrong setting stops the start and names setting, value and rule", () => {
  test.each<[Record<string, string>, RegExp]>([
    [{ PORT: "http" }, /^PORT must be a whole number from 0 to 65535; "http" is not\.$/],
    [{ PORT: "65536" }, /PORT must be/],
    [{ PORT: "-1" }, /PORT must be/],
    [{ PORT: "80.5" }, /PORT must be/],
    [{ CAURIS_PORT: "x" }, /^CAURIS_PORT must be/],
    [{ ROLE: "web" }, /ROLE must be one of all, api, worker; "web" is not/],
    [{ PROCESSES: "0" }, /PROCESSES must be auto or a whole number from 1 to 64; "0" is not/],
    [{ PROCESSES: "many" }, /PROCESSES must be/],
    [{ METRICS_PORT: "none" }, /METRICS_PORT must be off or a whole number from 0 to 65535/],
    [{ LOG_LEVEL: "INFO" }, /LOG_LEVEL must be one of/],
    [{ PUBLIC_URL: "pay.example.com" }, /PUBLIC_URL must be http/],
    [{ PUBLIC_URL: "https://pay.example.com/api" }, /PUBLIC_URL must be/],
    [{ PUBLIC_URL: "ftp://pay.example.com" }, /PUBLIC_URL must be/],
    [{ TRUSTED_PROXIES: "proxy.local" }, /TRUSTED_PROXIES must be/],
    [{ TRUSTED_PROXIES: "10.0.0.0/33" }, /TRUSTED_PROXIES must be/],
    [{ TRUSTED_PROXIES: "0.0.0.0/0" }, /TRUSTED_PROXIES must be .* none that contains every address; /],
    [{ TRUSTED_PROXIES: "10.0.0.0/8, ::/0" }, /TRUSTED_PROXIES must be/],
    [{ MASTER_KEY: "ab".repeat(32), MASTER_KEY_FILE: "/run/key" }, /both set: leave one of them out/],
    [
      { SMTP_URL: "https://mail.example.com", MAIL_FROM: "a@b.ci" },
      /SMTP_URL must be smtps:.*; its value is not/,
    ],
    [{ SMTP_URL: "smtps://mail.example.com" }, /SMTP_URL is set without MAIL_FROM/],
    [{ MAIL_FROM: "nobody" }, /MAIL_FROM must be an address such as/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, /OTEL_EXPORTER_OTLP_ENDPOINT must be an http/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example.com/?key=1" }, /without a query/],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: "secret" },
      /OTEL_EXPORTER_OTLP_HEADERS must be name=value.*its value is not/,
    ],
    [{ OTEL_EXPORTER_OTLP_HEADERS: "a=%zz" }, /OTEL_EXPORTER_OTLP_HEADERS must be/],
    [{ OTEL_TRACES_SAMPLER_ARG: "1.5" }, /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
    [{ OTEL_TRACES_SAMPLER_ARG: "1%" }, /OTEL_TRACES_SAMPLER_ARG must be/],
    [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL must be a postgres/],
    [{ MASTER_KEY: "short" }, /MASTER_KEY must be 32 bytes/],
    [
      { CAURIS_PROT: "3000" },
      /^CAURIS_PROT is not a setting\. The settings are CAURIS_ENV, ROLE, PROCESSES, HOST/,
    ],
  ])("%j", (env, line) => {
    expect(() => loadConfig(env)).toThrow(line);
  });
  test("but never shows a secret", () => {
    const wrong = `${"ab".repeat(31)}zz`;
    expect(() => loadConfig({ MASTER_KEY: wrong })).toThrow(/its value is not/);
    expect(() => loadConfig({ MASTER_KEY: wrong })).not.toThrow(wrong);
  });
});

test("docs/reference/configuration.md lists every setting, and no other", async () => {
  const rows = Object.entries(settings).map(([name, setting]: [string, Setting<unknown>]) => [
    `\`${shownName(name)}\``,
    setting.rule,
    setting.defaultText === "" ? "" : `\`${setting.defaultText}\``,
    setting.unit,
    setting.sentence,
  ]);
  const page = join(import.meta.dirname, "../../docs/reference/configuration.md");
  const { onPage, inCode } = await referenceTable(
    page,
    ["Setting", "Value", "Default", "Unit", "What it does"],
    rows,
  );
  expect(onPage).toBe(inCode);
});
