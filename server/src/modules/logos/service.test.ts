import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patientDrawing } from "../../../test/harness/drawing-thread.ts";
import { createRecordingLog, quietLog } from "../../../test/harness/log.ts";
import { createHttpOut, type Egress } from "../../http-out/index.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { setupControlPlane } from "../merchants/test-setup.ts";
import { createLogos, type Logos } from "./index.ts";
import { hostileFiles, pngOf } from "./test-pictures.ts";

const HOUR_MS = 3_600_000;
const picture = pngOf(120, 60, (x) => [x, 80, 160, 255]);

let plane: Awaited<ReturnType<typeof setupControlPlane>>;
let sandbox: MerchantNo;
let live: MerchantNo;
let egress: Egress;
let logos: Logos;
let source: Server;
let origin: string;
let asked: string[] = [];
let answer: { status: number; body: Buffer; headers?: Record<string, string> };

beforeAll(async () => {
  plane = await setupControlPlane();
  const { numbers } = await plane.createMerchant();
  sandbox = numbers.SANDBOX;
  live = numbers.LIVE;
  egress = createHttpOut({ clock: plane.clock, log: quietLog, allowLoopback: true });
  logos = createLogos({ db: plane.db, clock: plane.clock, egress, log: quietLog, drawing: patientDrawing });
  source = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
  origin = `http://localhost:${(source.address() as AddressInfo).port}`;
  answer = { status: 200, body: picture };
});
afterAll(async () => {
  await egress.close();
  source.close();
  plane.merchants.stop();
  await plane.database.drop();
});

/** Acts as a page: asks, runs the loop, and asks again after the cached row has expired. */
async function shown(merchantNo: MerchantNo, url: string) {
  await logos.find(merchantNo, url);
  await logos.loop.runOnce();
  return logos.find(merchantNo, url);
}

describe("a logo", () => {
  test("is fetched once in the background, and served under the name of its bytes", async () => {
    asked = [];
    expect(await logos.find(sandbox, `${origin}/a.png`)).toBe(null);
    expect(asked).toEqual([]);
    const logo = await shown(sandbox, `${origin}/a.png`);
    expect(logo).toMatchObject({ width: 120, height: 60 });
    expect(await logos.loop.runOnce()).toBe(0);
    expect(asked).toEqual(["/a.png"]);
    const body = await logos.read(logo?.name ?? "");
    expect(body?.toString("latin1", 1, 4)).toBe("PNG");
  });

  test("of another merchant, or under a made-up name, opens nothing", async () => {
    const logo = await logos.find(sandbox, `${origin}/a.png`);
    const digest = logo?.name.split("-")[1] ?? "";
    const none = `${sandbox}-0000000000000000.png`;
    for (const name of [`${live}-${digest}`, none, "../1.png", "1.png", `0${logo?.name}`])
      expect(await logos.read(name)).toBe(null);
  });

  test("stays while its source is silent, and goes when the merchant names another", async () => {
    answer = { status: 500, body: Buffer.alloc(0) };
    const before = await logos.find(sandbox, `${origin}/a.png`);
    plane.clock.advance(8 * 24 * HOUR_MS);
    expect(await shown(sandbox, `${origin}/a.png`)).toEqual(before);
    expect(await shown(sandbox, `${origin}/b.png`)).toBe(null);
    answer = { status: 200, body: picture };
    expect(await shown(sandbox, `${origin}/b.png`)).toBe(null);
    plane.clock.advance(HOUR_MS);
    expect(await shown(sandbox, `${origin}/b.png`)).not.toBe(null);
  });
});

describe("a picture that ends the process", () => {
  const WEEK_MS = 7 * 24 * HOUR_MS;
  const LEASE_MS = 60_000;
  const ports = () => ({ db: plane.db, clock: plane.clock, egress });
  const rowOf = async (merchantNo: MerchantNo) => {
    const [row] = await plane.db.query<{ tries: number; problem: string | null }>({
      text: "select tries, problem from merchant_logos where merchant_no = $1",
      values: [merchantNo],
    });
    return row;
  };
  /** A process whose thread gets the picture and never returns. */
  const dieOf = async () => {
    let given = false;
    const launch = () => {
      given = true;
      return new Promise<never>(() => {});
    };
    const dying = createLogos({ ...ports(), log: quietLog, drawing: { launch } });
    void dying.loop.runOnce();
    await expect.poll(() => given).toBe(true);
    plane.clock.advance(LEASE_MS);
  };

  test("is given to two, given up by the third, and looked at again after a week", async () => {
    answer = { status: 200, body: picture };
    const { numbers } = await plane.createMerchant();
    const merchantNo = numbers.SANDBOX;
    await logos.find(merchantNo, `${origin}/end.png`);
    await dieOf();
    expect(await rowOf(merchantNo)).toEqual({ tries: 1, problem: null });
    await dieOf();
    expect(await rowOf(merchantNo)).toEqual({ tries: 2, problem: null });

    asked = [];
    const { log, lines } = createRecordingLog();
    const launch = () => expect.fail("it was given up");
    const third = createLogos({ ...ports(), log, drawing: { launch } });
    expect(await third.loop.runOnce()).toBe(1);
    expect(await rowOf(merchantNo)).toEqual({ tries: 0, problem: "GIVEN_UP" });
    expect(lines).toContainEqual({
      level: "error",
      event: "logos.given_up",
      fields: { merchantNo, tries: 2 },
    });

    // The same file at another address would kill two more processes.
    await third.find(merchantNo, `${origin}/end.png?again`);
    expect(await third.loop.runOnce()).toBe(0);
    expect(asked).toEqual([]);

    plane.clock.advance(WEEK_MS);
    expect(await shown(merchantNo, `${origin}/end.png?again`)).toMatchObject({ width: 120 });
    expect(await rowOf(merchantNo)).toEqual({ tries: 0, problem: null });
  });

  test("does not count against those that waited behind it", async () => {
    answer = { status: 200, body: picture };
    const all = await Promise.all([plane.createMerchant(), plane.createMerchant(), plane.createMerchant()]);
    for (const { numbers } of all) await logos.find(numbers.SANDBOX, `${origin}/many.png`);
    await dieOf();
    const rows = await Promise.all(all.map(({ numbers }) => rowOf(numbers.SANDBOX)));
    expect(rows.map((row) => row?.tries).sort()).toEqual([0, 0, 1]);
    for (const { numbers } of all)
      expect(await shown(numbers.SANDBOX, `${origin}/many.png`)).toMatchObject({ width: 120 });
  });
});

describe("initials stay, and nothing is served, for", () => {
  let count = 0;
  const refused = async (merchantNo: MerchantNo, url: string) => {
    expect(await shown(merchantNo, url)).toBe(null);
    const [row] = await plane.db.query<{ problem: string; picture: Buffer | null }>({
      text: "select problem, picture from merchant_logos where merchant_no = $1 and source_url = $2",
      values: [merchantNo, url],
    });
    expect(row?.picture).toBe(null);
    return row?.problem;
  };

  test.each(hostileFiles)("%s, whatever type its server claims", async (_name, body, problem) => {
    answer = { status: 200, body, headers: { "content-type": "image/png" } };
    expect(await refused(sandbox, `${origin}/${++count}`)).toBe(problem);
  });

  test.each([
    ["a redirect", { status: 302, body: Buffer.alloc(0), headers: { location: "/a.png" } }, "HTTP_302"],
    ["a page that is not there", { status: 404, body: picture }, "HTTP_404"],
    ["half a megabyte and more", { status: 200, body: Buffer.alloc(600 * 1024, 1) }, "TOO_LARGE"],
  ])("%s", async (_name, given, problem) => {
    answer = given;
    expect(await refused(sandbox, `${origin}/${++count}`)).toBe(problem);
  });

  test.each([
    ["http://169.254.169.254/latest/meta-data/logo.png", "BLOCKED"],
    ["https://10.0.0.1/logo.png", "BLOCKED"],
    ["https://[::1]/logo.png", "BLOCKED"],
    ["file:///etc/passwd", "BLOCKED"],
    ["javascript:alert(1)", "BLOCKED"],
    ["data:image/png;base64,AAAA", "BLOCKED"],
  ])("the address %s", async (url, problem) => {
    asked = [];
    expect(await refused(live, url)).toBe(problem);
    expect(asked).toEqual([]);
  });
});
