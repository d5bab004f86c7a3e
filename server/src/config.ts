import { isIP } from "node:net";
import { resolve } from "node:path";
import { parseMasterKey } from "./keyring/master-key.ts";
import { isCellCode } from "./kit/cell.ts";
import { isDatabaseAddress, schemaOf } from "./kit/database-address.ts";
import { isPlainPath } from "./kit/plain-path.ts";
import {
  defaultKeptDays,
  type KeptDays,
  parseRetention,
  retentionRules,
  retentionRuleText,
} from "./kit/retention.ts";
import { Secret } from "./kit/secret.ts";
import { parseUrl } from "./kit/url.ts";
import { type LogFormat, type LogLevel, logFormats, logLevels } from "./log/logger.ts";
import { parseSender, parseSmtpUrl, type Sender, type SmtpServer } from "./mail-out/index.ts";
import { choice, list, optional, type Setting, text, whole, wholeNumber } from "./setting.ts";

const defaultPort = 3000;
const DATABASE_RULE =
  "a postgres:// address, of one server or of several, whose schema (if it names one) is a plain name";

/**
 * Every setting, declared once. Each is an environment variable of this name, or of the same name with the prefix
 * `CAURIS_` when another program on the machine uses the short one. A test compares `docs/reference/configuration.md`
 * with this table.
 */
export const settings = {
  ENV: {
    ...choice(
      ["sandbox", "production"] as const,
      "sandbox",
      "What the installation is: a sandbox to try on your own machine, or production, which refuses unsafe settings and seeds nothing.",
    ),
    onlyPrefixed: true,
  } as Setting<"sandbox" | "production">,
  ROLE: choice(
    ["all", "api", "worker"] as const,
    "all",
    "What this process does: answer requests, work in the background, or both.",
  ),
  PROCESSES: {
    type: "auto | whole number",
    defaultText: "auto",
    unit: "processes",
    sentence: "How many share the port; auto is one, because no measurement shows that more are faster.",
    rule: "auto or a whole number from 1 to 64",
    value: 1,
    parse: (given) => (given === "auto" ? 1 : wholeNumber(given, 1, 64)),
  } as Setting<number>,
  HOST: text(
    "127.0.0.1",
    "Address to listen on; 127.0.0.1 keeps the service to this machine, 0.0.0.0 opens it to others.",
  ),
  PORT: whole(0, 65_535, defaultPort, "", "TCP port to listen on; 0 takes a free one."),
  METRICS_PORT: {
    type: "off | whole number",
    defaultText: "9464",
    unit: "",
    sentence:
      "TCP port of the metrics, at /metrics; off shows none. A port that is taken is logged and refuses no start.",
    rule: "off or a whole number from 0 to 65535",
    value: 9_464,
    // Null is what `parse` returns for a text that breaks the rule, so "off" is a value of its own.
    parse: (given) => (given === "off" ? "off" : wholeNumber(given, 0, 65_535)),
  } as Setting<number | "off">,
  METRICS_HOST: text(
    "127.0.0.1",
    "Address on which the metrics are shown. Whoever reaches it reads them: keep it to this machine or to a private network.",
  ),
  PUBLIC_URL: optional(
    "address",
    "http:// or https:// and a host, without a path",
    parseOrigin,
    "Where payers and merchants reach this service; http://localhost and the port when absent.",
  ),
  TRUSTED_PROXIES: list(
    "IP addresses or networks, separated by commas, and none that contains every address",
    isNetwork,
    "Proxies whose X-Forwarded-For header names the caller.",
  ),
  CELL: optional(
    "text",
    "1 to 3 lower-case letters or digits",
    (given) => (isCellCode(given) ? given : null),
    "Code of this installation among several behind one proxy: it stands in ids, keys and addresses. Set before the first start and never changed; the default cell has none.",
  ),
  DATA_DIR: text("./data", "Folder of the service's own PostgreSQL, the master key and sandbox.json."),
  BANK_FILES_DIR: optional(
    "text",
    "an absolute path without . and .. and without a slash at its end",
    (given) => (isPlainPath(given) ? given : null),
    "The one folder under which accounts exchange files with their banks; bank-files in the data folder when absent.",
  ),
  DATABASE_URL: optional(
    "secret",
    DATABASE_RULE,
    databaseAddress,
    "PostgreSQL 15 or newer. In a sandbox as the role that owns the tables, in production as the service's; the service runs its own when absent.",
  ),
  DATABASE_OWNER_URL: optional(
    "secret",
    DATABASE_RULE,
    databaseAddress,
    "The same database as the role that owns the tables, for cauris-server migrate; kept away from the service in production.",
  ),
  DATABASE_DIRECT_URL: optional(
    "secret",
    DATABASE_RULE,
    databaseAddress,
    "The database of DATABASE_URL in the same role, past a pooler in transaction mode: for messages between processes, migrations, the batch writers and long checks. DATABASE_URL when absent.",
  ),
  DATABASE_REPLICA_URL: optional(
    "secret",
    DATABASE_RULE,
    databaseAddress,
    "A standby of DATABASE_URL's server in the same role, for exports, reports, lists far back and the long checks of the books; the primary answers them when absent.",
  ),
  DATABASE_REPLICA_LAG: whole(
    1,
    3_600,
    10,
    "seconds",
    "A replica that is further behind is not asked until it has caught up; the primary answers meanwhile.",
  ),
  EMBEDDED_IN_PRODUCTION: choice(
    ["no", "yes"] as const,
    "no",
    "Whether production may run on the service's own PostgreSQL: one machine, without failover.",
  ),
  POSTGRES_RELEASE_ACCEPTED: optional(
    "text",
    "a release of PostgreSQL, such as 18.4",
    (value) => (/^\d{2}\.\d{1,2}$/.test(value) ? value : null),
    "The one release of PostgreSQL that production accepts although a later minor release has fixed security holes in it.",
  ),
  DATABASE_CONNECTIONS: whole(
    2,
    500,
    10,
    "connections",
    "Connections of this process to PostgreSQL, beside those of its batch writers.",
  ),
  DATABASE_LANES: whole(
    1,
    64,
    1,
    "connections",
    "Batch writers that write payments in batches; half of PostgreSQL's cores serves best.",
  ),
  MASTER_KEY: optional(
    "secret",
    "32 bytes as base64 or as 64 hexadecimal digits",
    parseMasterKey,
    "Wraps the keys that encrypt stored secrets; read from the data folder, and made there at the first start, when absent.",
  ),
  MASTER_KEY_FILE: {
    ...text("", "File that holds the master key, away from the data folder: a mounted secret."),
    value: undefined,
  } as Setting<string | undefined>,
  MASTER_KEY_PREVIOUS: optional(
    "secret",
    "32 bytes as base64 or as 64 hexadecimal digits",
    parseMasterKey,
    "The master key before a change: what it wraps is wrapped under MASTER_KEY at the next start.",
  ),
  RATE_LIMITS: choice(
    ["on", "off"] as const,
    "on",
    "Whether callers are limited; off is accepted on localhost only, to measure and to test.",
  ),
  ALLOW_LOCAL_PROVIDERS: choice(
    ["0", "1"] as const,
    "0",
    "Allows providers of this machine, to try live payments against stand-ins: their addresses, and those of live webhooks, may be http to localhost. The start says that it is on; production refuses it, and a sandbox warns while the master key lies in its data folder.",
  ),
  BENEFICIARY_COOL_OFF: whole(
    0,
    720,
    24,
    "hours",
    "Waiting time between the verification of a beneficiary and the first live payout; 0 only with ALLOW_LOCAL_PROVIDERS=1, and never in production.",
  ),
  SMTP_URL: optional<Secret<SmtpServer>>(
    "secret",
    "smtps://user:password@mail.example.com, or smtp:// with STARTTLS",
    (value) => {
      const server = parseSmtpUrl(value);
      return server === null ? null : new Secret(server);
    },
    "Mail server of a production installation. TLS is required except on this machine. A sandbox sends no mail: it shows its mails at /sandbox/outbox.",
  ),
  MAIL_FROM: optional<Sender>(
    "text",
    "an address such as no-reply@pay.example.com, or Example Pay <no-reply@pay.example.com>",
    parseSender,
    "Sender of mails; required with SMTP_URL.",
  ),
  DEMO: choice(
    ["on", "off"] as const,
    "on",
    "Whether the first start of a sandbox also makes a merchant « Démonstration » with two months of data, in the background; only where one process serves on its own PostgreSQL.",
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    "address",
    "an http:// or https:// address without a query",
    parseCollector,
    "Collector of traces, by OTLP over HTTP; /v1/traces is added. No trace is made when absent.",
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    "secret",
    "name=value pairs, separated by commas",
    parseHeaders,
    "Headers for the collector, such as its key.",
  ),
  OTEL_TRACES_SAMPLER_ARG: {
    type: "decimal",
    defaultText: "0.01",
    unit: "",
    sentence:
      "Share of all traces that is exported, from 0 to 1. Those with an error or an unknown outcome are exported in any case.",
    rule: "a number from 0 to 1",
    value: 0.01,
    parse: (given) => (/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(given) ? Number(given) : null),
  } as Setting<number>,
  OTEL_SERVICE_NAME: text("cauris", "Name of this installation in traces."),
  RETENTION_EVENTS: retention(
    "events",
    "How long events, their webhook deliveries and attempts are kept, such as 90d; off keeps them for ever. Money, the ledger and the audit log are always kept.",
  ) as Setting<number | "off">,
  RETENTION_SESSIONS: retention(
    "sessions",
    "How long checkout sessions are kept that ended without an attempt to pay; off keeps them for ever. A session with an attempt always stays.",
  ) as Setting<number | "off">,
  RETENTION_SIMULATOR: retention(
    "simulator",
    "How long the simulated provider of a sandbox remembers what has ended; off keeps it for ever. A sandbox payment that it has forgotten can no longer be refunded or reconciled.",
  ) as Setting<number | "off">,
  RETENTION_IDEMPOTENCY_KEYS: retention(
    "idempotencyKeys",
    "How long the answer of a request with an Idempotency-Key is kept, to be given again.",
  ) as Setting<number>,
  RETENTION_REQUEST_LOG: retention(
    "requestLog",
    "How many whole days of the request log are kept, today not counted.",
  ) as Setting<number>,
  RETENTION_PAYMENT_STEPS: retention(
    "paymentSteps",
    "How many whole days the steps of payments are kept that change no row, today not counted.",
  ) as Setting<number>,
  RETENTION_PROVIDER_CALLS: retention(
    "providerCalls",
    "How long it is kept what a provider was asked and how it answered.",
  ) as Setting<number>,
  RETENTION_EXPORTS: retention(
    "exports",
    "How long the files of exported lists can be downloaded; an export itself stays in the list for 90 days.",
  ) as Setting<number>,
  LOG_LEVEL: choice<LogLevel>(logLevels, "info", "Lowest level that is logged."),
  LOG_FORMAT: choice<LogFormat>(
    logFormats,
    "auto",
    "Lines for programs (json) or for people (text); auto is text on a terminal and json elsewhere.",
  ),
} as const;

type Settings = typeof settings;
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Pascal<Tail>}`
  : Lowercase<Name>;
type Pascal<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Lowercase<Head>>}${Pascal<Tail>}`
  : Capitalize<Lowercase<Name>>;
type ValueOf<S> = S extends Setting<infer Value> ? Value : never;

/** `PUBLIC_URL` is read as `config.publicUrl`. */
export type Config = { readonly [Name in keyof Settings as Camel<Name>]: ValueOf<Settings[Name]> };

/** Stops the start; the message is the line that an operator reads. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const PREFIX = "CAURIS_";

/** Reads the settings. Throws ConfigError at the first that is invalid, or is unknown with the prefix `CAURIS_`. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  for (const name of Object.keys(env)) {
    if (name.startsWith(PREFIX) && !Object.hasOwn(settings, name.slice(PREFIX.length))) {
      const names = Object.keys(settings).map(shownName).join(", ");
      throw new ConfigError(`${name} is not a setting. The settings are ${names}.`);
    }
  }
  const entries = Object.entries(settings).map(([name, setting]: [string, Setting<unknown>]) => {
    const used = setting.onlyPrefixed || env[`${PREFIX}${name}`] !== undefined ? `${PREFIX}${name}` : name;
    const given = env[used]?.trim();
    if (given === undefined || given === "") return [camel(name), setting.value];
    const value = setting.parse(given);
    if (value === null) {
      // A mistyped secret must not appear in a log.
      const shown = setting.type === "secret" ? "its value" : JSON.stringify(given);
      throw new ConfigError(`${used} must be ${setting.rule}; ${shown} is not.`);
    }
    return [camel(name), value];
  });
  const config = Object.fromEntries(entries) as Config;
  if (config.masterKey !== undefined && config.masterKeyFile !== undefined) {
    throw new ConfigError("MASTER_KEY and MASTER_KEY_FILE are both set: leave one of them out.");
  }
  if (config.databaseUrl === undefined) {
    for (const name of ["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"] as const) {
      if (config[camel(name) as "databaseDirectUrl" | "databaseReplicaUrl"] !== undefined)
        throw new ConfigError(`${name} is set without DATABASE_URL: it is another way to the same database.`);
    }
  }
  refuseOtherSchemas(config);
  if (config.smtpUrl !== undefined && config.mailFrom === undefined) {
    throw new ConfigError("SMTP_URL is set without MAIL_FROM: mails need a sender.");
  }
  const { env: kind, beneficiaryCoolOff, allowLocalProviders } = config;
  // In production it is one of the rules that are all told at once.
  if (kind === "sandbox" && beneficiaryCoolOff === 0 && allowLocalProviders === "0") {
    throw new ConfigError("BENEFICIARY_COOL_OFF can only be 0 with ALLOW_LOCAL_PROVIDERS=1.");
  }
  return config;
}

/** All addresses lead to the same tables. */
function refuseOtherSchemas({
  databaseUrl,
  databaseOwnerUrl,
  databaseDirectUrl,
  databaseReplicaUrl,
}: Config): void {
  const given = Object.entries({
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: databaseOwnerUrl,
    DATABASE_DIRECT_URL: databaseDirectUrl,
    DATABASE_REPLICA_URL: databaseReplicaUrl,
  }).flatMap(([name, url]) => (url === undefined ? [] : [{ name, schema: schemaOf(url.reveal()) }]));
  const [first] = given;
  const other = given.find(({ schema }) => schema !== first?.schema);
  if (first === undefined || other === undefined) return;
  throw new ConfigError(
    `${first.name} names the schema ${first.schema}, and ${other.name} the schema ${other.schema}: give both the same schema=…`,
  );
}

/** How long what has an end is kept, by the settings. */
export function keptDaysOf(config: Config): KeptDays {
  const orEver = (days: number | "off"): number | null => (days === "off" ? null : days);
  return {
    events: orEver(config.retentionEvents),
    sessions: orEver(config.retentionSessions),
    simulator: orEver(config.retentionSimulator),
    idempotencyKeys: config.retentionIdempotencyKeys,
    requestLog: config.retentionRequestLog,
    paymentSteps: config.retentionPaymentSteps,
    providerCalls: config.retentionProviderCalls,
    exports: config.retentionExports,
  };
}

/** The folder of the bank files: the setting, or a part of the data folder. */
export function bankFilesDirOf({ bankFilesDir, dataDir }: Pick<Config, "bankFilesDir" | "dataDir">): string {
  return bankFilesDir ?? resolve(dataDir, "bank-files");
}

/** The name that an operator writes. */
export function shownName(name: string): string {
  const setting: Setting<unknown> | undefined = Object.hasOwn(settings, name)
    ? settings[name as keyof Settings]
    : undefined;
  return setting?.onlyPrefixed ? `${PREFIX}${name}` : name;
}

/** The service's own address: the setting, or this machine with the port in use. */
export function publicUrlOf(config: Config, portInUse: number): string {
  return config.publicUrl ?? `http://localhost:${portInUse}`;
}

function camel(name: string): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

function retention(kept: keyof KeptDays, sentence: string): Setting<number | "off"> {
  const rule = retentionRules[kept];
  const days = defaultKeptDays[kept];
  return {
    type: rule.mayBeOff ? "off | days" : "days",
    defaultText: days === null ? "off" : `${days}d`,
    unit: "days",
    sentence,
    rule: retentionRuleText(rule),
    value: days ?? "off",
    parse: (given) => parseRetention(given, rule),
  };
}

function databaseAddress(value: string): Secret<string> | null {
  return /^postgres(?:ql)?:\/\/\S+$/.test(value) && isDatabaseAddress(value) ? new Secret(value) : null;
}

function isNetwork(entry: string): boolean {
  const [address = "", bits, ...rest] = entry.split("/");
  const version = isIP(address);
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined ||
      (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

function parseCollector(given: string): string | null {
  const url = parseUrl(given);
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "") return null;
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}

/** The form of OpenTelemetry: values are percent-encoded. */
function parseHeaders(given: string): Secret<Readonly<Record<string, string>>> | null {
  const pairs = given.split(",").map((pair) => /^\s*([\w-]+)=([\x21-\x7e]+)\s*$/.exec(pair));
  try {
    const entries = pairs.map((pair) => {
      if (pair?.[1] === undefined || pair[2] === undefined) throw new URIError("not a pair");
      return [pair[1], decodeURIComponent(pair[2])] as const;
    });
    return new Secret(Object.fromEntries(entries));
  } catch {
    return null;
  }
}

function parseOrigin(given: string): string | null {
  const url = parseUrl(given);
  if (url === null) return null;
  const isOrigin = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  return isOrigin && (url.protocol === "http:" || url.protocol === "https:") ? url.origin : null;
}
