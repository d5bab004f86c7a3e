import type { AppPorts } from "../../src/app.ts";
import type { BatchConnection } from "../../src/db/batch-writer.ts";
import type { Database, SqlQuery, Transaction } from "../../src/db/database.ts";
import type { HttpOut } from "../../src/kit/http-out.ts";
import { isUuid, uuidBytes } from "../../src/kit/ids.ts";
import type { ThreadWorkerDeps } from "../../src/webhook-thread/worker.ts";
import type { Order, Report, Target } from "./fault-points.ts";

type Armed = Extract<Order, { kind: "arm" }>;

/** Maximum wait of a barrier for the slowest of the targets. */
const BARRIER_MS_MAX = 8_000;

/**
 * Ports that freeze where the test says, for the service (`wrap`) and for its webhook thread (`wrapWorker`). Neither
 * knows about it.
 */
export function createArmedPorts(report: (report: Report) => void) {
  let armed: Armed | null = null;
  let go: () => void = () => {};
  let gone: Promise<void> = Promise.resolve();
  /** Targets that wait at the barrier or are frozen at the point. */
  let waiting = new Set<string>();
  /** Our references at the provider, learned from the start calls. */
  const providerReferences = new Map<string, string>();
  let answeredDeliveries = new Set<string>();

  const obey = (order: Order): void => {
    if (order.kind === "go") {
      go();
      return;
    }
    armed = order;
    waiting = new Set();
    answeredDeliveries = new Set();
    gone = new Promise((resolve) => {
      go = resolve;
    });
    report({ kind: "armed" });
  };

  const at = (step: string): "before" | "within" | "after" | null => {
    const [name, stage] = armed?.point.split(":") ?? [];
    if (name !== step) return null;
    return stage === "before" || stage === "after" ? stage : "within";
  };
  const all = (): boolean => waiting.size === armed?.targets.length;

  const stand = async (found: readonly Target[]): Promise<never> => {
    report({ kind: "reached", references: found.map(({ reference }) => reference) });
    return await new Promise<never>(() => {});
  };

  /** Freezes once every target is here: each has its own call. */
  const standTogether = async (target: Target): Promise<never> => {
    waiting.add(target.reference);
    if (all()) return await stand(armed?.targets ?? []);
    return await new Promise<never>(() => {});
  };

  /** Holds a call until every target is here and the test continues, so that they form one batch. */
  const gather = async (target: Target): Promise<void> => {
    if (waiting.has(target.reference)) return await gone;
    waiting.add(target.reference);
    const told = (): void => report({ kind: "gathered" });
    if (all()) told();
    else if (waiting.size === 1) setTimeout(() => !all() && told(), BARRIER_MS_MAX).unref();
    await gone;
  };

  const batchWriter = (inner: BatchConnection): BatchConnection => ({
    ...inner,
    query: async <Row>(query: SqlQuery): Promise<readonly Row[]> => {
      const step = stepOf(query);
      if (step === "session.write" && armed !== null && mentions(query.values, armed.decoy)) {
        const rows = await inner.query<Row>(query);
        report({ kind: "gathered" });
        await gone;
        return rows;
      }
      const stage = step === null ? null : at(step);
      const found = stage === null ? [] : (armed?.targets ?? []).filter((target) => isIn(query, target));
      if (found.length === 0) return await inner.query<Row>(query);
      if (stage === "after") await inner.query(query);
      if (stage === "within") inner.query(query).catch(() => {});
      return await stand(found);
    },
  });

  const toProvider =
    (inner: HttpOut): HttpOut =>
    async (request) => {
      const text = String(request.body ?? "");
      const isStart = request.method === "POST" && request.url.endsWith("/simulator/v1/payments");
      const asked = decodeURIComponent(request.url.split("/simulator/v1/payments/")[1] ?? "");
      const target = (armed?.targets ?? []).find(
        ({ reference }) =>
          (isStart && text.includes(`"${reference}"`)) || providerReferences.get(asked) === reference,
      );
      if (target === undefined) return await inner(request);
      if (isStart) providerReferences.set(String(JSON.parse(text).reference), target.reference);
      const stage = isStart ? at("provider.call") : null;
      if (stage === "before") return await standTogether(target);
      const answer = await inner(request);
      if (stage === "after") return await standTogether(target);
      const succeeded = answer.body.includes('"SUCCEEDED"');
      if (isStart ? at("answer.write") !== null : at("outcome.write") !== null && succeeded) {
        await gather(target);
      }
      return answer;
    };

  const toMerchant =
    (inner: HttpOut): HttpOut =>
    async (request) => {
      const text = String(request.body ?? "");
      const target = (armed?.targets ?? []).find(
        ({ reference }) => text.includes('"type":"payment.succeeded"') && text.includes(`"${reference}"`),
      );
      if (target === undefined) return await inner(request);
      if (at("delivery") === "before") return await standTogether(target);
      const answer = await inner(request);
      if (at("delivery") === "after") return await standTogether(target);
      answeredDeliveries.add(target.reference);
      return answer;
    };

  const isAttempts = ({ text }: SqlQuery): boolean => text.includes("insert into webhook_attempts");
  /** Results are written: `before` holds the deliveries that were answered when the statement was sent. */
  const afterAttempts = async (before: ReadonlySet<string>): Promise<void> => {
    const targets = armed?.targets ?? [];
    const told = targets.length > 0 && targets.every(({ reference }) => before.has(reference));
    if (told && at("delivery.write") === "after") await stand(targets);
  };

  const database = (inner: Database): Database => ({
    ...inner,
    query: async <Row>(query: SqlQuery): Promise<readonly Row[]> => {
      const before = new Set(answeredDeliveries);
      const rows = await inner.query<Row>(query);
      if (isAttempts(query)) await afterAttempts(before);
      return rows;
    },
    transaction: async (work) => {
      const before = new Set(answeredDeliveries);
      let recordsAttempts = false;
      const result = await inner.transaction((tx) => {
        const watched: Transaction = {
          ...tx,
          query: (query) => {
            recordsAttempts ||= isAttempts(query);
            return tx.query(query);
          },
        };
        return work(watched);
      });
      if (recordsAttempts) await afterAttempts(before);
      return result;
    },
  });

  const wrap = (ports: AppPorts): AppPorts => ({
    ...ports,
    connectBatchWriter: async (name) => batchWriter(await ports.connectBatchWriter(name)),
    egress: { ...ports.egress, trusted: toProvider(ports.egress.trusted) },
  });
  const wrapWorker = (deps: ThreadWorkerDeps): ThreadWorkerDeps => ({
    ...deps,
    db: database(deps.db),
    egress: { guarded: (mode) => toMerchant(deps.egress.guarded(mode)) },
  });
  return { obey, wrap, wrapWorker };
}

/**
 * The step that a batch writer's statement writes. Only statements that book money name the provider's account in the
 * ledger.
 */
function stepOf({ name, values }: SqlQuery): string | null {
  switch (name) {
    case "checkout.create":
      return "session.write";
    case "checkout.start":
    case "checkout.start_any":
      return "attempt.write";
    case "checkout.change":
    case "checkout.change_any":
      return mentions(values, "clearing:") ? "outcome.write" : "answer.write";
    default:
      return null;
  }
}

function isIn({ values }: SqlQuery, { reference, sessionId }: Target): boolean {
  return mentions(values, sessionId ?? reference);
}

/** Batch writers send arrays in binary form: text as it is, a UUID as its sixteen bytes. */
function mentions(value: unknown, text: string): boolean {
  if (Buffer.isBuffer(value))
    return value.includes(text) || (isUuid(text) && value.includes(uuidBytes(text)));
  if (typeof value === "string") return value.includes(text);
  return Array.isArray(value) && value.some((each) => mentions(each, text));
}
