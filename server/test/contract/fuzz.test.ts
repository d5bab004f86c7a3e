import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { createRecordingLog } from "../harness/log.ts";
import { testSeed } from "../harness/seed.ts";
import { isDeep } from "../harness/tier.ts";
import { type Contract, type Operation, readContract } from "./document.ts";
import { createEstate, createOwner, createTenant, type Estate, startReceiver } from "./estate.ts";
import { createMaker } from "./maker.ts";
import type { Arranged } from "./rule.ts";
import { rules } from "./rules.ts";
import { bentBody, bentText, fitting } from "./values.ts";

/**
 * Requests made from the OpenAPI document, valid and invalid ones: nothing breaks the service, and every answer has the
 * envelope and is as documented. 1 request per operation in `npm test`, 40 in `npm run test:deep`; `FUZZ_RUNS` sets
 * the number.
 */
const seed = testSeed();
const runs = Number(process.env.FUZZ_RUNS ?? (isDeep ? 40 : 1));

const { log, lines } = createRecordingLog();
let app: TestApp;
let contract: Contract;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let own: Estate;
let accepted = 0;
let refused = 0;

beforeAll(async () => {
  app = await startTestApp({ seed, log });
  contract = await readContract(app);
  receiver = await startReceiver();
  const owner = await createOwner(app, await createTenant(app, "fuzzed"), "Fuzzed");
  own = await createEstate(app, owner, "SANDBOX", "marker", receiver.url);
}, 60_000);
afterAll(async () => {
  await receiver?.close();
  await app?.stop();
});

interface Shot {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly key: string | null;
  /** Whether the path certainly leads to the operation. */
  readonly straight: boolean;
}

const POLL_MS_MAX = 20;

function shotsAt(operation: Operation, arranged: Arranged | undefined): fc.Arbitrary<Shot> {
  const rule = rules[operation.id];
  const rightPath: Record<string, string> = {
    merchantId: own.merchantId,
    ...rule?.object?.(own),
    ...arranged?.params,
  };
  const right = arranged?.body ?? { ...operation.bodyExample, ...rule?.names?.(own), ...arranged?.names };
  const straightPath = fc.constant(rightPath);
  const bentPath = fc.record(
    Object.fromEntries(operation.pathParams.map((name) => [name, bentText([rightPath[name] ?? "x"])])),
  );
  const body = operation.bodySchema;
  const rightBody =
    body === null
      ? fc.constant(null)
      : fc.oneof(fitting(body), fc.constant(right)).map((value) => JSON.stringify(value));
  const spoilt = body === null ? fc.constantFrom(null, "{}", '{"a":1}', "[]", "{") : bentBody(body);
  const textOf = (name: string, value: unknown) =>
    name === "waitMs" ? String(Math.min(Number(value), POLL_MS_MAX)) : String(value);
  const rightQuery = fc
    .record(Object.fromEntries(operation.query.map(({ name, schema }) => [name, fitting(schema)])), {
      requiredKeys: [],
    })
    .map((query) =>
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textOf(name, value)])),
    );
  const names = [
    ...operation.query.map(({ name }) => name).filter((name) => name !== "waitMs"),
    "page",
    "x",
    "a[b]",
    "__proto__",
  ];
  const bentQuery = fc.dictionary(
    fc.constantFrom(...names),
    bentText(["1", "-1", "100", "2026-11-21T10:00:00Z", own.sessionId]),
    {
      maxKeys: 3,
    },
  );
  const key = fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: null });
  const shot = (
    path: fc.Arbitrary<Record<string, string>>,
    query: typeof bentQuery,
    sent: fc.Arbitrary<string | null>,
    straight: boolean,
  ) => fc.record({ path, query, body: sent, key, straight: fc.constant(straight) });
  const none = fc.constant({});
  return fc.oneof(
    { weight: 3, arbitrary: shot(straightPath, none, rightBody, true) },
    { weight: 2, arbitrary: shot(straightPath, rightQuery, rightBody, true) },
    { weight: 4, arbitrary: shot(straightPath, none, spoilt, true) },
    { weight: 2, arbitrary: shot(straightPath, bentQuery, rightBody, true) },
    { weight: operation.pathParams.length > 0 ? 2 : 0, arbitrary: shot(bentPath, none, rightBody, false) },
  );
}

const endsObject = ({ id }: Operation): number => (rules[id]?.spends === true ? 1 : 0);
let sent = 0;

async function fire(operation: Operation, shot: Shot, token: string | undefined): Promise<Answer> {
  const { path, query, body, key } = shot;
  const address = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => escaped(path[name] ?? ""));
  const search = Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join("&");
  sent += 1;
  const idempotencyKey = key ?? (operation.idempotency === "required" ? `fuzz ${sent}` : null);
  const headers = new Headers({ "content-type": "application/json" });
  if (operation.auth !== "public")
    headers.set(
      "authorization",
      `Bearer ${token ?? (operation.auth === "key" ? own.apiKey : own.operator.token)}`,
    );
  if (idempotencyKey !== null) headers.set("idempotency-key", idempotencyKey);
  if (operation.method === "GET") headers.delete("content-type");
  // Within the process: other tests cover the network, and a hundred requests per operation must be fast.
  const response = await app.app.http.app.inject({
    method: operation.method as "GET" | "POST" | "PATCH" | "DELETE",
    url: `/api/v1${address}${search === "" ? "" : `?${search}`}`,
    headers: Object.fromEntries(headers),
    ...(operation.method === "GET" || body === null ? {} : { payload: body }),
  });
  const answered = new Headers();
  for (const [name, value] of Object.entries(response.headers)) answered.set(name, String(value));
  const isJson = /^application\/json\b/.test(answered.get("content-type") ?? "");
  return {
    status: response.statusCode,
    headers: answered,
    body: isJson ? JSON.parse(response.body) : response.body,
  };
}

/** As `encodeURIComponent`, with lone surrogates as the bytes that a careless client would send. */
function escaped(text: string): string {
  return !/\p{Surrogate}/u.test(text) ? encodeURIComponent(text) : "%ED%A0%80";
}

/** With the envelope, whatever part answers, unless it is a file. */
function envelopeProblems({ status, headers, body }: Answer): readonly string[] {
  if (status === 200 && headers.get("content-disposition")?.startsWith("attachment;") === true) return [];
  const keys = Object.keys(body ?? {})
    .toSorted()
    .join();
  if (keys !== "data,error,meta,success") return [`${status}: not the envelope: ${JSON.stringify(body)}`];
  if (status < 400) return body.success === true && body.error === null ? [] : [`${status}: not a success`];
  const { code, message, details } = body.error ?? {};
  const holds =
    body.success === false &&
    body.data === null &&
    typeof code === "string" &&
    typeof message === "string" &&
    details.requestId === headers.get("request-id");
  return holds ? [] : [`${status}: not an error: ${JSON.stringify(body)}`];
}

describe(`requests made from the document (seed ${seed}, ${runs} an operation)`, () => {
  it("never break the service, and are answered as documented", { timeout: 600_000 }, async () => {
    // Operations that end objects come last, so that the others find them.
    const order = contract.operations.toSorted((left, right) => endsObject(left) - endsObject(right));
    for (const operation of order) {
      const arranged = await rules[operation.id]?.arrange?.(createMaker(app, contract, own), own);
      await fc.assert(
        fc.asyncProperty(shotsAt(operation, arranged), async (shot) => {
          const answer = await fire(operation, shot, arranged?.token);
          if (answer.status < 400) accepted += 1;
          else refused += 1;
          expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
          // An invalid path can lead to another operation, or to none.
          const problems = shot.straight ? contract.misfits(operation, answer) : envelopeProblems(answer);
          expect(problems, operation.id).toEqual([]);
          if (answer.status === 400 && answer.body.error.code === "VALIDATION_ERROR") {
            expect(answer.body.error.details.fields.length, operation.id).toBeGreaterThan(0);
          }
        }),
        { seed, numRuns: runs },
      );
    }
  });
  it("were partly right and partly wrong, and left the books and the log clean", async () => {
    console.info(`fuzz: ${accepted} accepted, ${refused} refused`);
    expect(accepted + refused).toBeGreaterThanOrEqual(contract.operations.length * runs);
    if (runs >= 100) expect(sent).toBeGreaterThanOrEqual(5_000);
    expect(accepted).toBeGreaterThan(sent / 5);
    expect(refused).toBeGreaterThan(sent / 5);
    await app.advance(10_000, 5_000);
    // On a busy machine a readiness check may wait too long, and says so: that is not about any request.
    const errors = lines.filter(({ level, event }) => level === "error" && event !== "readiness.lost");
    expect(errors).toEqual([]);
    await expectInvariants(app.owner);
  });
});
