import { message } from "./fake-postgres.ts";

/**
 * The prepared statements of all clients on one connection to PostgreSQL: each client's names contain its number, and a
 * statement prepared on another connection is prepared on this one before it is used.
 */
export interface KeptStatements {
  /** What is sent to PostgreSQL in place of a client's message. */
  toServer(client: object, bytes: Buffer): readonly Buffer[];
  /** Whether a client waits for this answer: not when the pooler itself prepared the statement. */
  isForClient(bytes: Buffer): boolean;
}

/** A client, whichever connection it has: its number, and its prepared statements by name. */
interface Known {
  readonly number: number;
  readonly parsed: Map<string, Buffer>;
}

const known = new WeakMap<object, Known>();
let clients = 0;

function knownOf(client: object): Known {
  const found = known.get(client);
  if (found !== undefined) return found;
  clients += 1;
  const made: Known = { number: clients, parsed: new Map() };
  known.set(client, made);
  return made;
}

const PARSE_COMPLETE = "1";
const READY_FOR_QUERY = "Z";

export function createKeptStatements(): KeptStatements {
  const prepared = new Set<string>();
  /** For each outstanding answer to Parse: whether the client asked for it. */
  let due: boolean[] = [];

  const parse = (name: string, rest: Buffer, isAskedFor: boolean): Buffer => {
    due.push(isAskedFor);
    if (name !== "") prepared.add(name);
    return message("P", Buffer.concat([text(name), rest]));
  };

  return {
    toServer: (client, bytes) => {
      const { number, parsed } = knownOf(client);
      const here = (name: string): string => (name === "" ? "" : `client${number}.${name}`);
      const type = String.fromCharCode(bytes[0] ?? 0);
      const payload = bytes.subarray(5);
      if (type === "P") {
        const [name, rest] = cut(payload);
        if (name !== "") parsed.set(name, rest);
        return [parse(here(name), rest, true)];
      }
      if (type !== "B") return [bytes];
      const [portal, named] = cut(payload);
      const [name, rest] = cut(named);
      const bind = message("B", Buffer.concat([text(portal), text(here(name)), rest]));
      const before = parsed.get(name);
      if (before === undefined || prepared.has(here(name))) return [bind];
      return [parse(here(name), before, false), bind];
    },
    isForClient: (bytes) => {
      const type = String.fromCharCode(bytes[0] ?? 0);
      // After an error PostgreSQL skips the rest, up to here.
      if (type === READY_FOR_QUERY) due = [];
      return type === PARSE_COMPLETE ? due.shift() === true : true;
    },
  };
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`);

/** A zero-terminated string, and the bytes after it. */
function cut(bytes: Buffer): readonly [string, Buffer] {
  const end = bytes.indexOf(0);
  return [bytes.toString("utf8", 0, end), bytes.subarray(end + 1)];
}
