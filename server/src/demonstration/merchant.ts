import type { App } from "../composition/app.ts";
import { systemActor } from "../db/audit.ts";
import type { Database, Transaction } from "../db/database.ts";
import { allPermissions } from "../http/permissions.ts";
import { createIdSource, type MerchantId, type MerchantNo } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import type { Random } from "../kit/random.ts";
import { writeApprovedDossier } from "../modules/onboarding/index.ts";
import { sandboxDocuments, sandboxProfile } from "../seed/index.ts";
import type { Past } from "./past.ts";
import { type Demonstration, findSandboxNumber, writeMerchant } from "./store.ts";

const merchant = {
  legalName: "Démonstration SARL",
  displayName: "Démonstration",
  countryCode: "CI",
  locale: "fr",
  logoUrl: null,
  primaryColor: "#7a4b12",
  status: "ACTIVE",
  kybStatus: "APPROVED",
  wallets: [{ mode: "SANDBOX", label: "Compte principal", currency: "XOF" }],
} as const;

/** The key by which it is made: a part of a start at most, and revoked at the end. */
const keyName = "Démonstration";
/** Its name in a start of an earlier release, which may have been interrupted. */
const formerKeyName = "Demonstration";

export interface MadeMerchant {
  readonly merchantId: MerchantId;
  readonly merchantNo: MerchantNo;
}

export interface MerchantDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly random: Random;
}

/**
 * The demonstration's merchant, made when it is not there, at the beginning of its past. Its dossiers are approved, as
 * those of the sandbox's own merchant.
 */
export async function haveMerchant(
  past: Past,
  { merchantId, tenantId }: Pick<Demonstration, "merchantId" | "tenantId">,
  { db, keyring, random }: MerchantDeps,
): Promise<MadeMerchant> {
  if (merchantId !== null) return { merchantId, merchantNo: await findSandboxNumber(db, merchantId) };
  const { merchants } = past.app;
  const nowMs = past.nowMs();
  const ids = createIdSource({ nowMs: past.nowMs }, random);
  const made = await db.transaction(async (tx) => {
    const created = await merchants.createMerchant(tx, { ...merchant, tenantId }, systemActor);
    await writeMerchant(tx, tenantId, created.merchantId);
    const profile = { ...sandboxProfile, legalName: merchant.legalName };
    for (const merchantNo of Object.values(created.numbers))
      await writeApprovedDossier(tx, { ids, keyring }, merchantNo, profile, sandboxDocuments(), nowMs);
    return created;
  });
  merchants.forget();
  return { merchantId: made.merchantId, merchantNo: made.numbers.SANDBOX };
}

/** A key of this start. Those of earlier starts end. */
export async function replaceKey(
  { access }: Pick<App, "access">,
  db: Database,
  merchantNo: MerchantNo,
): Promise<string> {
  return db.transaction(async (tx) => {
    await revokeAll(access, tx, merchantNo);
    const key = { merchantNo, name: keyName, permissions: allPermissions };
    return (await access.createApiKey(tx, key, systemActor)).key.reveal();
  });
}

export async function endKeys(
  { access }: Pick<App, "access">,
  db: Database,
  merchantNo: MerchantNo,
): Promise<void> {
  await db.transaction((tx) => revokeAll(access, tx, merchantNo));
}

async function revokeAll(access: App["access"], tx: Transaction, merchantNo: MerchantNo): Promise<void> {
  for (const name of [keyName, formerKeyName])
    for (const id of await access.keysByName(tx, merchantNo, name))
      await access.revokeApiKey(tx, merchantNo, id, systemActor);
}
