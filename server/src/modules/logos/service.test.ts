import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quietLog } from "../../../test/harness/log.ts";
import { createHttpOut, type NetworkExit } from "../../http-out/index.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { setupControlPlane } from "../merchants/test-setup.ts";
import { createLogos, type Logos } from "./index.ts";
import { hostileFiles, pngOf } from "./test-pictures.ts";

const HOUR_MS = 3_600_000;
const picture = pngOf(120, 60, (x) => [x, 80, 160, 255]);

let plane: Awaited<ReturnType<typeof setupControlPlane>>;
let sandbox: MerchantNo;
let live: MerchantNo;
let exit: NetworkExit;
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
  exit = createHttpOut({ clock: plane.clock, log: quietLog, allowLoopback: true });
  logos = createLogos({ db: plane.db, clock: plane.clock, exit, log: quietLog });
  source = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
  origin = `http://localhost:${(source.address() as AddressInfo).port}`;
  answer = { status: 200, body: picture };
});
afterAll(async () => {
  await exit.close();
  source.close();
  plane.merchants.stop();
  await plane.database.drop();
});

/** As a page would: asks, lets the loop look, and asks again when the cached row has had its life. */
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
