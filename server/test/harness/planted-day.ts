import { createHttpOut } from "../../src/http-out/index.ts";
import { type Id, parsePublicId } from "../../src/kit/ids.ts";
import { money } from "../../src/kit/money.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import { handleToWrite } from "../../src/modules/payments/provider/handle.ts";
import { newOwnId } from "../../src/providers/own-id.ts";
import type {
  Payer,
  PaymentOutcome,
  Provider,
  ProviderReference,
  StartRequest,
} from "../../src/providers/provider.ts";
import { createProviders } from "../../src/providers/registry.ts";
import type { TestApp } from "./app.ts";
import { quietLog } from "./log.ts";

/** Faults planted between a provider's book and ours, by the kind of difference that must be found. */
export type Plant = "MISSING_HERE" | "MISSING_THERE" | "AMOUNT" | "TOOK_ANYWAY" | "NEVER_TOOK" | "TWICE";
/** What a fault is called when it is found. */
const kindOf: Readonly<Record<Plant, string>> = {
  MISSING_HERE: "MISSING_HERE",
  MISSING_THERE: "MISSING_THERE",
  AMOUNT: "AMOUNT",
  // We hold it as failed, but the provider took the money; and the other way round.
  TOOK_ANYWAY: "STATUS",
  NEVER_TOOK: "STATUS",
  TWICE: "TWICE",
};

export interface PlantedProvider {
  readonly connector: Provider;
  /** A payment that the provider's sandbox lets succeed, or refuses. `minor`: an amount to vary. */
  payment(
    wish: "SUCCESS" | "FAILURE",
    minor: bigint,
  ): Pick<StartRequest, "method" | "amount"> & {
    readonly payer: Payer;
  };
  /** What the payer then does on the provider's page. */
  started?(outcome: PaymentOutcome): Promise<void>;
  /** Settings of the account, besides those of its stand-in. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How many of each. */
  readonly plants: Readonly<Partial<Record<Plant, number>>>;
}

/** The provider's side of a planted day. */
export interface PlantedWorld {
  /** Lets what was started end. */
  settle(): Promise<void>;
  /** The provider takes the same payment a second time, by its own fault. */
  takeAgain(reference: string): void;
}

/** Payments that both sides know alike: none of them may be reported. */
export const SOUND = 100;
export const SOUND_FAILED = 10;

/**
 * A day of an account: payments really started at the provider through its connector, and our charges as the payment path
 * leaves them, with faults planted at random. Returns the kind of each planted difference by its reference.
 */
export async function plantDay(
  test: TestApp,
  accountText: string,
  provider: PlantedProvider,
  seed: number,
  world: PlantedWorld,
): Promise<ReadonlyMap<string, string>> {
  const random = createSeededRandom(seed);
  const accountId = parsePublicId("providerAccount", accountText) ?? "";
  const account = await test.app.routing.providerAccount(accountId);
  const egress = createHttpOut({ clock: test.clock, log: quietLog, allowLoopback: true });
  const { connector } = provider;
  const calls = createProviders([connector], {
    httpOut: egress.trusted,
    clock: test.clock,
    log: quietLog,
    recorder: { record: () => {} },
  }).of(account);

  const faults = Object.entries(provider.plants).flatMap(([plant, count]) =>
    Array.from({ length: count }, () => plant as Plant),
  );
  const wanted: (Plant | "SOUND" | "SOUND_FAILED")[] = [
    ...faults,
    ...Array.from({ length: SOUND }, () => "SOUND" as const),
    ...Array.from({ length: SOUND_FAILED }, () => "SOUND_FAILED" as const),
  ];
  for (let at = wanted.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random.unit() * (at + 1));
    [wanted[at], wanted[other]] = [wanted[other] ?? "SOUND", wanted[at] ?? "SOUND"];
  }

  const planted = new Map<string, string>();
  const charges: PlantedCharge[] = [];
  const start = async (id: Id<"charge">, plant: (typeof wanted)[number], minor: bigint) => {
    const reference = providerReference(test.merchantNo, id) as ProviderReference;
    const ownId = newOwnId(connector.referenceForm, random) ?? reference;
    const isRefused = plant === "SOUND_FAILED" || plant === "NEVER_TOOK";
    const payment = provider.payment(isRefused ? "FAILURE" : "SUCCESS", minor);
    const request: StartRequest = {
      reference,
      ownId,
      ...payment,
      title: "Panier",
      merchantName: "Maison Akwaba",
      locale: "fr",
      returnUrl: "https://shop.example/back",
      callbackUrl: `${test.origin}/provider-callbacks/${accountText}/${ownId}`,
      expiresAtMs: test.clock.nowMs() + 3_600_000,
    };
    const outcome = plant === "MISSING_THERE" ? null : await calls.start(request);
    if (outcome !== null) await provider.started?.(outcome);
    if (plant === "TWICE") world.takeAgain(reference);
    if (plant !== "SOUND" && plant !== "SOUND_FAILED") planted.set(reference, kindOf[plant]);
    if (plant === "MISSING_HERE") return;
    charges.push({
      id,
      amount: payment.amount.minor + (plant === "AMOUNT" ? 1n : 0n),
      ownId: ownId === reference ? null : ownId,
      isFailed: plant === "SOUND_FAILED" || plant === "TOOK_ANYWAY",
      method: payment.method,
      handle: handleToWrite(
        test.keyring,
        "charges",
        { merchantNo: test.merchantNo, id, providerHandle: null },
        outcome !== null && "handle" in outcome ? outcome.handle : undefined,
      ),
    });
  };
  for (const [index, plant] of wanted.entries()) {
    await start(test.app.ids.next("charge"), plant, BigInt(index + 1));
  }
  await world.settle();
  await insertCharges(test, accountId, connector.name, charges);
  await egress.close();
  return planted;
}

/** An amount in francs that no stand-in takes for a wish: it ends in 000. */
export const plainAmount = (minor: bigint) => money(10_000n + minor * 1_000n, "XOF");

interface PlantedCharge {
  readonly id: Id<"charge">;
  readonly amount: bigint;
  readonly ownId: string | null;
  readonly isFailed: boolean;
  readonly method: string;
  /** Sealed for its row; null where the provider gave none. */
  readonly handle: Buffer | null;
}

/** Charges as the payment path leaves them; only their comparison is tested. */
export async function insertCharges(
  test: TestApp,
  accountId: string,
  provider: string,
  charges: readonly PlantedCharge[],
): Promise<void> {
  await test.owner.query({
    text: `
      insert into charges (merchant_no, id, payment_intent_id, session_id, attempt_number, status, amount, currency, wallet_id,
        payment_method, method_details, payer, request_fingerprint, provider_account_id, provider, provider_reference,
        provider_handle, pays, succeeded_at, failed_at, created_at, updated_at)
      select $1, id, id, id, 1, case when failed then 'FAILED' else 'SUCCEEDED' end, amount, 'XOF', id, method, '{}',
        '', '', $2, $4, own_id, handle, not failed, case when failed then null else $3::timestamptz end,
        case when failed then $3::timestamptz end, $3, $3
      from unnest($5::uuid[], $6::bigint[], $7::boolean[], $8::text[], $9::text[], $10::bytea[])
        as c (id, amount, failed, own_id, method, handle)`,
    values: [
      test.merchantNo,
      accountId,
      new Date(test.clock.nowMs()),
      provider,
      charges.map(({ id }) => id),
      charges.map(({ amount }) => amount),
      charges.map(({ isFailed }) => isFailed),
      charges.map(({ ownId }) => ownId),
      charges.map(({ method }) => method),
      charges.map(({ handle }) => handle),
    ],
  });
}
