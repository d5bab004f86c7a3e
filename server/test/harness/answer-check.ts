import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifyInstance } from "fastify";

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const checks = new WeakMap<object, ValidateFunction>();

/**
 * Holds each answer of a server against the schema it declares, before it is written: what writes it makes a text of a
 * number, or of an object, where its schema says text. An answer that does not fit becomes a 500, and `report` says why. To
 * be called before the server listens.
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
  // As it goes over the wire: times as text, and nothing where there is nothing.
  return fits(JSON.parse(JSON.stringify(answer))) ? null : ajv.errorsText(fits.errors, { dataVar: "answer" });
}
