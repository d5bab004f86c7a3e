import { createHttpOut } from "../../src/http-out/index.ts";
import { type Id, parsePublicId } from "../../src/kit/ids.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import { type HandleTable, handleToWrite } from "../../src/modules/payments/provider/handle.ts";
import type { AccountCalls } from "../../src/providers/calls.ts";
import { newOwnId } from "../../src/providers/own-id.ts";
import type {
  PaymentQuestion,
  PayoutRequest,
  ProviderHandle,
  ProviderReference,
} from "../../src/providers/provider.ts";
import { createProviders } from "../../src/providers/registry.ts";
import type { TestApp } from "./app.ts";
import { quietLog } from "./log.ts";
import type { PlantedProvider } from "./planted-day.ts";

/** Faults between a provider's refunds and payouts and ours, by the kind of difference that must be found. */
export type TransferPlant = "MISSING_HERE" | "MISSING_THERE" | "AMOUNT" | "TOOK_ANYWAY";
type Plants = Readonly<Partial<Record<TransferPlant, number>>>;
const kindOf = (plant: TransferPlant) => (plant === "TOOK_ANYWAY" ? "STATUS" : plant);

export interface PlantedTransfers extends Pick<PlantedProvider, "connector" | "payment" | "settings"> {
  /** How many faults of each kind; absent where the provider has no refunds or payouts. */
  readonly refunds?: Plants;
  readonly payouts?: Plants;
  /** A payout that the provider's sandbox lets succeed. */
  payout?(minor: bigint): Omit<PayoutRequest, "reference" | "ownId" | "callbackUrl">;
}

/** Transfers of each kind that both sides know alike. */
const SOUND = 30;

/** The planted difference of each transfer, by its type and reference, and other names under which it may be reported. */
export interface PlantedDifferences {
  readonly planted: ReadonlyMap<string, string>;
  /** By type and reference: some providers list a refund under the reference of its payment. */
  readonly aliases: ReadonlyMap<string, string>;
}

interface Row {
  readonly id: string;
  readonly amount: bigint;
  readonly ownId: string | null;
  readonly isFailed: boolean;
  readonly handle: Buffer | null;
}

/**
 * A day of refunds and payouts, really made at the provider through its connector, and our rows as the paths of money
 * leave them, with faults planted at random.
 */
export async function plantTransfers(
  test: TestApp,
  accountText: string,
  provider: PlantedTransfers,
  seed: number,
  settle: () => Promise<void>,
): Promise<PlantedDifferences> {
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
  const planted = new Map<string, string>();
  const aliases = new Map<string, string>();
  const shuffled = (plants: Plants): readonly (TransferPlant | "SOUND")[] =>
    [
      ...Object.entries(plants).flatMap(([plant, count]) =>
        Array.from({ length: count }, () => plant as TransferPlant),
      ),
      ...Array.from({ length: SOUND }, () => "SOUND" as const),
    ]
      .map((plant) => ({ plant, at: random.unit() }))
      .sort((left, right) => left.at - right.at)
      .map(({ plant }) => plant);
  const namesOf = (id: Id<"charge"> | Id<"refund"> | Id<"payout">) => {
    const reference = providerReference(test.merchantNo, id) as ProviderReference;
    const ownId = newOwnId(connector.referenceForm, random) ?? reference;
    const callbackUrl = `${test.origin}/provider-callbacks/${accountText}/${ownId}`;
    return { reference, ownId, callbackUrl };
  };
  const sealed = (table: HandleTable, id: string, handle: ProviderHandle | undefined) =>
    handleToWrite(test.keyring, table, { merchantNo: test.merchantNo, id, providerHandle: null }, handle);
  const rowOf = (
    table: "refunds" | "payouts",
    id: string,
    plant: TransferPlant | "SOUND",
    { reference, ownId }: { readonly reference: string; readonly ownId: string },
    amount: bigint,
    handle: ProviderHandle | undefined,
  ): Row => ({
    id,
    amount: amount + (plant === "AMOUNT" ? 1n : 0n),
    ownId: ownId === reference ? null : ownId,
    isFailed: plant === "TOOK_ANYWAY",
    handle: sealed(table, id, handle),
  });

  const refunds: (Row & { readonly chargeId: string })[] = [];
  const charges: (Row & { readonly method: string })[] = [];
  const refundPlants = provider.refunds === undefined ? [] : shuffled(provider.refunds);
  const payoutPlants =
    provider.payouts === undefined || provider.payout === undefined ? [] : shuffled(provider.payouts);
  // No account at a provider can pay out what it never took.
  const paid = await payments(refundPlants.length + payoutPlants.length);
  await settle();
  for (const [index, plant] of refundPlants.entries()) {
    const payment = paid[index];
    if (payment === undefined) throw new Error("each refund has its payment");
    const id = test.app.ids.next("refund");
    const names = namesOf(id);
    const { amount } = payment.question;
    const outcome =
      plant === "MISSING_THERE"
        ? null
        : await calls.refund({ ...names, amount, payment: payment.question, payer: payment.payer });
    requireTaken(outcome?.kind);
    aliases.set(`REFUND ${payment.question.reference}`, `REFUND ${names.reference}`);
    if (plant !== "SOUND") planted.set(`REFUND ${names.reference}`, kindOf(plant));
    const handle = outcome !== null && "handle" in outcome ? outcome.handle : undefined;
    if (plant !== "MISSING_HERE") {
      refunds.push({ ...rowOf("refunds", id, plant, names, amount.minor, handle), chargeId: payment.id });
    }
  }
  const payouts: Row[] = [];
  for (const [index, plant] of payoutPlants.entries()) {
    const id = test.app.ids.next("payout");
    const names = namesOf(id);
    const like = provider.payout?.(BigInt(index + 1));
    if (like === undefined) throw new Error("a provider with planted payouts can pay out");
    const outcome = plant === "MISSING_THERE" ? null : await calls.payout({ ...like, ...names });
    requireTaken(outcome?.kind);
    if (plant !== "SOUND") planted.set(`PAYOUT ${names.reference}`, kindOf(plant));
    const handle = outcome !== null && "handle" in outcome ? outcome.handle : undefined;
    if (plant !== "MISSING_HERE") payouts.push(rowOf("payouts", id, plant, names, like.amount.minor, handle));
  }
  await settle();
  await insertCharges(test, accountId, connector.name, charges);
  await insertRefunds(test, accountId, refunds);
  await insertPayouts(test, accountId, connector.name, payouts);
  await egress.close();
  return { planted, aliases };

  /** Sound payments that can be given back. */
  async function payments(count: number) {
    const made: {
      id: string;
      question: PaymentQuestion;
      payer: ReturnType<PlantedProvider["payment"]>["payer"];
    }[] = [];
    for (let at = 0; at < count; at += 1) {
      const id = test.app.ids.next("charge");
      const names = namesOf(id);
      const payment = provider.payment("SUCCESS", BigInt(at + 1));
      const outcome = await calls.start({
        ...names,
        ...payment,
        title: "Panier",
        merchantName: "Maison Akwaba",
        locale: "fr",
        returnUrl: "https://shop.example/back",
        expiresAtMs: test.clock.nowMs() + 3_600_000,
      } as Parameters<AccountCalls["start"]>[0]);
      const handle = "handle" in outcome ? outcome.handle : undefined;
      const { method, amount, payer } = payment;
      const startedAtMs = test.clock.nowMs();
      const { reference, ownId } = names;
      const question = { reference, ownId, method, amount, startedAtMs, handle: handle ?? null };
      made.push({ id, question, payer });
      charges.push({
        id,
        amount: amount.minor,
        ownId: ownId === reference ? null : ownId,
        isFailed: false,
        handle: sealed("charges", id, handle),
        method,
      });
    }
    return made;
  }
}

function requireTaken(kind: string | undefined): void {
  if (kind === "failed" || kind === "unknown") throw new Error(`the provider has refused: ${kind}`);
}

type Rows = readonly Row[];
const columnsOf = (rows: Rows) => [
  rows.map(({ id }) => id),
  rows.map(({ amount }) => amount),
  rows.map(({ isFailed }) => isFailed),
  rows.map(({ ownId }) => ownId),
  rows.map(({ handle }) => handle),
];
/** From `$4` on: what `columnsOf` gives. */
const rowsSql = "unnest($4::uuid[], $5::bigint[], $6::boolean[], $7::text[], $8::bytea[]";

async function insertCharges(
  test: TestApp,
  accountId: string,
  provider: string,
  rows: readonly (Row & { readonly method: string })[],
): Promise<void> {
  await test.owner.query({
    text: `
      insert into charges (merchant_no, id, payment_intent_id, session_id, attempt_number, status, amount, currency, wallet_id,
        payment_method, method_details, payer, request_fingerprint, provider_account_id, provider, provider_reference,
        provider_handle, pays, succeeded_at, created_at, updated_at)
      select $1, id, id, id, 1, 'SUCCEEDED', amount, 'XOF', id, method, '{}', '', '', $2, $10, own_id, handle, true, $3, $3, $3
      from ${rowsSql}, $9::text[]) as c (id, amount, failed, own_id, handle, method)`,
    values: [
      test.merchantNo,
      accountId,
      new Date(test.clock.nowMs()),
      ...columnsOf(rows),
      rows.map(({ method }) => method),
      provider,
    ],
  });
}

/** Refunds by the rail of their payments, as their path leaves them. */
export async function insertRefunds(
  test: TestApp,
  accountId: string,
  rows: readonly (Row & { readonly chargeId: string })[],
): Promise<void> {
  await test.owner.query({
    text: `
      insert into refunds (merchant_no, id, charge_id, payment_intent_id, wallet_id, status, amount, currency, reason, route,
        provider_account_id, provider_reference, provider_handle, succeeded_at, failed_at, created_at, updated_at, source_account)
      select $1, id, charge_id, charge_id, id, case when failed then 'FAILED' else 'SUCCEEDED' end, amount, 'XOF',
        'REQUESTED_BY_PAYER', 'ORIGINAL_RAIL', $2, own_id, handle, case when failed then null else $3::timestamptz end,
        case when failed then $3::timestamptz end, $3, $3, 'reserved'
      from ${rowsSql}, $9::uuid[]) as r (id, amount, failed, own_id, handle, charge_id)`,
    values: [
      test.merchantNo,
      accountId,
      new Date(test.clock.nowMs()),
      ...columnsOf(rows),
      rows.map(({ chargeId }) => chargeId),
    ],
  });
}

/** Payouts as their path leaves them. */
export async function insertPayouts(
  test: TestApp,
  accountId: string,
  provider: string,
  rows: Rows,
): Promise<void> {
  if (rows.length === 0) return;
  const details = { phone: "+2250500000789", operator: "MTN" };
  const body = { name: "Awa", type: "MOBILE_MONEY", currency: "XOF", details };
  const made = await test.request("POST", "/payments/beneficiaries", { body });
  const beneficiaryId = parsePublicId("beneficiary", made.body.data.id);
  await test.owner.query({
    text: `
      insert into payouts (merchant_no, id, wallet_id, beneficiary_id, destination, amount, currency, status, approval_required,
        created_by, provider_account_id, provider, provider_reference, provider_handle, sent_at, paid_at, failed_at, created_at,
        updated_at)
      select $1, id, id, $9, '{}', amount, 'XOF', case when failed then 'FAILED' else 'PAID' end, false, id, $2, $10, own_id,
        handle, $3, case when failed then null else $3::timestamptz end, case when failed then $3::timestamptz end, $3, $3
      from ${rowsSql}) as p (id, amount, failed, own_id, handle)`,
    values: [
      test.merchantNo,
      accountId,
      new Date(test.clock.nowMs()),
      ...columnsOf(rows),
      beneficiaryId,
      provider,
    ],
  });
}
