import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpOut, type Egress } from "../../src/http-out/index.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { quietLog } from "../harness/log.ts";
import { routeProblems } from "../harness/route-problems.ts";
import { type Contract, type Json, type Operation, readContract } from "./document.ts";
import { createEstate, createOwner, createTenant, type Estate } from "./estate.ts";
import { createMaker } from "./maker.ts";
import { withoutReferences } from "./references.ts";
import { rules } from "./rules.ts";

/** What `/docs` shows is true: the document is valid, complete, and its examples work when sent. */
let app: TestApp;
let contract: Contract;
let egress: Egress;
let own: Estate;

beforeAll(async () => {
  // The host of the examples is reserved and has no address; all other names are resolved normally.
  egress = createHttpOut({
    clock: systemClock,
    log: quietLog,
    allowLoopback: true,
    resolve: async (host) => (host.endsWith(".example") ? ["93.184.216.34"] : []),
  });
  app = await startTestApp({ egress: () => egress });
  contract = await readContract(app);
  const owner = await createOwner(app, await createTenant(app, "examples"), "Examples");
  own = await createEstate(app, owner, "SANDBOX", "marker", "https://shop.example/hooks");
}, 60_000);
afterAll(async () => {
  await app?.stop();
  await egress?.close();
});

const jsonOf = (response: Json): Json => response.content["application/json"];
const successOf = (operation: Operation): Json => jsonOf(operation.raw.responses[operation.successStatus]);

describe("examples of bodies, sent as they stand", () => {
  it("are accepted", async () => {
    const refused: string[] = [];
    const sent = contract.operations.filter(({ bodySchema }) => bodySchema !== null);
    expect(sent.length).toBeGreaterThanOrEqual(5);
    for (const operation of sent) {
      const rule = rules[operation.id];
      const arranged = await rule?.arrange?.(createMaker(app, contract, own), own);
      const names = { ...rule?.names?.(own), ...arranged?.names };
      const sentBody = { ...operation.bodyExample, ...names };
      const tokens = { public: null, key: own.apiKey, operator: own.operator.token };
      const answer = await contract.call(operation, {
        apiKey: arranged?.token ?? tokens[operation.auth],
        params: { merchantId: own.merchantId, ...rule?.object?.(own), ...arranged?.params },
        body: sentBody,
        ...(operation.idempotency === "required" ? { headers: { "idempotency-key": operation.id } } : {}),
      });
      if (rule?.takesTwo === true) {
        expect([answer.status, answer.body.data.status], operation.id).toEqual([202, "PROPOSED"]);
        continue;
      }
      if (answer.status !== operation.successStatus)
        refused.push(`${operation.id}: ${answer.status} ${JSON.stringify(answer.body.error)}`);
      // The answer contains the requested values under the same names.
      else expect(answer.body.data, operation.id).toMatchObject(echoed(sentBody, answer.body.data));
    }
    expect(refused).toEqual([]);
  });
  it("make events that have the shape of their webhook", async () => {
    const { webhooks } = withoutReferences(contract.documents.merchants);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const rows = await app.owner.query<{ event: Json }>({
      text: "select payload::json as event from events",
    });
    const types = new Set<string>();
    for (const { event } of rows) {
      const { schema } = webhooks[event.type].post.requestBody.content["application/json"];
      ajv.validate(schema, event);
      expect([event.type, ajv.errorsText()]).toEqual([event.type, "No errors"]);
      const { properties } = schema.properties.data;
      const { test: _sample, ...data } = event.data;
      expect(Object.keys(data).filter((field) => !(field in properties))).toEqual([]);
      types.add(event.type);
    }
    expect(types.size).toBeGreaterThan(10);
  });
  it("queries: every documented example of a parameter is accepted", async () => {
    let asked = 0;
    for (const operation of contract.operations.filter(({ isList }) => isList)) {
      for (const { name, schema } of operation.query) {
        for (const example of schema.examples ?? []) {
          if (operation.pathParams.some((param) => param !== "merchantId")) continue;
          const params = { merchantId: own.merchantId };
          const apiKey = operation.auth === "operator" ? own.operator.token : own.apiKey;
          const answer = await contract.call(operation, {
            apiKey,
            params,
            query: { [name]: String(example) },
          });
          expect(answer.status, `${operation.id} ${name}=${example}`).toBe(200);
          asked += 1;
        }
      }
    }
    expect(asked).toBeGreaterThan(0);
  });
});

describe("the document", () => {
  // Tests that need a connection come first: the others keep the process busy so long that idle connections end.
  it("is served to anybody, from any page, and shown without another host", async () => {
    const plain = await fetch(`${app.baseUrl}/docs-json`);
    expect([plain.status, plain.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(plain.headers.get("content-type")).toContain("application/json");
    await plain.text();
    const page = await fetch(`${app.baseUrl}/docs`);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const html = await page.text();
    for (const [, address = ""] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(address).not.toMatch(/^(?:https?:)?\/\//);
      const asset = await fetch(new URL(address, page.url));
      expect([address, asset.status]).toEqual([address, 200]);
      await asset.text();
    }
  });
  it("is valid OpenAPI 3.1", async () => {
    for (const document of Object.values(contract.documents)) {
      const validator = new Validator();
      const { valid, errors } = await validator.validate(structuredClone(document));
      expect(errors ?? []).toEqual([]);
      expect([valid, validator.version]).toEqual([true, "3.1"]);
    }
  });
  it("holds every route of the service, each well declared", () => {
    expect(routeProblems(app.app.routes)).toEqual([]);
    const declared = app.app.routes.map(({ operationId }) => operationId);
    const documented = [...contract.operations, ...contract.pageOperations];
    expect(documented.map(({ id }) => id).toSorted()).toEqual(declared.toSorted());
    expect(new Set(declared).size).toBe(declared.length);
  });
  it("says of every operation what it is, who may call it and how it refuses", () => {
    const problems = contract.operations.flatMap((operation) => {
      const { id, raw, errorCodes, isPublic, auth, permissions, method, idempotency } = operation;
      const missing = (what: string, holds: boolean) => (holds ? [] : [`${id}: ${what}`]);
      const lists = (code: string) => errorCodes.includes(code);
      return [
        ...missing("summary", raw.summary?.length > 2),
        ...missing("description", raw.description?.length > 20),
        ...missing("tag", raw.tags?.length === 1),
        ...missing("permission", !isPublic || permissions.length === 0),
        ...missing("401", isPublic || lists(auth === "key" ? "Invalid API key" : "INVALID_OPERATOR_TOKEN")),
        ...missing("403", permissions.length === 0 || lists("INSUFFICIENT_PERMISSIONS")),
        ...missing(
          "scope",
          auth !== "key" || !operation.path.includes("{merchantId}") || lists("INVALID_MERCHANT_SCOPE"),
        ),
        ...missing("validation", lists("VALIDATION_ERROR")),
        ...missing("5xx and limits", ["INTERNAL_ERROR", "SERVICE_UNAVAILABLE", "RATE_LIMITED"].every(lists)),
        ...missing("body limits", method === "GET" || lists("PAYLOAD_TOO_LARGE")),
        ...missing(
          "idempotency",
          idempotency === "none" ||
            (lists("IDEMPOTENCY_KEY_MISMATCH") && lists("IDEMPOTENCY_REQUEST_IN_PROGRESS")),
        ),
        ...missing("required key", idempotency !== "required" || lists("IDEMPOTENCY_KEY_REQUIRED")),
        ...missing(
          "a path with an id answers 404",
          !/\{(?!merchantId)/.test(operation.path) || "404" in raw.responses,
        ),
        ...missing(
          "an example of its body",
          operation.bodySchema === null || operation.bodyExample !== undefined,
        ),
      ];
    });
    expect(problems).toEqual([]);
  });
  it("has schemas that a JSON Schema 2020-12 reader understands, with examples and defaults that fit them", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const problems: string[] = [];
    let examples = 0;
    const walk = (node: Json, at: string): void => {
      if (typeof node !== "object" || node === null) return;
      const isSchema = typeof node.type === "string" || Array.isArray(node.type) || node.anyOf !== undefined;
      if (isSchema && node.$ref === undefined) {
        const given = [
          ...(Array.isArray(node.examples) ? node.examples : []),
          ...("default" in node ? [node.default] : []),
        ];
        for (const example of given) {
          examples += 1;
          if (!ajv.validate(node, example)) problems.push(`${at}: ${ajv.errorsText()}`);
        }
      }
      for (const [key, child] of Object.entries(node)) {
        if (key !== "examples" && key !== "example" && key !== "default" && key !== "enum")
          walk(child, `${at}/${key}`);
      }
    };
    for (const operation of contract.operations) {
      if (operation.bodySchema !== null) {
        expect(ajv.validateSchema(operation.bodySchema), operation.id).toBe(true);
        walk(operation.bodySchema, `${operation.id} body`);
      }
      const answer = successOf(operation)?.schema;
      if (answer !== undefined) {
        expect(ajv.validateSchema(answer), operation.id).toBe(true);
        walk(answer, `${operation.id} answer`);
      }
      for (const { name, schema } of operation.query) walk(schema, `${operation.id} ${name}`);
    }
    expect(problems).toEqual([]);
    expect(examples).toBeGreaterThan(20);
  });
  it("shows errors as they are sent", () => {
    for (const document of Object.values(contract.documents)) {
      const { examples } = document.components.schemas.Error;
      expect(examples).toHaveLength(1);
      expect(examples[0].error.details.requestId).toMatch(/^req_/);
    }
  });
});

/** The part of the request that the answer contains under the same names. Details of a beneficiary are masked. */
function echoed(sent: Record<string, unknown>, data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => name in data && name !== "status" && name !== "details"),
  );
}
