import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { findHaproxy, startHaproxy } from "../../test/harness/haproxy.ts";
import { progressText } from "../commands/cell-reports.ts";
import { statusTable } from "../commands/cells.ts";
import type { CellCode } from "../kit/cell.ts";
import { haproxyConfig, movedLines } from "./haproxy.ts";
import { type CellList, parseCellList } from "./list.ts";
import { askCells } from "./status.ts";

const good = {
  host: "pay.example.com",
  bind: "*:443",
  certificate: "/etc/haproxy/pay.pem",
  cells: [
    { code: null, servers: ["10.0.0.1:3000", "10.0.0.2:3000"] },
    { code: "ci", servers: ["[fd00::1]:3000"] },
  ],
};

describe("a list of cells", () => {
  it("is read as it is written", () => expect(parseCellList(JSON.stringify(good))).toEqual(good));

  it.each([
    ["no JSON", "{", "the list is not JSON"],
    ["a list", "[]", "the list must be an object"],
    [
      "another field",
      { ...good, hosts: [] },
      'the list has a field "hosts"; there are host, bind, certificate, cells',
    ],
    ["no host", { ...good, host: undefined }, "host must be a host name"],
    ["a host in capitals", { ...good, host: "Pay.example.com" }, "host must be a host name"],
    ["no port to listen on", { ...good, bind: "*" }, "bind must be an address and a port"],
    ["a port too high", { ...good, bind: "*:70000" }, "bind must have a port from 1 to 65535"],
    [
      "a certificate with a line's end",
      { ...good, certificate: "/a\nbind *:1" },
      "certificate must be an absolute path",
    ],
    ["no cell", { ...good, cells: [] }, "cells must be a list of 1 to 100"],
    [
      "a code too long",
      { ...good, cells: [{ code: "cote", servers: ["a:1"] }] },
      "cells[0].code must be 1 to 3",
    ],
    ["no code", { ...good, cells: [{ servers: ["a:1"] }] }, "cells[0].code must be 1 to 3"],
    [
      "no server",
      { ...good, cells: [{ code: "a", servers: [] }] },
      "cells[0].servers must be a list of 1 to 100",
    ],
    [
      "a server's address",
      { ...good, cells: [{ code: "a", servers: ["http://a"] }] },
      "cells[0].servers[0] must be a host",
    ],
    [
      "two defaults",
      { ...good, cells: [good.cells[0], { code: null, servers: ["b:1"] }] },
      "the default cell is there twice",
    ],
    [
      "one server in two cells",
      { ...good, cells: [good.cells[1], { ...good.cells[1], code: "b" }] },
      "is there twice",
    ],
  ])("with %s is refused by place and rule", (_what, list, problem) => {
    expect(() => parseCellList(typeof list === "string" ? list : JSON.stringify(list))).toThrow(problem);
  });
});

describe("the configuration of the proxy", () => {
  const folder = join(import.meta.dirname, "../../../deploy/cells");
  const list = parseCellList(readFileSync(join(folder, "cells.json"), "utf8"));

  it("in deploy/cells is what its list makes", async () => {
    await expect(haproxyConfig(list)).toMatchFileSnapshot(join(folder, "haproxy.cfg"));
  });

  it("without a default cell sends nothing anywhere that names no cell", () => {
    const text = haproxyConfig({ ...list, cells: list.cells.filter(({ code }) => code !== null) });
    expect(text).toContain("default_backend no_cell");
    expect(text).toMatch(/backend no_cell\n {4}http-request return status 421/);
    expect(text).not.toContain("backend cell\n");
  });
});

describe("the map of merchants that have moved", async () => {
  const haproxy = await findHaproxy();
  const idEnd = "00000g";
  const handle = `${"0".repeat(26)}${idEnd}${"7".repeat(26)}`;
  const key = `svc_mk_live_${"a".repeat(38)}`;
  const moved = {
    from: null,
    to: "ci" as CellCode,
    idEnds: [idEnd],
    slugs: ["kiosk"],
    keyHashes: [createHash("sha256").update(key).digest("hex")],
  };

  it("has a line for each number, slug and key", () => {
    expect(movedLines([moved, { ...moved, from: "ci" as CellCode, to: null, keyHashes: [] }])).toEqual([
      "id::00000g cell_ci",
      "link:kiosk cell_ci",
      `${moved.keyHashes[0]} cell_ci`,
      "id:ci:00000g cell",
      "link:ci_kiosk cell",
    ]);
  });

  it.skipIf("missing" in haproxy)("is what a real HAProxy sends requests by", async () => {
    if ("missing" in haproxy) return;
    const folder = await mkdtemp(join(tmpdir(), "cauris-map-"));
    const map = join(folder, "moved.map");
    await writeFile(map, `${movedLines([moved]).join("\n")}\n`);
    const answering: Server[] = [];
    const serve = async (name: string): Promise<string> => {
      const server = createServer((_request, response) => response.end(name));
      answering.push(server);
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const cells = [
      { code: null, servers: [await serve("default")] },
      { code: "ci" as CellCode, servers: [await serve("ci")] },
    ];
    const port = Number((await serve("free")).split(":")[1]);
    await new Promise((closed) => answering.pop()?.close(closed));
    const list: CellList = { host: "pay.example.com", bind: `127.0.0.1:${port}`, cells };
    const proxy = await startHaproxy(haproxy.program, haproxyConfig(list, map), port);
    try {
      const ask = (path: string, headers: Record<string, string> = {}) =>
        fetch(`http://127.0.0.1:${port}${path}`, { headers }).then((answer) => answer.text());
      await expect.poll(() => ask("/")).toBe("default");
      const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
      const other = handle.replace(idEnd, "00000h");
      const asked: readonly (readonly [string, Record<string, string>, string])[] = [
        [`/checkout/cs_${handle}`, {}, "ci"],
        [`/api/v1/checkout/pay/cs_${handle}/status?wait=20`, {}, "ci"],
        [`/checkout/receipts/rc_${handle}`, {}, "ci"],
        ["/pay/kiosk?utm=1", {}, "ci"],
        ["/api/v1/checkout/links/kiosk", {}, "ci"],
        ["/api/v1/payments/charges", bearer(key), "ci"],
        [`/checkout/cs_${other}`, {}, "default"],
        ["/pay/kiosks", {}, "default"],
        ["/api/v1/payments/charges", bearer(key.replace("aaa", "aab")), "default"],
        [`/checkout/cs_ci_${other}`, {}, "ci"],
      ];
      const found = [];
      for (const [path, headers] of asked) found.push(await ask(path, headers));
      expect(found).toEqual(asked.map(([, , name]) => name));
    } finally {
      await proxy.close();
      await Promise.all(answering.map((server) => new Promise((closed) => server.close(closed))));
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe("asking the servers", () => {
  const servers: Server[] = [];
  afterEach(() =>
    Promise.all(servers.splice(0).map((server) => new Promise((ended) => server.close(ended)))),
  );

  /** A server that is ready or not, and answers an id of another cell as `cell` does. */
  async function serve(cell: string | null, ready = 200, refusal = 421): Promise<string> {
    const server = createServer((request, response) => {
      response.statusCode = request.url === "/readyz" ? ready : refusal;
      response.end(
        JSON.stringify({ error: { code: "WRONG_CELL", details: { cell: "zzz", answeredBy: cell } } }),
      );
    });
    servers.push(server);
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it("finds each that does not serve, or is of another cell than the list says", async () => {
    const cells: CellList["cells"] = [
      { code: null, servers: [await serve(null), await serve("ci"), await serve(null, 503)] },
      {
        code: "ci" as never,
        servers: [await serve("ci"), await serve(null), "127.0.0.1:1", await serve("ci", 200, 404)],
      },
    ];
    const found = await askCells({ host: "pay.example.com", bind: "*:80", cells });
    expect(found.map(({ problem }) => problem)).toEqual([
      null,
      "it is of cell ci, and the list says the default cell",
      "it is not ready: /readyz answers 503",
      null,
      "it is of the default cell, and the list says cell ci",
      expect.stringContaining("it does not answer: "),
      "it does not say of which cell it is: another program, or an older release (404)",
    ]);
    expect(statusTable(found)).toContain("5 of 7 servers need a look.");
    expect(statusTable(found.slice(0, 1))).toMatch(
      /^ok {5}the default cell {2}127\.0\.0\.1:\d+\n\nEvery cell serves\.\n$/,
    );
  });
});

it("a report says how far each cell has counted, and which is behind its end", () => {
  const report = (code: string | null, asOf: string) => ({ code, asOf, points: [] });
  const reports = [report(null, "2026-12-01T00:00:00.000Z"), report("ci", "2026-11-30T23:59:58.000Z")];
  expect(progressText(reports, "2026-12-01T00:00:00Z")).toBe(
    "the default cell: counted to 2026-12-01T00:00:00.000Z\n" +
      "cell ci: counted to 2026-11-30T23:59:58.000Z, before the end of the report: ask again later for the rest\n",
  );
});
