import { systemActor } from "../../src/db/audit.ts";
import { guardIdOf } from "../../src/kit/guard-id.ts";
import { type Id, parsePublicId } from "../../src/kit/ids.ts";
import type { Random } from "../../src/kit/random.ts";
import { parseSessionId } from "../../src/kit/session-id.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import { beginOutage, turn } from "../../src/modules/routing/test-switches.ts";
import { scenarios } from "../../src/providers/simulator/rules.ts";
import type { Answer, World } from "./world.ts";

/** A session, or a payment intent without one, as known to its merchant and its payer. */
export interface KnownSession {
  readonly name: string;
  /** Of the row that guards the payment. */
  readonly id: Id<"checkoutSession">;
  readonly publicId: string;
  /** The merchant's server made it, and pays on the payer's behalf. */
  readonly isDirect: boolean;
  readonly currency: "XOF" | "EUR";
  /** The payer's last request, to repeat it. */
  lastBody: unknown;
  actionUrl: string | null;
  transferReference: string | null;
  isOver: boolean;
}

export interface Actor {
  readonly sessions: readonly KnownSession[];
  /** One random operation. Resolves with its line of the history. */
  act(): Promise<string>;
}

const MINUTE_MS = 60_000;
/** Scenarios that hold the connection until a timeout: the network's own timeouts replace them, at no cost. */
const holding: ReadonlySet<string> = new Set(["SILENT", "DRIP"]);
/** Money that no call reports: only a statement does, and none is compared here. */
const untold: ReadonlySet<string> = new Set(["late_silent"]);
const suffixes = scenarios
  .filter(({ start, name }) => !holding.has(start) && !untold.has(name))
  .map(({ suffix }) => suffix ?? "000");
/** Drawn more often than the others: where a payment and its session diverge. */
const telling = ["209", "229", "229", "219", "359", "049", "039", "329", "169", "309", "249", "369", "000"];
/** Error codes, and reasons of the intents' one. */
const over: ReadonlySet<string> = new Set([
  ...["CHECKOUT_SESSION_ALREADY_COMPLETED", "CHECKOUT_SESSION_EXPIRED", "SUCCEEDED", "EXPIRED"],
]);
const returnUrl = "https://shop.example/back";
const slugs = ["first-link", "second-link"];
/** Refunds take their scenario from the amount: some of them are refused, slow, or never answered. */
const amounts = ["5000", "12000", "1049", "2139", "3249", "25000", "777", "8369"];

export async function createActor(world: World, random: Random): Promise<Actor> {
  const sessions: KnownSession[] = [];
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random.unit() * list.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  const whole = (from: number, to: number): number => from + Math.floor(random.unit() * (to - from + 1));
  await prepareMerchant(world);

  const keep = (answer: Answer, currency: "XOF" | "EUR"): string => {
    if (answer.status !== 201) return told(answer);
    const publicId: string = answer.body.data.id;
    const intentId = parsePublicId("paymentIntent", publicId);
    const id = intentId === null ? parseSessionId(world.keyring, publicId)?.id : guardIdOf(intentId);
    if (id === undefined) throw new Error("what is new has a readable id");
    const name = `${intentId === null ? "s" : "i"}${sessions.length}`;
    const nothing = { lastBody: null, actionUrl: null, transferReference: null, isOver: false };
    sessions.push({ name, id, publicId, isDirect: intentId !== null, currency, ...nothing });
    return `${name} ${told(answer)}`;
  };

  const createSession = async (): Promise<string> => {
    const currency = random.unit() < 0.85 ? "XOF" : "EUR";
    const latePaymentPolicy = pick(["ACCEPT", "REFUND", "REVIEW"]);
    const answer = await world.request("POST", "/checkout/sessions", {
      amount: pick(amounts),
      currency,
      title: "Commande",
      maxAttempts: whole(1, 4),
      latePaymentPolicy,
      expiresAt: new Date(world.clock.nowMs() + whole(5, 45) * MINUTE_MS).toISOString(),
    });
    return `create ${currency} ${latePaymentPolicy}: ${keep(answer, currency)}`;
  };

  const createIntent = async (): Promise<string> => {
    const latePaymentPolicy = pick(["ACCEPT", "REFUND", "REVIEW"]);
    const answer = await world.request("POST", "/payments/payment-intents", {
      amount: pick(amounts),
      currency: "XOF",
      maxAttempts: whole(1, 4),
      latePaymentPolicy,
      expiresAt: new Date(world.clock.nowMs() + whole(5, 45) * MINUTE_MS).toISOString(),
    });
    return `intend ${latePaymentPolicy}: ${keep(answer, "XOF")}`;
  };

  const openLink = async (): Promise<string> => {
    const slug = pick(slugs);
    const answer = await world.request("POST", `/checkout/links/${slug}/sessions`, undefined, "payer");
    return `open ${slug}: ${keep(answer, "XOF")}`;
  };

  /** Mostly one that its payer does not know to be over, and among those the latest, which are active. */
  const someSession = (): KnownSession => {
    const going = sessions.filter(({ isOver }) => !isOver).slice(-4);
    return pick(going.length === 0 || random.unit() < 0.2 ? sessions : going);
  };

  const someBody = (currency: "XOF" | "EUR"): unknown => {
    const suffix = random.unit() < 0.4 ? pick(telling) : pick(suffixes);
    const unit = random.unit();
    if (currency === "EUR" || unit < 0.1) {
      return { paymentMethod: "CARD", paymentDetails: { cardToken: `tok_sim_${suffix}` } };
    }
    if (unit < 0.18) return { paymentMethod: "QR", paymentDetails: { countryCode: "CI", scheme: "EMVCO" } };
    if (unit < 0.26) {
      return { paymentMethod: "BANK_TRANSFER", paymentDetails: { countryCode: "CI", payerName: "Awa" } };
    }
    return mobileMoney(unit < 0.34 ? "WAVE" : "MTN", suffix);
  };

  const send = async (session: KnownSession, body: unknown): Promise<string> => {
    session.lastBody = body;
    // The session's attempts are named so far: a new reference is its next one.
    world.network.expect(`${session.name}.${(await nameAttempts(world, session)) + 1}`);
    const answer = session.isDirect
      ? await world.request("POST", `${pathOf(session)}/confirm`, { ...(body as object), returnUrl })
      : await world.request("POST", `/checkout/pay/${session.publicId}/complete`, body, "payer");
    world.network.expect(null);
    await nameAttempts(world, session);
    const { code = "", details } = answer.body?.error ?? {};
    session.isOver = answer.status === 409 && (over.has(code) || over.has(details?.reason));
    if (answer.status === 200) {
      session.actionUrl = answer.body.data.actionUrl ?? null;
      session.transferReference = answer.body.data.instructions?.reference ?? null;
    }
    return `complete ${session.name} ${JSON.stringify(body)}: ${told(answer)}`;
  };
  const complete = async (): Promise<string> => {
    const session = someSession();
    return await send(session, someBody(session.currency));
  };
  /** A first attempt that seems to have failed, a second one meanwhile, and then the first comes back. */
  const payTwice = async (): Promise<string> => {
    const session = someSession();
    const first = await send(session, mobileMoney("MTN", pick(["229", "229", "209"])));
    world.clock.advance(whole(3, 50) * 1_000);
    await world.drain();
    const second = await send(session, mobileMoney("MTN", pick(["000", "279", "369", "219"])));
    world.clock.advance(whole(10, 90) * 1_000);
    await world.drain();
    return `${first}; ${second}`;
  };
  const completeAgain = async (): Promise<string> => {
    const session = someSession();
    return await send(session, session.lastBody ?? someBody(session.currency));
  };

  const end = async (act: "cancel" | "expire"): Promise<string> => {
    const session = someSession();
    const path = `${pathOf(session)}/${session.isDirect ? "cancel" : act}`;
    const answer = await world.request("POST", path, {});
    return `${act} ${session.name}: ${told(answer)}`;
  };

  const refunds: string[] = [];
  /** The merchant refunds a part, the remaining amount, or more than that. */
  const refund = async (): Promise<string> => {
    const ended = sessions.filter(({ isOver }) => isOver);
    const session = pick(ended.length === 0 ? sessions : ended);
    const { body: read } = await world.request("GET", pathOf(session));
    if (read.data.status !== "SUCCEEDED") return `nothing to give back in ${session.name}`;
    const amount = pick(["the rest", "the rest", "100", "1049", "2139", "329", "6000"]);
    const body = { reason: "REQUESTED_BY_PAYER", ...(amount === "the rest" ? {} : { amount }) };
    const chargeId = read.data.chargeId ?? read.data.latestChargeId;
    const answer = await world.request("POST", `/payments/charges/${chargeId}/refunds`, body);
    if (answer.status === 201) refunds.push(answer.body.data.id);
    return `refund ${amount} of ${session.name}: ${told(answer)}`;
  };
  const cancelRefund = async (): Promise<string> => {
    if (refunds.length === 0) return "nothing to call back";
    const index = refunds.length - 1;
    const answer = await world.request("POST", `/payments/refunds/${refunds[index]}/cancel`, {});
    return `call refund ${index} back: ${told(answer)}`;
  };

  const look = async (): Promise<string> => {
    const session = someSession();
    if (session.isDirect) {
      const { status, body } = await world.request("GET", pathOf(session));
      return `look ${session.name}: ${status} ${body?.data?.status} ${body?.data?.lastFailure?.failureCode}`;
    }
    const { status, body } = await world.request(
      "GET",
      `/checkout/pay/${session.publicId}/status`,
      undefined,
      "payer",
    );
    return `look ${session.name}: ${status} ${body?.data?.status} ${body?.data?.failureCode}`;
  };

  /** The payer acts on the provider's page, perhaps long after the session is over. */
  const actOnPage = async (): Promise<string> => {
    const waiting = sessions.filter(({ actionUrl, transferReference }) => actionUrl ?? transferReference);
    if (waiting.length === 0) return "page: nobody there";
    const { name, actionUrl, transferReference } = pick(waiting);
    if (transferReference !== null) {
      const entry = pick(["EXACT", "EXACT", "SHORT", "OVER", "DUPLICATE", "WRONG_REFERENCE", "REVERSED"]);
      const url = `${world.origin}/simulator/bank`;
      return `bank ${name} ${entry}: ${await world.submit(url, { reference: transferReference, entry })}`;
    }
    const act = pick(["approve", "scan", "approve", "scan", "cancel"]);
    return `page ${name} ${act}: ${await world.submit(actionUrl ?? "", { act })}`;
  };

  const wait = async (): Promise<string> => {
    const unit = random.unit();
    const byMs =
      unit < 0.5
        ? whole(1, 8) * 1_000
        : unit < 0.8
          ? whole(10, 90) * 1_000
          : unit < 0.95
            ? whole(2, 20) * MINUTE_MS
            : whole(60, 150) * MINUTE_MS;
    const jumps = random.unit() < 0.3 ? 1 : whole(2, 5);
    for (let jump = 0; jump < jumps; jump += 1) {
      world.clock.advance(Math.ceil(byMs / jumps));
      await world.drain();
    }
    return `wait ${byMs} in ${jumps}`;
  };

  const replay = async (): Promise<string> =>
    `replay a callback: ${await world.network.replay(world.post, random.unit())}`;

  const dieDuring = async (): Promise<string> => {
    const nth = whole(1, 12);
    const side = pick(["before", "after"] as const);
    const work = pick([
      complete,
      complete,
      complete,
      completeAgain,
      () => end("cancel"),
      () => end("expire"),
    ]);
    return `kill ${side} commit ${nth}: ${await world.killedAt(nth, side, work)}`;
  };

  /**
   * Also in background work; when several things are due at once, the seed does not determine which one meets the kill.
   */
  const dieInRound = async (): Promise<string> => {
    const name = pick(["resolver", "refunds", "expiry", "simulator0", "simulator1", "webhooks"]);
    world.clock.advance(whole(1, 20) * 1_000);
    const nth = whole(1, 8);
    const side = pick(["before", "after"] as const);
    // Deliveries leave no trace in a history, except that they arrive.
    if (name !== "webhooks" && (await dueOf(world, name)) !== 1) return `nothing to kill in ${name}`;
    await world.killedAt(nth, side, () => world.round(name));
    return `kill ${side} commit ${nth} of ${name}`;
  };

  /** Routing changes during payments in flight: they are neither lost nor charged by new prices. */
  const operate = async (): Promise<string> => {
    const { tenantId, providerAccountId } = world.sandbox;
    const scope = { tenantId, mode: "SANDBOX", method: "MOBILE_MONEY" } as const;
    const unit = random.unit();
    if (unit < 0.4) {
      const basisPoints = whole(0, 400);
      await world.operate((setUp, tx) =>
        setUp.setFee(tx, { ...scope, currency: "XOF", basisPoints }, systemActor),
      );
      world.prices.push({ fromMs: world.clock.nowMs(), basisPoints: BigInt(basisPoints) });
      return `price ${basisPoints}`;
    }
    if (unit < 0.7) {
      const minutes = whole(1, 5);
      const status = pick(["CLOSED", "DEGRADED"] as const);
      const nowMs = world.clock.nowMs();
      const times = { startsAtMs: nowMs, endsAtMs: nowMs + minutes * MINUTE_MS };
      const outage = { ...scope, operator: "MTN", status, reason: "Simulated", ...times } as const;
      await world.operate((_setUp, tx, ids) => beginOutage(tx, ids.uuid(), outage, nowMs));
      return `outage ${status} for ${minutes} min`;
    }
    // Disabled, and enabled again after only time has passed: payments in flight continue at a disabled account.
    const set = (status: "ENABLED" | "DISABLED") =>
      world.operate((_setUp, tx) => turn(tx, "account", providerAccountId, status === "ENABLED"));
    await set("DISABLED");
    world.clock.advance(whole(3, 60) * 1_000);
    await world.drain();
    const tried = await complete();
    await set("ENABLED");
    return `account off and on; ${tried}`;
  };

  const restart = async (): Promise<string> => {
    await world.restart();
    return "restart";
  };

  const menu: readonly (readonly [weight: number, act: () => Promise<string>])[] = [
    [11, createSession],
    [5, createIntent],
    [4, openLink],
    [18, complete],
    [5, payTwice],
    [4, completeAgain],
    [2, () => end("cancel")],
    [1, () => end("expire")],
    [4, refund],
    [1, cancelRefund],
    [4, look],
    [5, actOnPage],
    [16, wait],
    [3, replay],
    [5, dieDuring],
    [3, dieInRound],
    [3, operate],
    [1, restart],
  ];
  const total = menu.reduce((sum, [weight]) => sum + weight, 0);

  return {
    sessions,
    act: async () => {
      if (sessions.length < 2) return await createSession();
      let left = random.unit() * total;
      for (const [weight, act] of menu) {
        left -= weight;
        if (left < 0) return await act();
      }
      return await wait();
    },
  };
}

async function prepareMerchant({ request, sandbox }: World): Promise<void> {
  const endpoints = `/merchant/merchants/${sandbox.merchantId}/webhook-endpoints`;
  const endpoint = await request("POST", endpoints, { url: "https://shop.example/hooks" });
  if (endpoint.status !== 201) throw new Error(`no endpoint: ${JSON.stringify(endpoint.body)}`);
  for (const slug of slugs) {
    const body = { amount: "7500", currency: "XOF", title: "Cotisation", slug, maxUses: 2 };
    const link = await request("POST", "/payments/links", body);
    if (link.status !== 201) throw new Error(`no link: ${JSON.stringify(link.body)}`);
  }
}

/** Names the session's attempts, including those that a killed process never sent. Resolves with their number. */
async function nameAttempts({ database, network, sandbox }: World, session: KnownSession): Promise<number> {
  const rows = await database.owner.query<{ id: Id<"charge">; attempt: number }>({
    text: `select id, attempt_number as attempt from charges where merchant_no = $1 and session_id = $2`,
    values: [sandbox.merchantNo, session.id],
  });
  for (const { id, attempt } of rows) {
    network.name(providerReference(sandbox.merchantNo, id), `${session.name}.${attempt}`);
  }
  return rows.length;
}

const dueTables: Readonly<Record<string, string>> = {
  resolver: "charge_checks where next_check_at <= $1",
  refunds: "refunds where next_check_at <= $1",
  expiry:
    "checkout_sessions where expires_at <= $1 and (status = 'OPEN' or (status = 'FAILED' and retryable))",
  simulator0: "simulator.operations where next_step_at <= $1",
  simulator1: "simulator.callbacks where due_at <= $1",
};

async function dueOf({ database, clock }: World, loop: string): Promise<number> {
  const [row] = await database.owner.query<{ due: number }>({
    text: `select count(*)::int as due from ${dueTables[loop]}`,
    values: [new Date(clock.nowMs())],
  });
  return row?.due ?? 0;
}

/** The merchant's path to it. */
function pathOf({ isDirect, publicId }: KnownSession): string {
  return isDirect ? `/payments/payment-intents/${publicId}` : `/checkout/sessions/${publicId}`;
}

function told({ status, body }: Answer): string {
  if (status === 0) return "killed";
  const details = body.error?.details;
  return `${status} ${body.error?.code ?? body.data?.status} ${details?.reason ?? details?.failureCode ?? ""}`.trim();
}

function mobileMoney(operator: "MTN" | "WAVE", suffix: string): unknown {
  const paymentDetails = { phone: `+2250500000${suffix}`, operator, countryCode: "CI" };
  return { paymentMethod: "MOBILE_MONEY", paymentDetails };
}
