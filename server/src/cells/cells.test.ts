import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { progressText } from "../commands/cell-reports.ts";
import { statusTable } from "../commands/cells.ts";
import { haproxyConfig } from "./haproxy.ts";
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
