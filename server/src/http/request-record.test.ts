import { describe, expect, it } from "vitest";
import { createRequestRecords, recordedPath, recordedRefusal } from "./request-record.ts";

const charge = "ch_01kf0v0d1qf0w8x3z5c7b9n1m3";
const merchant = "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e";
const handle = "cs_01kf0v0d1qf0w8x3z5c7b9n1m3000001";

describe("the path of a kept request", () => {
  it.each<[string, string, Readonly<Record<string, string>>, string]>([
    ["has no parameters", "/payments/charges", {}, "/payments/charges"],
    ["holds ids", "/payments/charges/:id/refunds", { id: charge }, `/payments/charges/${charge}/refunds`],
    [
      "holds merchants",
      "/merchant/merchants/:merchantId",
      { merchantId: merchant },
      `/merchant/merchants/${merchant}`,
    ],
    [
      "holds no secret of a session",
      "/checkout/sessions/:sessionId",
      { sessionId: `${handle}abcdefghijklmnopqrstuvwxyz` },
      `/checkout/sessions/${handle}`,
    ],
    ["holds no phone", "/links/:slug", { slug: "+2250707070789" }, "/links/:slug"],
    ["holds no mail", "/links/:slug", { slug: "aya@people.example" }, "/links/:slug"],
    ["holds no key", "/links/:slug", { slug: "svc_mk_live_7Hq2x9" }, "/links/:slug"],
    [
      "holds no text in the place of an id",
      "/payments/charges/:id",
      { id: `${charge}'--` },
      "/payments/charges/:id",
    ],
  ])("%s", (_name, path, params, expected) => {
    expect(recordedPath(path, params)).toBe(expected);
  });
});

describe("the refusal of a kept request", () => {
  const known = new Set(["amount", "items", "phone", "Idempotency-Key"]);
  const refused = (details: Readonly<Record<string, unknown>>) =>
    recordedRefusal({ code: "CODE", message: "told", details: { requestId: "req_1", ...details } }, known);
  const paths = (...fields: readonly string[]) =>
    refused({
      fields: fields.map((path) => ({ path, rule: "unknown", message: `${path} is told` })),
    }).fields.map(({ path }) => path);

  it("names the fields that the operation knows, with the rule and without the sentence", () => {
    const fields = [{ path: "amount", rule: "required", message: "amount is required." }];
    expect(refused({ fields })).toEqual({
      code: "CODE",
      fields: [{ path: "amount", rule: "required" }],
      required: [],
    });
  });

  it("names places in lists, parts of the request and headers", () => {
    const known = ["items[2].phone", "items[0][1]", "body", "query", "Idempotency-Key"];
    expect(paths(...known)).toEqual(known);
  });

  it("holds no name that the caller chose", () => {
    expect(
      paths("+2250707070789", "items[2].svc_mk_live_7Hq2x9", "metadata.aya@people.example", "amount[x]", ""),
    ).toEqual(["*", "items[2].*", "*.*.*", "*", "*"]);
  });

  it("names the permissions of which one was needed", () => {
    expect(refused({ required: "merchant.links.read" }).required).toEqual(["merchant.links.read"]);
    expect(refused({ required: ["a", "b"] }).required).toEqual(["a", "b"]);
  });

  it("holds nothing else of the details", () => {
    expect(refused({ slug: "aya@people.example" })).toEqual({ code: "CODE", fields: [], required: [] });
  });
});

it("is made of a request whose caller hung up, without an address: rows are written many at once, and one without a text would lose all", () => {
  const route = { path: "/payments/charges", operationId: "listCharges", schemas: {} };
  const request = {
    caller: { merchantNo: 1, actor: {} },
    id: "req_1",
    method: "GET",
    params: {},
    refusal: null,
  };
  const reply = { statusCode: 200, elapsedTime: 1, hasHeader: () => false };
  // Fastify asks the socket, which has forgotten it.
  const made = createRequestRecords(route as never)({ ...request, ip: undefined } as never, reply as never);
  expect(made?.ip).toBe("");
});
