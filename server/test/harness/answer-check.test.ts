import Fastify, { type FastifyInstance, type FastifyPluginAsync } from "fastify";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileAnswer, envelopeSchema } from "../../src/http/answer-schema.ts";
import { successEnvelope } from "../../src/http/envelope.ts";
import { Instant, Nullable } from "../../src/http/schemas.ts";
import { checkAnswers } from "./answer-check.ts";

const Thing = Type.Object({ code: Nullable(Type.String()), at: Nullable(Instant) });
const reports: string[] = [];
let next: unknown;
let app: FastifyInstance;
let unchecked: FastifyInstance;

const routes: FastifyPluginAsync = async (scope) => {
  const schema = { response: { 200: envelopeSchema(Thing, false) } };
  scope.get("/thing", { schema }, async () => successEnvelope(next, null));
  scope.get("/plain", async () => ({ code: 5 }));
};

async function createServer(): Promise<FastifyInstance> {
  const server = Fastify();
  server.setSerializerCompiler(({ schema }) => compileAnswer(schema as object));
  // As the service has its routes: in a scope of their own, registered before the check.
  await server.register(routes);
  return server;
}
const answerTo = async (thing: unknown, server = app) => {
  next = thing;
  const { statusCode, body } = await server.inject("/thing");
  return statusCode === 200 ? (JSON.parse(body) as { data: unknown }).data : statusCode;
};

beforeAll(async () => {
  unchecked = await createServer();
  app = await createServer();
  checkAnswers(app, (sentence) => reports.push(sentence));
});
afterAll(() => Promise.all([app.close(), unchecked.close()]));

it("lets pass what is declared, times as the service holds them", async () => {
  const at = new Date(0);
  expect(await answerTo({ code: "A", at })).toEqual({ code: "A", at: at.toISOString() });
  expect(await answerTo({ code: null, at: null })).toEqual({ code: null, at: null });
  expect((await app.inject("/plain")).statusCode).toBe(200);
});

it.each([
  ["a number for a text", { code: 5, at: null }, "answer/data/code must be string"],
  ["an object for a text", { code: { a: 1 }, at: null }, "answer/data/code must be string"],
  ["a day for a time", { code: null, at: "2026-11-21" }, "answer/data/at must match format"],
])("refuses %s, which would be written", async (_what, thing, report) => {
  expect(await answerTo(thing, unchecked)).not.toBe(500);
  expect(await answerTo(thing)).toBe(500);
  expect(reports.at(-1)).toContain(report);
});
