import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DedicatedConnection, openDedicatedConnection } from "../../src/db/dedicated.ts";
import { type PaymentMethod, paymentMethods } from "../../src/kit/payment-terms.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { testSeed } from "../harness/seed.ts";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";
import { type FaultPoint, faultPoints, type Order, type Report } from "./fault-points.ts";
import { findDifferences, sessionKeyOf } from "./kept.ts";
import { AMOUNT, createPayers, type Payment } from "./payer.ts";
import { type Receiver, startReceiver, subscribe } from "./receiver.ts";

const PROGRAM = "server/test/crash/armed-main.ts";
const REPORT_MS_MAX = 20_000;
/** Long enough that requests sent together are all in the batch writer's queue. */
const QUEUED_MS = 300;
/** Less than the service's own lock timeout. */
const BLOCKED_MS_MAX = 1_500;
/** From the last kill on. Until then the service dies every few seconds, and no payment is promised an end. */
const PAID_MS_MAX = 60_000;
const DELIVERED_MS_MAX = 60_000;

let database: TestDatabase;
let home: ServiceHome;
let receiver: Receiver;
let service: ServiceProcess;
let payers: ReturnType<typeof createPayers>;
/** Locks rows, so that a statement of the service stops half-way. */
let locker: DedicatedConnection;
const payments: Payment[] = [];
const carried: Promise<void>[] = [];
const impatience = new AbortController();
const seed = testSeed().toString(36);

beforeAll(async () => {
  console.info(`seed ${seed}`);
  database = await createTestDatabase();
  home = await createServiceHome({ DATABASE_URL: database.ownerUrl, DATABASE_CONNECTIONS: "8" });
  service = await home.start({ program: PROGRAM });
  const sandbox = await home.sandbox();
  payers = createPayers(service.origin, sandbox);
  receiver = await startReceiver();
  await subscribe(service.origin, sandbox, receiver.url);
  locker = await openDedicatedConnection({ url: database.ownerUrl, applicationName: "crash test lock" });
});
afterAll(async () => {
  impatience.abort("the test has ended");
  await Promise.allSettled(carried);
  await locker?.close();
  await receiver?.close();
  await home?.remove();
  await database?.drop();
});

describe("the service, killed at a point of five payments, one of each method", () => {
  it.each(faultPoints)(
    "%s: nothing is lost, nothing is charged twice",
    { timeout: 90_000 },
    async (point) => {
      for (let left: readonly PaymentMethod[] = paymentMethods, round = 0; left.length > 0; round += 1) {
        expect(round, "the methods reach the point within three rounds").toBeLessThan(3);
        const batch = await arrange(point, left, round);
        const reached = await stopAt(point, batch).catch(missed);
        const found = new Map<string, string>();
        for (const payment of batch.filter(({ reference }) => reached.has(reference))) {
          found.set(payment.reference, await kept(payment));
        }
        left = left.filter(
          (method) => !batch.some((each) => each.method === method && reached.has(each.reference)),
        );
        service = await home.start({ program: PROGRAM });
        // Payers come back and continue; that takes until long after the next kill.
        payments.push(...batch);
        carried.push(...batch.map((payment) => payers.carryThrough(payment, impatience.signal)));
        for (const one of carried) one.catch(() => {});
        for (const [reference, state] of found) {
          expect(keptAt[point], `${reference} at the moment of the kill`).toContain(state);
        }
      }
    },
  );

  it("after the last of them every payment is paid once, booked once and told in full", {
    timeout: 150_000,
  }, async () => {
    const patience = setTimeout(
      () => impatience.abort(`${PAID_MS_MAX} ms have passed since the last kill`),
      PAID_MS_MAX,
    );
    const ends = await Promise.allSettled(carried);
    clearTimeout(patience);
    const failed = ends.filter((end) => end.status === "rejected");
    expect(failed.map((end) => String(end.reason))).toEqual([]);
    const { owner } = database;
    const attempts = await owner.query<{
      reference: string;
      charges: bigint;
      status: string;
      amount: bigint;
    }>({
      text: `select s.reference, count(c.id) as charges, max(c.status) as status, sum(c.amount)::bigint as amount
               from checkout_sessions s left join charges c on c.merchant_no = s.merchant_no and c.session_id = s.id
              where s.reference like $1 group by s.merchant_no, s.id, s.reference order by s.reference`,
      values: [`${seed} %`],
    });
    // One session for each repeated creation, one charge for each interrupted payment.
    expect(attempts).toEqual(
      [...payments]
        .map(({ reference }) => ({ reference, charges: 1n, status: "SUCCEEDED", amount: BigInt(AMOUNT) }))
        .sort((left, right) => (left.reference < right.reference ? -1 : 1)),
    );
    expect(await findDifferences(owner)).toEqual([]);
    await expectInvariants(owner);
    await expectAllTold();
  });
});

/**
 * The database's state of a payment at each point, before anything recovers: proof that the kill hit the right point.
 */
const keptAt: Readonly<
  Record<FaultPoint, readonly ("nothing" | "open" | "started" | "asked" | "answered" | "paid")[]>
> = {
  "session.write:before": ["nothing"],
  "session.write:within": ["open"],
  "session.write:after": ["open"],
  "attempt.write:before": ["open"],
  "attempt.write:within": ["started"],
  "attempt.write:after": ["started"],
  "provider.call:before": ["started"],
  "provider.call:after": ["asked"],
  "answer.write:before": ["asked"],
  "answer.write:within": ["answered"],
  "answer.write:after": ["answered"],
  // On a busy machine the payment can be settled before its first answer is written.
  "outcome.write:before": ["answered", "asked"],
  "outcome.write:within": ["paid"],
  "outcome.write:undone": ["answered", "asked"],
  "outcome.write:after": ["paid"],
  "delivery:before": ["paid"],
  "delivery:after": ["paid"],
  "delivery.write:after": ["paid"],
};

async function kept(payment: Payment): Promise<string> {
  const [row] = await database.owner.query<{ status: string; step: string | null; asked: boolean }>({
    text: `select s.status, c.next_step as step, exists (
             select from simulator.operations o where o.title = s.reference) as asked
             from checkout_sessions s left join charges c on c.merchant_no = s.merchant_no and c.id = s.charge_id
            where s.reference = $1`,
    values: [payment.reference],
  });
  if (row === undefined) return "nothing";
  if (row.status === "SUCCEEDED") return "paid";
  if (row.status === "OPEN") return "open";
  return row.step !== null ? "answered" : row.asked ? "asked" : "started";
}

/** Fresh payments; their sessions exist, unless their creation is what is to be killed. */
async function arrange(
  point: FaultPoint,
  methods: readonly PaymentMethod[],
  round: number,
): Promise<Payment[]> {
  const batch = methods.map((method): Payment => {
    return { method, reference: `${seed} ${point} ${method} ${round}`, sessionId: null, completions: 0 };
  });
  if (!point.startsWith("session.write")) await Promise.all(batch.map((payment) => payers.create(payment)));
  return batch;
}

/** Leads the payments to the point and kills the service there. Returns the references of those that were at it. */
async function stopAt(point: FaultPoint, batch: readonly Payment[]): Promise<ReadonlySet<string>> {
  const [step, stage] = point.split(":");
  const decoy: Payment = {
    method: "CARD",
    reference: `decoy ${batch[0]?.reference}`,
    sessionId: null,
    completions: 0,
  };
  const targets = batch.map(({ method, reference, sessionId }) => ({
    method,
    reference,
    sessionId: sessionId === null ? null : sessionKeyOf(sessionId).id,
  }));
  const reports = listen(service);
  send({ kind: "arm", point, targets, decoy: decoy.reference });
  await reports.next("armed");
  const reached = reports.next("reached");
  reached.catch(() => {});

  const busy = step === "session.write" || step === "attempt.write";
  const underWay: Promise<unknown>[] = [];
  if (busy) {
    underWay.push(payers.create(decoy).catch(() => {}));
    await reports.next("gathered");
  }
  const first = step === "session.write" ? payers.create : payers.complete;
  const begun = batch.map((payment) => first(payment).catch(() => {}));
  underWay.push(...begun);
  if (step === "outcome.write" || step?.startsWith("delivery")) {
    await Promise.all(begun);
    underWay.push(...batch.map((payment) => actWhenAsked(payment).catch(() => {})));
  }
  if (busy) await sleep(QUEUED_MS);
  else if (step === "answer.write" || step === "outcome.write") await reports.next("gathered");

  const half = stage === "within" || stage === "undone";
  if (half) await holdRows(batch, decoy);
  send({ kind: "go" });
  const { references } = await reached;
  if (half) await untilBlocked();
  await service.kill();
  if (stage === "undone") {
    await locker.query({
      text: "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    });
  }
  if (half) await locker.query({ text: "rollback" });
  if (half) await untilAlone();
  await Promise.all(underWay);
  return new Set(references);
}

/**
 * The payments did not reach the point together in time: logged, and tried again with fresh ones, at most twice. The
 * service is killed anyway, and these payments must end as well as all others.
 */
async function missed(error: unknown): Promise<ReadonlySet<string>> {
  console.info(String(error));
  await service.kill();
  await locker.query({ text: "rollback" });
  return new Set();
}

async function actWhenAsked(payment: Payment): Promise<void> {
  const { data } = await payers.status(payment);
  await payers.act(payment, data);
}

/** Locks what the statement of these payments needs, and no other statement does. */
async function holdRows(batch: readonly Payment[], decoy: Payment): Promise<void> {
  await locker.query({ text: "begin" });
  const ids = batch.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionKeyOf(sessionId).id]));
  if (ids.length > 0) {
    await locker.query({
      text: "select from checkout_sessions where id in (select unnest($1::uuid[])) order by id for update",
      values: [ids],
    });
    return;
  }
  // Sessions that do not exist yet: their idempotency keys, written by a transaction that will not commit.
  await locker.query({
    text: `insert into idempotency_keys (merchant_no, route, key, fingerprint, owner, status, body, created_at)
           select merchant_no, route, wanted.key, fingerprint, owner, status, body, created_at
             from idempotency_keys, unnest($1::text[]) as wanted (key) where idempotency_keys.key = $2`,
    values: [batch.map(({ reference }) => reference), decoy.reference],
  });
}

/** The service's statement waits for the rows that the test has locked. */
async function untilBlocked(): Promise<void> {
  for (const deadline = performance.now() + BLOCKED_MS_MAX; performance.now() < deadline; await sleep(5)) {
    if ((await sessions("wait_event_type = 'Lock'")) > 0) return;
  }
  throw new Error("the statement was not held half-way");
}

/** PostgreSQL has finished, one way or the other, what the dead process had sent. */
async function untilAlone(): Promise<void> {
  while ((await sessions("application_name like 'cauris%' and state = 'active'")) > 0) await sleep(5);
}

async function sessions(which: string): Promise<number> {
  const [row] = await database.owner.query<{ n: bigint }>({
    text: `select count(*) as n from pg_stat_activity where datname = current_database() and ${which}`,
  });
  return Number(row?.n);
}

function send(order: Order): void {
  service.child.send(order);
}

/** Reports of the armed service, each kind once. */
function listen({ child }: ServiceProcess) {
  const seen: Report[] = [];
  child.on("message", (report) => seen.push(report as Report));
  return {
    next: async <Kind extends Report["kind"]>(kind: Kind): Promise<Extract<Report, { kind: Kind }>> => {
      const timeout = AbortSignal.timeout(REPORT_MS_MAX);
      for (;;) {
        const found = seen.find((report) => report.kind === kind);
        if (found !== undefined) return found as Extract<Report, { kind: Kind }>;
        await once(child, "message", { signal: timeout }).catch((cause: unknown) => {
          throw new Error(`the service never said "${kind}":\n${service.output()}`, { cause });
        });
      }
    },
  };
}

/** Every event that was written has reached the merchant, and those of a payment are numbered without a gap. */
async function expectAllTold(): Promise<void> {
  const written = await database.owner.query<{ subject: string; sequence: number }>({
    text: `select subject_id as subject, sequence from events where type <> 'endpoint.ping' order by subject_id, sequence`,
  });
  for (
    const deadline = performance.now() + DELIVERED_MS_MAX;
    performance.now() < deadline;
    await sleep(100)
  ) {
    if (receiver.events.size >= written.length) break;
  }
  expect(receiver.events.size).toBe(written.length);
  const counts = new Map<string, number>();
  for (const { subject, sequence } of written) {
    const expected = (counts.get(subject) ?? 0) + 1;
    expect(sequence).toBe(expected);
    counts.set(subject, sequence);
  }
  const paid = [...receiver.events.values()].filter(({ type }) => type === "payment.succeeded");
  expect(paid.map(({ data }) => data.reference).sort()).toEqual(
    payments.map(({ reference }) => reference).sort(),
  );
}
