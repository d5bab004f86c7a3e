import { type CellCode, isCellCode } from "../kit/cell.ts";

/** One cell as the proxy and an operator reach it. */
export interface ListedCell {
  /** Null: the default cell, which every id without a code belongs to. */
  readonly code: CellCode | null;
  /** Its service processes: `host:port`, as the proxy reaches them. */
  readonly servers: readonly string[];
}

/** The one list from which the proxy's configuration is made. */
export interface CellList {
  /** The common name, such as `pay.example.com`. Each cell with a code also has its own: `ci.pay.example.com`. */
  readonly host: string;
  /** Where the proxy listens, such as `*:443`. */
  readonly bind: string;
  /** The proxy's file with certificate and key, for both kinds of names; absent: it speaks plain HTTP behind another one. */
  readonly certificate?: string;
  readonly cells: readonly ListedCell[];
}

/** What is wrong with a list: the first place and the rule. */
export class CellListError extends Error {
  override readonly name = "CellListError";
}

const hostPattern = /^(?=.{1,200}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const serverPattern = /^(?:\[[0-9a-f:.]+\]|[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?):([0-9]{1,5})$/;
const bindPattern = /^(?:\*|\[[0-9a-f:.]+\]|[0-9.]+):([0-9]{1,5})$/;
/** Nothing that ends a word or a line of the proxy's configuration. */
const pathPattern = /^\/[A-Za-z0-9._/-]+$/;
const CELLS_MAX = 100;
const SERVERS_MAX = 100;

/** The list in a JSON text. Throws CellListError, which names the place and the rule. */
export function parseCellList(text: string): CellList {
  const list = objectOf(parseJson(text), "the list", ["host", "bind", "certificate", "cells"]);
  const host = textOf(list.host, "host", hostPattern, "a host name in lower case, such as pay.example.com");
  const bind = textOf(list.bind, "bind", bindPattern, "an address and a port, such as *:443");
  refusePort(bindPattern.exec(bind)?.[1], "bind");
  const certificate =
    list.certificate === undefined
      ? undefined
      : textOf(list.certificate, "certificate", pathPattern, "an absolute path without spaces");
  const cells = arrayOf(list.cells, "cells", CELLS_MAX).map((each, at) => cellOf(each, `cells[${at}]`));
  refuseTwice(
    cells.map(({ code }) => code ?? "null: the default cell"),
    "cells: the code",
  );
  refuseTwice(
    cells.flatMap(({ servers }) => servers),
    "cells: the server",
  );
  return { host, bind, ...(certificate === undefined ? {} : { certificate }), cells };
}

function cellOf(value: unknown, place: string): ListedCell {
  const { code, servers } = objectOf(value, place, ["code", "servers"]);
  if (code !== null && (typeof code !== "string" || !isCellCode(code)))
    throw new CellListError(
      `${place}.code must be 1 to 3 lower-case letters or digits, or null for the default cell`,
    );
  return {
    code,
    servers: arrayOf(servers, `${place}.servers`, SERVERS_MAX).map((each, at) => {
      const name = `${place}.servers[${at}]`;
      const server = textOf(each, name, serverPattern, "a host and a port, such as 10.0.0.1:3000");
      refusePort(serverPattern.exec(server)?.[1], name);
      return server;
    }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CellListError(
      `the list is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function objectOf(
  value: unknown,
  place: string,
  fields: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new CellListError(`${place} must be an object`);
  const unknown = Object.keys(value).find((name) => !fields.includes(name));
  if (unknown !== undefined)
    throw new CellListError(
      `${place} has a field ${JSON.stringify(unknown)}; there are ${fields.join(", ")}`,
    );
  return value as Readonly<Record<string, unknown>>;
}

function arrayOf(value: unknown, place: string, most: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > most)
    throw new CellListError(`${place} must be a list of 1 to ${most}`);
  return value;
}

function textOf(value: unknown, place: string, pattern: RegExp, rule: string): string {
  if (typeof value !== "string" || !pattern.test(value)) throw new CellListError(`${place} must be ${rule}`);
  return value;
}

function refusePort(port: string | undefined, place: string): void {
  if (Number(port) < 1 || Number(port) > 65_535)
    throw new CellListError(`${place} must have a port from 1 to 65535`);
}

function refuseTwice(names: readonly string[], place: string): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new CellListError(`${place} ${twice} is there twice`);
}
