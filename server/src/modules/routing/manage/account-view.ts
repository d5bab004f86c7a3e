import { publicId, type TenantId } from "../../../kit/ids.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import type { ProviderSetting } from "../../../providers/settings.ts";
import { openSettings } from "../service.ts";
import type { AccountRow } from "./account-store.ts";
import { instantText } from "./settings-writer.ts";

/** Four characters of a shorter text would reveal too much of it. */
const LAST4_LENGTH_MIN = 16;
const FINGERPRINT_CHARACTERS = 16;

/** The view of one setting: a secret is identified by its last characters and its fingerprint, and never shown. */
export interface CredentialView {
  readonly name: string;
  readonly secret: boolean;
  readonly set: boolean;
  /** For settings that are not secret. */
  readonly value: string | null;
  readonly last4: string | null;
  readonly fingerprint: string | null;
}

export type Settings = Readonly<Record<string, string>>;

/** The settings, unsealed. Throws when they were sealed for another account. */
export function openAccountSettings(
  keyring: Keyring,
  tenantId: TenantId,
  account: Pick<AccountRow, "id" | "settings">,
): Settings {
  return JSON.parse(openSettings(keyring, { ...account, tenantId })) as Settings;
}

/** Only settings that the connector declares; other stored ones are not shown. */
export function viewCredentials(
  keyring: Keyring,
  tenantId: TenantId,
  declared: readonly ProviderSetting[],
  settings: Settings,
): readonly CredentialView[] {
  return declared.map(({ name, secret, kind }) => {
    const text = settings[name];
    const hidden = secret && text !== undefined;
    return {
      name,
      secret,
      set: text !== undefined,
      value: secret || text === undefined ? null : text,
      // Every PEM text ends in the same characters.
      last4: hidden && kind !== "PEM" && text.length >= LAST4_LENGTH_MIN ? text.slice(-4) : null,
      fingerprint: hidden ? fingerprintOf(keyring, tenantId, text) : null,
    };
  });
}

/**
 * Keyed, so that guesses cannot be tested against it; the same secret looks the same on every account of the tenant.
 */
function fingerprintOf(keyring: Keyring, tenantId: TenantId, secret: string): string {
  const mac = keyring.mac("form", `provider credential ${tenantId} ${secret}`);
  return mac.toString("hex").slice(0, FINGERPRINT_CHARACTERS);
}

/** `callbackUrl`: where the provider reports; null where it never does. */
export function viewAccount(
  account: AccountRow,
  credentials: readonly CredentialView[],
  callbackUrl: string | null,
) {
  return {
    object: "provider_account" as const,
    id: publicId("providerAccount", account.id),
    mode: account.mode,
    subTenantId: publicId("subTenant", account.subTenantId),
    provider: account.provider,
    name: account.name,
    status: account.status,
    methods: [...account.methods],
    currencies: [...account.currencies],
    countries: [...account.countries],
    operators: [...account.operators],
    automaticSuspension: account.automaticSuspension,
    suspendedAt: account.suspendedAtMs === null ? null : instantText(account.suspendedAtMs),
    limits: account.limits.map((limit) => ({ ...limit, countsPayouts: limit.countsPayouts ?? false })),
    balanceTolerances: account.balanceTolerances.map((one) => ({ ...one })),
    testPassedAt: account.testPassedAtMs === null ? null : instantText(account.testPassedAtMs),
    credentials: credentials.map((one) => ({ ...one })),
    callbackUrl,
    version: account.version,
    createdAt: instantText(account.createdAtMs),
    updatedAt: instantText(account.updatedAtMs),
  };
}

/** The account for the audit log: everything but its settings. */
export function describeAccount(account: Omit<AccountRow, "settings">) {
  const { name, status, methods, currencies, countries, operators, automaticSuspension, limits } = account;
  const { balanceTolerances } = account;
  const terms = { name, status, methods, currencies, countries, operators, automaticSuspension, limits };
  return { ...terms, balanceTolerances };
}
