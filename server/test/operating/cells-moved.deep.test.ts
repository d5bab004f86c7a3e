import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";
import { haproxyConfig } from "../../src/cells/haproxy.ts";
import { parseCellList } from "../../src/cells/list.ts";
import { linesOfMoved } from "../../src/commands/merchant-moved.ts";
import type { CellCode } from "../../src/kit/cell.ts";
import type { MerchantId } from "../../src/kit/ids.ts";
import { noteMovedOn } from "../../src/merchant-move/moved-on.ts";
import type { TestApp } from "../harness/app.ts";
import { findHaproxy, startHaproxy, type TestHaproxy } from "../harness/haproxy.ts";
import { type Cells, codes, look, move, openCells } from "../harness/three-cells.ts";

const haproxy = await findHaproxy();
if ("missing" in haproxy)
  console.log(`Merchants that move are not tried behind a proxy: ${haproxy.missing}.`);

const order = { amount: "5000", currency: "XOF", title: "Commande" };

describe.skipIf("missing" in haproxy)(
  "a merchant that moves, behind one HAProxy with the printed map",
  () => {
    let all: Cells;
    let common: string;
    let folder: string;
    let proxy: TestHaproxy | null = null;
    let config: string;
    /** Public addresses of what each cell has given out, in the order of the moves. */
    const addresses: string[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "cauris-moved-"));
      const port = await freePort();
      common = `http://127.0.0.1:${port}`;
      all = await openCells(217, async () => ({ origin: common, close: () => {} }));
      const list = parseCellList(
        JSON.stringify({
          host: "pay.localhost",
          bind: `127.0.0.1:${port}`,
          cells: codes.map((code, at) => ({ code, servers: [new URL(all.cells[at]?.origin ?? "").host] })),
        }),
      );
      config = haproxyConfig(list, join(folder, "moved.map"));
      await writeMap();
      if ("program" in haproxy) proxy = await startHaproxy(haproxy.program, config, port);
    }, 120_000);
    afterAll(async () => {
      await proxy?.close();
      await all?.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** As an operator does: `merchant moved` of each cell, one file. */
    async function writeMap(): Promise<void> {
      const lines = await Promise.all(
        all.cells.map(({ owner }, at) => linesOfMoved(owner, codes[at] as CellCode | null)),
      );
      await writeFile(
        join(folder, "moved.map"),
        lines
          .flat()
          .map((line) => `${line}\n`)
          .join(""),
      );
      await proxy?.reload(config);
    }

    /** The status of an answer at the common address, and the cell that gave it. */
    async function ask(path: string, key: string | null = null): Promise<string> {
      const headers: HeadersInit = key === null ? {} : { authorization: `Bearer ${key}` };
      const answer = await fetch(`${common}${path}`, { headers, redirect: "manual" });
      await answer.arrayBuffer();
      const cell = /^req_([a-z0-9]{1,3})_/.exec(answer.headers.get("request-id") ?? "")?.[1] ?? "default";
      return `${answer.status} ${cell}`;
    }

    async function give(cell: TestApp, slug: string): Promise<void> {
      const post = (path: string, body: unknown) =>
        cell.request("POST", path, { apiKey: all.key, body, headers: { "idempotency-key": slug } });
      const session = await post("/checkout/sessions", order);
      const link = await post("/payments/links", { ...order, slug });
      expect([session.status, link.status]).toEqual([201, 201]);
      addresses.push(
        new URL(session.body.data.url).pathname,
        `/api/v1/checkout/pay/${session.body.data.id}/status`,
        new URL(link.body.data.url).pathname,
      );
    }

    async function expectAll(answer: string): Promise<void> {
      // A reload takes HAProxy a moment, in which its old process answers.
      await expect.poll(() => ask("/api/v1/payments/charges", all.key)).toBe(answer);
      for (const path of addresses) expect([path, await ask(path)]).toEqual([path, answer]);
    }

    it("is found by its key, ids and links wherever it has moved, while a neighbour stays", async () => {
      const [home, sn, ci] = all.cells;
      await give(home, "depart");
      await expectAll("200 default");
      const neighbour = await sn.request("POST", "/checkout/sessions", { body: order });
      await move(all, home, sn);
      await writeMap();
      await expectAll("200 sn");
      await give(sn, "etape");
      await move(all, sn, ci);
      const side = ({ owner, keyring }: TestApp) => ({ db: owner, keyring });
      await noteMovedOn({
        merchantId: home.merchantId as MerchantId,
        ids: home.app.ids,
        clock: home.clock,
        movedBy: "a test",
        here: side(home),
        there: side(ci),
      });
      await look(all);
      await writeMap();
      await expectAll("200 ci");
      expect(await ask(`/api/v1/checkout/pay/${neighbour.body.data.id}/status`)).toBe("200 sn");
    });

    it("is found in its first cell again after the way back", async () => {
      const [home, sn, ci] = all.cells;
      await give(ci, "retour");
      await move(all, ci, home);
      const { owner, keyring } = sn;
      await noteMovedOn({
        merchantId: home.merchantId as MerchantId,
        ids: home.app.ids,
        clock: home.clock,
        movedBy: "a test",
        here: { db: owner, keyring },
        there: { db: home.owner, keyring: home.keyring },
      });
      await look(all);
      await writeMap();
      await expectAll("200 default");
    });
  },
);
