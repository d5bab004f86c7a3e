import { type Id, parsePublicId, publicId } from "../../src/kit/ids.ts";
import type { TestApp } from "../harness/app.ts";
import { uploadBody } from "../harness/onboarding.ts";
import { readContract } from "./document.ts";
import { bankObjects } from "./estate-bank.ts";
import { moneyObjects } from "./estate-money.ts";
import { testMember } from "./estate-people.ts";
import type { Estate } from "./estate-shape.ts";
import { createMaker, type Maker } from "./maker.ts";

/**
 * Objects of an estate beyond a merchant's own, by name: rules find them as `made(estate, name)`. Each is made through
 * the API, in this order; null: not available in this mode. All objects that only the estate's tenant may see belong
 * here.
 */
const makers: Readonly<Record<string, (make: Maker, estate: Estate) => Promise<string | null>>> = {
  colleagueId: async (make) => {
    const body = {
      email: `${make.unique}@colleague.example`,
      name: make.unique,
      permissions: ["tenant.team.read"],
    };
    return (await make.call("createOperator", { body })).id;
  },
  // The caller's own log-in.
  loginId: async (make) =>
    (await make.call("listOwnSessions")).find(({ current }: { current: boolean }) => current).id,
  openIntentId: async (make) =>
    (await make.call("createPaymentIntent", { body: { amount: "5000", currency: "XOF" } })).id,
  // Unused by routing: no payment of a test uses a live rule, or a sub-tenant without one.
  subTenantId: async (make) => (await make.call("createSubTenant", { body: { name: make.unique } })).id,
  providerAccountId: async (make, { more }) =>
    (await make.call("createProviderAccount", { body: accountBody(make, more.subTenantId ?? "") })).id,
  alarmId: (make, { more }) => providerAlarm(make, more.providerAccountId ?? ""),
  ruleId: async (make, { more }) => {
    const body = { mode: "LIVE", method: "CARD", currency: "XOF", subTenantId: more.subTenantId };
    return (await make.call("createRoutingRule", { body })).id;
  },
  changeRequestId: (make) => proposedChange(make),
  boundId: async (make) => (await make.call("setAmountBound", { body: boundBody() })).id,
  // A file of its dossier, and the dossier: APPROVED, like the merchant.
  documentId: async (make) =>
    (await make.call("uploadKybDocument", { body: uploadBody("PROOF_OF_ADDRESS") })).id,
  dossierId: async (make) => (await make.call("getOnboardingDossier")).id,
  outageId: async (make) => {
    // Of a country in whose currency no merchant here has a wallet: one that concerns them is all merchants' to read.
    const where = { mode: "LIVE", method: "MOBILE_MONEY", country: "CM" };
    const body = { ...where, status: "DEGRADED", reason: make.unique };
    return (await make.call("openOutage", { body })).id;
  },
  exportId: async (make) => (await make.call("createExport", { body: { list: "/payments/refunds" } })).id,
  tenantExportId: async (make) =>
    (await make.call("createTenantExport", { body: { list: "/tenant/merchants" } })).id,
  // People are of the merchant, in both modes: those of the sandbox are those of live mode.
  memberId: async (make, estate) => (estate.mode === "LIVE" ? null : testMember(make, estate)),
  invitationId: async (make, { mode }) => {
    if (mode === "LIVE") return null;
    const sandbox = { role: "VIEWER", permissions: ["merchant.team.read"] };
    const body = { email: `${make.unique}@guest.example`, sandbox };
    return (await make.call("inviteMember", { body })).id;
  },
  ...moneyObjects,
  ...bankObjects,
};

/** An account that the simulator can distinguish from every other. */
export function accountBody({ unique }: Pick<Maker, "unique">, subTenantId: string) {
  return {
    mode: "SANDBOX",
    subTenantId,
    provider: "simulator",
    name: unique,
    methods: ["CARD"],
    settings: { apiKey: `api-key-of-${unique}`, callbackSecret: `callback-secret-of-${unique}` },
  };
}

/** Nothing in the API makes one: it comes of a provider's answers. */
export async function providerAlarm({ test, unique }: Maker, accountId: string): Promise<string> {
  const [row] = await test.owner.query<{ id: Id<"providerAlarm"> }>({
    text: `insert into provider_alarms (tenant_id, id, account_id, kind, code, occurrences, first_seen_at, last_seen_at)
           select tenant_id, $2, id, 'UNKNOWN_CODE', $3, 1, $4, $4 from provider_accounts where id = $1 returning id`,
    values: [
      parsePublicId("providerAccount", accountId),
      test.app.ids.next("providerAlarm"),
      unique,
      new Date(test.clock.nowMs()),
    ],
  });
  if (row === undefined) throw new Error("the account exists");
  return publicId("providerAlarm", row.id);
}

let proposals = 0;
/** A change of live settings that waits for another operator; proposed by the estate's second one by default. */
export async function proposedChange(make: Maker, apiKey?: string): Promise<string> {
  proposals += 1;
  const { id } = await make.call("setFeeSchedule", {
    body: { mode: "LIVE", method: "CARD", currency: "XOF", basisPoints: 100, fixed: `${proposals}` },
    as: "second",
    agree: false,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return id;
}

let countries = 0;
/** A bound for a country of its own: there is one per combination. */
export function boundBody() {
  countries += 1;
  const country = [Math.floor(countries / 26) % 26, countries % 26]
    .map((one) => String.fromCharCode(65 + one))
    .join("");
  return { mode: "LIVE", method: "CARD", operator: null, currency: "XOF", country, min: "100", max: "1000" };
}

export async function makeObjects(test: TestApp, estate: Estate): Promise<Readonly<Record<string, string>>> {
  const contract = await readContract(test);
  const more: Record<string, string> = {};
  for (const [name, create] of Object.entries(makers)) {
    const grown = { ...estate, more };
    const id = await create(createMaker(test, contract, grown), grown);
    if (id !== null) more[name] = id;
  }
  return more;
}

/** What `makers` made under this name. */
export function made(estate: Estate, name: string): string {
  const id = estate.more[name];
  if (id === undefined) throw new Error(`${estate.marker} has no ${name}`);
  return id;
}
