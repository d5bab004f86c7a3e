import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";
import { haproxyConfig } from "../../src/cells/haproxy.ts";
import { type CellList, parseCellList } from "../../src/cells/list.ts";
import { askCells } from "../../src/cells/status.ts";
import type { CellCode } from "../../src/kit/cell.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { findHaproxy, startHaproxy } from "../harness/haproxy.ts";
import { expectInvariants } from "../harness/invariants.ts";

const haproxy = await findHaproxy();
if ("missing" in haproxy) console.log(`Cells behind a proxy are not tried: ${haproxy.missing}.`);

/** Callbacks for two cells, in turn. Fewer by hand: CALLBACKS=100. */
const CALLBACKS = Number(process.env.CALLBACKS ?? 10_000);
const AT_ONCE = 25;
const CODE_OF = { plain: null, ci: "ci" } as const;

describe.skipIf("missing" in haproxy)("two cells, each on its own database, behind one HAProxy", () => {
  const cells: { plain?: TestApp | undefined; ci?: TestApp | undefined } = {};
  let list: CellList;
  let proxy: { close(): Promise<void> };
  let common: string;

  beforeAll(async () => {
    [cells.plain, cells.ci] = await Promise.all([
      startTestApp({ trustedProxies: ["127.0.0.1"] }),
      startTestApp({ cell: "ci" as CellCode, trustedProxies: ["127.0.0.1"] }),
    ]);
    const port = await freePort();
    common = `http://127.0.0.1:${port}`;
    const serversOf = (cell: TestApp) => [new URL(cell.origin).host];
    list = parseCellList(
      JSON.stringify({
        host: "pay.localhost",
        bind: `127.0.0.1:${port}`,
        cells: [
          { code: null, servers: serversOf(cells.plain) },
          { code: "ci", servers: serversOf(cells.ci) },
        ],
      }),
    );
    if ("program" in haproxy) proxy = await startHaproxy(haproxy.program, haproxyConfig(list), port);
  }, 120_000);
  afterAll(async () => {
    await proxy?.close();
    await Promise.all([cells.plain, cells.ci].map((cell) => cell?.stop()));
  });

  const at = (name: keyof typeof CODE_OF): TestApp => {
    const cell = cells[name];
    if (cell === undefined) throw new Error("the cell was started");
    return cell;
  };
  /** The same request at the common address, whoever is meant. */
  async function ask(method: string, path: string, body: unknown = null, key: string | null = null) {
    const answer = await fetch(`${common}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === null ? {} : { "content-type": "application/json" }),
        "idempotency-key": crypto.randomUUID(),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const requestId = answer.headers.get("request-id") ?? "";
    return { status: answer.status, text, cell: /^req_([a-z0-9]{1,3})_/.exec(requestId)?.[1] ?? null };
  }

  it.each(["plain", "ci"] as const)(
    "a whole payment of %s goes through the common address alone",
    async (name) => {
      const cell = at(name);
      const order = { amount: "5000", currency: "XOF", title: "Commande 1" };
      const made = await ask("POST", "/api/v1/checkout/sessions", order, cell.apiKey);
      expect([made.status, made.cell]).toEqual([201, CODE_OF[name]]);
      const { id, url } = JSON.parse(made.text).data as { id: string; url: string };
      expect(await ask("GET", new URL(url).pathname)).toMatchObject({ status: 200, cell: CODE_OF[name] });
      const payer = { phone: "+2250500000789", operator: "MTN", countryCode: "CI" };
      const paid = { paymentMethod: "MOBILE_MONEY", paymentDetails: payer };
      expect((await ask("POST", `/api/v1/checkout/pay/${id}/complete`, paid)).status).toBe(200);
      await cell.advance(3_000);
      const status = await ask("GET", `/api/v1/checkout/pay/${id}/status`);
      expect(JSON.parse(status.text).data.status).toBe("SUCCEEDED");
      const link = { ...order, slug: `kiosque-${name}` };
      const { data } = JSON.parse((await ask("POST", "/api/v1/payments/links", link, cell.apiKey)).text);
      expect(await ask("GET", new URL(data.url).pathname)).toMatchObject({
        status: 200,
        cell: CODE_OF[name],
      });
      await expectInvariants(cell.owner);
    },
  );

  it("every callback of a provider reaches its own cell", async () => {
    const paths = await Promise.all(
      (["plain", "ci"] as const).map(async (name) => {
        const { token } = await at(name).operator();
        const accounts = await at(name).request("GET", "/tenant/provider-accounts", { apiKey: token });
        return { code: CODE_OF[name], path: new URL(accounts.body.data[0].callbackUrl).pathname };
      }),
    );
    const wrong: unknown[] = [];
    let next = 0;
    const send = async (): Promise<void> => {
      for (let number = next++; number < CALLBACKS; number = next++) {
        const { code, path } = paths[number % paths.length] ?? { code: null, path: "/" };
        const answer = await ask("POST", path, { reference: `r-${number}` });
        if (answer.status === 421 || answer.status >= 500 || answer.cell !== code)
          wrong.push({ path, ...answer });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    expect(wrong).toEqual([]);
  }, 300_000);

  it("the proxy and the refusal know the same cells: an unknown code is refused by name", async () => {
    const answer = await ask("GET", "/api/v1/checkout/links/zz_kiosque");
    expect(answer.status).toBe(421);
    expect(JSON.parse(answer.text).error.details).toMatchObject({ cell: "zz", answeredBy: null });
    expect((await askCells(list)).map(({ problem }) => problem)).toEqual([null, null]);
  });

  it("a cell that is away takes nobody with it", async () => {
    const { ci, plain } = { ci: at("ci"), plain: at("plain") };
    await ci.stop();
    cells.ci = undefined;
    const order = { amount: "5000", currency: "XOF", title: "Commande 2" };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        ask("POST", "/api/v1/checkout/sessions", order, (number % 2 === 0 ? plain : ci).apiKey),
      ),
    );
    expect(answers.filter((_, number) => number % 2 === 0).map(({ status }) => status)).toEqual(
      Array(20).fill(201),
    );
    expect(answers.filter((_, number) => number % 2 === 1).map(({ status }) => status)).toEqual(
      Array(20).fill(503),
    );
    const [ours, theirs] = await askCells(list);
    expect([ours?.problem, theirs?.problem]).toEqual([null, expect.stringContaining("it does not answer")]);
  });
});
