import { parseUrl } from "./url.ts";

/** One server of an address. `host` is a name, an IP address, or the folder of a Unix socket. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** Which of several servers is meant, in PostgreSQL's own words. */
export type WantedServer = "any" | "read-write" | "read-only" | "primary" | "standby" | "prefer-standby";

const wantedServers = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"] as const;
const PORT_DEFAULT = "5432";
/** `postgres://user:password@one:5432,two:5432/database`: `URL` refuses it, or takes the names for one. */
const severalHosts = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*,[^/?#@]*)(.*)$/s;

/**
 * The address as a URL; several hosts become the parameters `host` and `port`, the other form that PostgreSQL's own
 * programs understand. Text that cannot be parsed is not repeated in the error: it may hold a password.
 */
export function parseDatabaseUrl(address: string): URL {
  const [, scheme = "", login, hosts, rest = ""] = severalHosts.exec(address) ?? [];
  const url = parseUrl(hosts === undefined ? address : `${scheme}${rest}`);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Error("The database address is not of the form postgres://user:password@host:port/database.");
  }
  if (hosts !== undefined) nameHosts(url, hosts, login);
  return url;
}

function nameHosts(url: URL, hosts: string, login: string | undefined): void {
  const pairs = hosts.split(",").map((each) => /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(each) ?? []);
  if (pairs.some(([, host = ""]) => host === ""))
    throw new Error("The database address names no host between two commas.");
  url.searchParams.set("host", pairs.map(([, host = ""]) => host.replace(/^\[(.*)\]$/, "$1")).join(","));
  url.searchParams.set("port", pairs.map(([, , port = PORT_DEFAULT]) => port).join(","));
  const [, user, password] = /^([^:]*)(?::(.*))?$/s.exec(login ?? "") ?? [];
  if (user) url.searchParams.set("user", decodeURIComponent(user));
  if (password) url.searchParams.set("password", decodeURIComponent(password));
}

/** The servers of an address, in its order; one in most. Throws when it names another number of ports than of hosts. */
export function hostsOf(address: string): readonly Host[] {
  const url = parseDatabaseUrl(address);
  const named = url.searchParams.get("host") ?? decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, "$1");
  const hosts = named.split(",");
  const given = url.searchParams.get("port") ?? url.port;
  const ports = (given === "" ? PORT_DEFAULT : given).split(",");
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new Error(`The database address names ${hosts.length} hosts and ${ports.length} ports.`);
  }
  return hosts.map((host, at) => ({
    host: host === "" ? "localhost" : host,
    port: Number((ports.length === 1 ? ports[0] : ports[at]) || PORT_DEFAULT),
  }));
}

/** Which of several servers an address means: the one that takes writes, unless it says otherwise. */
export function wantedServerOf(address: string): WantedServer {
  const given = parseDatabaseUrl(address).searchParams.get("target_session_attrs") ?? "read-write";
  const wanted = wantedServers.find((each) => each === given);
  if (wanted === undefined)
    throw new Error(
      `target_session_attrs in the database address must be one of ${wantedServers.join(", ")}.`,
    );
  return wanted;
}

/** PostgreSQL's own, where the tables lie unless the address names another. */
export const DEFAULT_SCHEMA = "public";
/** Short enough for the names that are made from it, and plain, so that it needs no quotes anywhere. */
const schemaPattern = /^(?!pg_)[a-z][a-z0-9_]{0,29}$/;

/**
 * The schema that holds the tables, by the address's parameter `schema`: cells that share a database have one each. Throws for a
 * name that is no plain one.
 */
export function schemaOf(address: string): string {
  const given = parseDatabaseUrl(address).searchParams.get("schema") ?? DEFAULT_SCHEMA;
  if (!schemaPattern.test(given))
    throw new Error(
      "schema in the database address must be 1 to 30 lower-case letters, digits or _, begin with a letter and not with pg_.",
    );
  return given;
}

/** Whether it is a usable address: its form, its hosts, which of them it means, and its schema. */
export function isDatabaseAddress(address: string): boolean {
  try {
    return hostsOf(address).length > 0 && wantedServerOf(address) !== null && schemaOf(address) !== "";
  } catch {
    return false;
  }
}

/** `db-1:5432`, `[::1]:5432`, `/run/postgresql`. */
export function hostText({ host, port }: Host): string {
  return host.startsWith("/") ? host : `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
