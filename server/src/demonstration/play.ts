import type { Random } from "../kit/random.ts";
import type { Call, Past } from "./past.ts";
import { beneficiaries, links, type Scene, type Try, type Visit } from "./plan.ts";

/** Plays scenes in the past, by the operations that a merchant's server and its payers call. */
export interface Player {
  play(scene: Scene): Promise<void>;
  /** Whatever is under way comes to its end before the next part: nothing is left that would be due in the past. */
  settle(): Promise<void>;
}

export interface PlayerDeps {
  readonly past: Past;
  readonly call: Call;
  readonly walletId: string;
  readonly random: Random;
  /** Whether anything of the merchant still comes to its end by itself. */
  readonly isUnderWay: () => Promise<boolean>;
}

/** The simulator moves on, and calls back. */
const simulatorLoops = ["simulator0", "simulator1"];
const workLoops = ["beneficiaries", "payouts", "refunds", "resolver", ...simulatorLoops];
/** What is kept in memory until it is written: the steps of payments, and the merchant's requests. */
const journals = ["paymentSteps", "requestLog"];
const RETRY_AFTER_MS = 40_000;
/** How the past goes on while something is under way; a payout is asked about after a minute. */
const SETTLE_STEP_MS = 10_000;
const SETTLE_STEPS_MAX = 30;
/** What a visit pays, in francs: a link has its own price. */
const amountOf = ({ link, amount }: Visit): number =>
  link === null ? amount : Number(links[link]?.amount ?? amount);
/** Payouts are of whole hundreds of francs. */
const PAYOUT_STEP = 500n;

export function createPlayer({ past, call, walletId, random, isUnderWay }: PlayerDeps): Player {
  const sessions = new Map<string, string>();
  const charges = new Map<string, { readonly id: string; readonly amount: number }>();
  const payees = new Map<number, string>();

  const openSession = async (visit: Visit): Promise<string | null> => {
    const { link, title, reference, customer, amount } = visit;
    const slug = link === null ? undefined : links[link]?.slug;
    const opened =
      slug === undefined
        ? await call("POST", "/checkout/sessions", {
            body: { amount: String(amount), currency: "XOF", title, reference, customer: { name: customer } },
          })
        : await call("POST", `/checkout/links/${slug}/sessions`, { body: {}, token: null });
    return opened.status === 201 ? opened.data.id : null;
  };

  /** Returns the charge that paid; null when none did. */
  const attempt = async (
    sessionId: string,
    visit: Visit,
    { scenario, tookMs }: Try,
  ): Promise<string | null> => {
    const { instrument } = visit;
    const body =
      instrument.method === "CARD"
        ? { paymentMethod: "CARD", paymentDetails: { returnUrl: "https://boutique.example/merci" } }
        : {
            paymentMethod: "MOBILE_MONEY",
            paymentDetails: {
              phone: instrument.phone,
              operator: instrument.operator,
              countryCode: "CI",
            },
          };
    past.answersAfter(scenario === "instant" ? tookMs : 700);
    // What the operator refuses at once is answered as a refusal.
    const answer = await call("POST", `/checkout/pay/${sessionId}/complete`, { body, scenario, token: null });
    if (scenario === "instant") return answer.status < 300 ? answer.data.chargeId : null;
    past.moveTo(past.nowMs() + Math.max(6_000, tookMs));
    if (answer.status < 300) await past.run(simulatorLoops);
    return null;
  };

  const visitShop = async (visit: Visit): Promise<void> => {
    const sessionId = await openSession(visit);
    if (sessionId === null) return;
    sessions.set(visit.reference, sessionId);
    for (const [index, each] of visit.tries.entries()) {
      past.moveTo(past.nowMs() + (index === 0 ? 8_000 + Math.floor(random.unit() * 40_000) : RETRY_AFTER_MS));
      const id = await attempt(sessionId, visit, each);
      if (id !== null) charges.set(visit.reference, { id, amount: amountOf(visit) });
    }
  };

  const refund = async ({ reference, half }: Extract<Scene, { kind: "refund" }>): Promise<void> => {
    const charge = charges.get(reference);
    if (charge === undefined) return;
    const body = {
      amount: String(half ? Math.floor(charge.amount / 2) : charge.amount),
      reason: half ? "OTHER" : "REQUESTED_BY_PAYER",
    };
    await call("POST", `/payments/charges/${charge.id}/refunds`, { body, scenario: "success" });
    await bringToEnd();
  };

  const payeeOf = async (place: number): Promise<string | null> => {
    const known = payees.get(place);
    if (known !== undefined) return known;
    const who = beneficiaries[place];
    if (who === undefined) return null;
    const { name, phone, operator } = who;
    const body = { name, type: "MOBILE_MONEY", currency: "XOF", details: { phone, operator } };
    const made = await call("POST", "/payments/beneficiaries", { body });
    // A start that goes on after another one finds those that are there.
    const id = made.status === 201 ? made.data.id : await findPayee(name);
    await past.run(["beneficiaries"]);
    if (id !== null) payees.set(place, id);
    return id;
  };

  const findPayee = async (name: string): Promise<string | null> => {
    const { data } = await call("GET", "/payments/beneficiaries?limit=50");
    const found = data.find((each: { readonly name: string }) => each.name === name);
    return found?.id ?? null;
  };

  const payOut = async ({ beneficiary, percent }: Extract<Scene, { kind: "payout" }>): Promise<void> => {
    const beneficiaryId = await payeeOf(beneficiary);
    const { data: wallet } = await call("GET", `/payments/wallets/${walletId}`);
    const amount = ((BigInt(wallet.availableMinor) * BigInt(percent)) / 100n / PAYOUT_STEP) * PAYOUT_STEP;
    if (beneficiaryId === null || amount <= 0n) return;
    const body = {
      walletId,
      beneficiaryId,
      amount: String(amount),
      reference: `Fournisseur ${beneficiary + 1}`,
    };
    await call("POST", "/payments/payouts", { body });
    await bringToEnd();
  };

  /** The past goes on until nothing is under way. */
  const bringToEnd = async (): Promise<void> => {
    await past.run(workLoops);
    for (let step = 0; step < SETTLE_STEPS_MAX && (await isUnderWay()); step += 1) {
      past.moveTo(past.nowMs() + SETTLE_STEP_MS);
      await past.run(workLoops);
    }
  };

  return {
    play: async (scene) => {
      past.moveTo(scene.atMs);
      switch (scene.kind) {
        case "visit":
          return visitShop(scene);
        case "link": {
          await call("POST", "/payments/links", { body: { ...links[scene.link], currency: "XOF" } });
          return;
        }
        case "expiry": {
          const id = sessions.get(scene.reference);
          if (id !== undefined) await call("POST", `/checkout/sessions/${id}/expire`);
          return;
        }
        case "refund":
          return refund(scene);
        case "payout":
          return payOut(scene);
      }
    },
    settle: async () => {
      // The service's own loops would end what is left, today: then every later booking of the wallet is of today, too.
      await bringToEnd();
      for (const name of journals) await past.app.loops[name]?.runOnce();
    },
  };
}
