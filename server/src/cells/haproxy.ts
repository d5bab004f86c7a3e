import { isIP } from "node:net";
import { type CellClues, type CellCode, cellClues, codePart } from "../kit/cell.ts";
import type { CellList, ListedCell } from "./list.ts";

/** How the proxy gets at a part of a request. */
const fetchOf: Readonly<Record<keyof CellClues, string>> = {
  path: "path",
  authorization: "req.hdr(authorization)",
};

/**
 * The configuration of a HAProxy (2.6 or newer) before these cells. It holds no state: each request is sent by what it names,
 * in the order of `cellNamedIn`, then by the cell's own host name, and what names nothing to the default cell. A code that is
 * not in the list goes to the default cell as well, which answers WRONG_CELL and names it. `movedMap` is the proxy's file with the
 * merchants that have moved (`movedLines`), which goes before all of that. Source: docs/operating/scale.md.
 */
export function haproxyConfig(list: CellList, movedMap?: string): string {
  const coded = list.cells.filter(({ code }) => code !== null);
  const other = coded.length < list.cells.length ? "cell" : NO_CELL;
  const rules = (["path", "authorization"] as const).flatMap((part) => {
    const clues = cellClues.filter((clue) => clue.part === part);
    const acl = (name: string, ends: readonly string[]): string[] =>
      ends.map((end) => `    acl ${name} ${fetchOf[part]} -m reg '${end}'`);
    return [
      ...coded.flatMap(({ code }) => [
        ...acl(
          `${part}_${code}`,
          clues.map(({ before }) => `${before}${code}_`),
        ),
        `    use_backend cell_${code} if ${part}_${code}`,
      ]),
      ...acl(
        `${part}_default`,
        clues.flatMap(({ before, whole }) => (whole === null ? [] : [`${before}${whole}`])),
      ),
      `    use_backend ${other} if ${part}_default`,
    ];
  });
  const hosts = coded.map(
    ({ code }) =>
      `    use_backend cell_${code} if { req.hdr(host),host_only,lower -m str ${code}.${list.host} }`,
  );
  const hasNames = list.cells.some(({ servers }) => servers.some(isName));
  return `# Made by cauris-server cells config; change the list and make it again.
${hasNames ? resolvers : ""}defaults
    mode http
    timeout connect 2s
    timeout client 65s
    # Longer than a status request waits.
    timeout server 65s
    timeout http-request 15s
    # A busy service answers the check late. Taken out for that, its whole cell would be away.
    timeout check 5s
    # After a reload a waiting connection ends with its next answer, not under a request that is on its way.
    option idle-close-on-response
    # A connection that was refused took no effect: the next server of the cell is asked.
    retries 2
    option redispatch
    retry-on conn-failure
    option forwardfor
    option httpchk GET /readyz
    http-check expect status 200
    balance leastconn
    default-server check inter 1s fall 2 rise 1${hasNames ? " resolvers names init-addr last,libc,none" : ""}

frontend cauris
    bind ${list.bind}${list.certificate === undefined ? "" : ` ssl crt ${list.certificate} alpn h2,http/1.1`}
    # A caller's own word of its address counts for nothing.
    http-request del-header X-Forwarded-For
${[...(movedMap === undefined ? [] : movedRules(list, movedMap)), ...rules, ...hosts].join("\n")}
    default_backend ${other}
${list.cells.map(backend).join("")}${other === NO_CELL ? noCell : ""}`;
}

const ID = "(?:([a-z0-9]{1,3})_)?[0-9a-z]{26}([0-9a-z]{6})[0-9a-z]{26}(?:/.*)?$";

/**
 * Looks a request up in the map: by the SHA-256 of its API key, and then by what stands in its path, which names it more precisely. A cell's
 * own host knows slugs of its own.
 */
function movedRules({ host }: CellList, map: string): readonly string[] {
  const look = (fetch: string, ...converters: readonly string[]): string =>
    `    http-request set-var(txn.moved) ${[fetch, ...converters, `map_str(${map})`].join(",")}`;
  const rewrite = (pattern: string, by: string): string => `'regsub("${pattern}","${by}")'`;
  return [
    "    # Merchants that have moved: cauris-server merchant moved.",
    look(
      "req.hdr(authorization)",
      rewrite("^[Bb][Ee][Aa][Rr][Ee][Rr] +", ""),
      rewrite(" *$", ""),
      "sha2(256),hex,lower",
    ),
    look("path", rewrite(`^/(?:api/v1/)?checkout/(?:pay/)?cs_${ID}`, "id:\\1:\\2")),
    look("path", rewrite(`^/checkout/receipts/rc_${ID}`, "id:\\1:\\2")),
    `${look("path", rewrite("^/(?:pay|api/v1/checkout/links)/([^/]+)(?:/.*)?$", "link:\\1"))} unless { req.hdr(host),host_only,lower -m end .${host} }`,
    "    use_backend %[var(txn.moved)] if { var(txn.moved) -m found }",
  ];
}

/** A merchant that has left a cell, as that cell says. */
export interface MovedMerchant {
  /** Where it was, and where it is; null: the default cell. */
  readonly from: CellCode | null;
  readonly to: CellCode | null;
  /** The six characters for its numbers in the ids of its sessions. */
  readonly idEnds: readonly string[];
  readonly slugs: readonly string[];
  /** SHA-256 of its API keys, in lower-case hexadecimal. */
  readonly keyHashes: readonly string[];
}

/** The lines of the proxy's map for merchants that have moved. The lines of several cells make one file. */
export function movedLines(moved: readonly MovedMerchant[]): readonly string[] {
  return moved.flatMap(({ from, to, idEnds, slugs, keyHashes }) =>
    [
      ...idEnds.map((end) => `id:${from ?? ""}:${end}`),
      ...slugs.map((slug) => `link:${codePart(from)}${slug}`),
      ...keyHashes,
    ].map((key) => `${key} ${backendOf({ code: to })}`),
  );
}

/** A container that is made again has another address. A name that is not known yet keeps no other cell from being served. */
const resolvers = `resolvers names
    parse-resolv-conf
    hold valid 2s

`;

const isName = (server: string): boolean =>
  isIP(server.slice(0, server.lastIndexOf(":")).replace(/^\[(.*)\]$/, "$1")) === 0;

const NO_CELL = "no_cell";
const noCell = `
backend ${NO_CELL}
    http-request return status 421 content-type text/plain string "This names no cell, and there is no default cell."
`;

const backendOf = ({ code }: Pick<ListedCell, "code">): string => (code === null ? "cell" : `cell_${code}`);

function backend(cell: ListedCell): string {
  const servers = cell.servers.map((server, at) => `    server ${at + 1} ${server}`);
  return `\nbackend ${backendOf(cell)}\n${servers.join("\n")}\n`;
}
