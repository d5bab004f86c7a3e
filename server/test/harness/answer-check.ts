import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifyInstance } from "fastify";

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const checks = new WeakMap<object, ValidateFunction>();

/**
 * Compares each answer of a server with its declared schema before it is written, because the serializer writes a
 * number or an object as text where its schema says text. A wrong answer becomes a 500, and `report` says why. Call it
 * before the server listens.
 */
export function checkAnswers(app: FastifyInstance, report: (sentence: string) => void = console.error): void {
  app.addHook("preSerialization", (request, reply, answer, done) => {
    const schema = declaredSchema(request.routeOptions.schema?.response, reply.statusCode);
    const misfit = schema === null ? null : misfitOf(schema, answer);
    if (misfit === null) return done(null, answer);
    const error = new Error(
      `${request.method} ${request.routeOptions.url} answered what it does not declare: ${misfit}`,
    );
    report(error.message);
    done(error);
  });
}

function declaredSchema(responses: unknown, status: number): object | null {
  return (responses as Readonly<Record<number, object>> | undefined)?.[status] ?? null;
}

function misfitOf(schema: object, answer: unknown): string | null {
  const fits = checks.get(schema) ?? ajv.compile(schema);
  checks.set(schema, fits);
  // In wire form: times as text, and undefined fields omitted.
  return fits(JSON.parse(JSON.stringify(answer))) ? null : ajv.errorsText(fits.errors, { dataVar: "answer" });
}
