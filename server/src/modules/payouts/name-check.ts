import type { CurrencyCode } from "../../kit/currency.ts";
import type { Logger } from "../../kit/logger.ts";
import { money } from "../../kit/money.ts";
import type { NameVerdict } from "../../providers/provider.ts";
import type { Providers } from "../../providers/registry.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import { chooseRoute, type Routing } from "../routing/index.ts";
import { methodOf } from "./methods.ts";
import type { BeneficiaryDetails, BeneficiaryType } from "./types.ts";

export interface NameCheckDeps {
  readonly log: Logger;
  readonly routing: Pick<Routing, "snapshotFor" | "providerAccount">;
  readonly providers: Providers;
}

/** Whose name is compared with whose account. */
export interface NameClaim {
  readonly name: string;
  readonly type: BeneficiaryType;
  readonly currency: CurrencyCode;
  readonly details: BeneficiaryDetails;
}

export type AskName = (
  profile: MerchantProfile,
  claim: NameClaim,
  nowMs: number,
) => Promise<NameVerdict | null>;

/** Amounts to find a way with: the one that would carry a payout. Bounds differ, and nothing is moved. */
const probes = [5_000n, 100_000n, 100n];

/**
 * Asks the provider that would carry a payout whose account it is. Null: none would, or it cannot tell. Outages do not count:
 * who cannot be paid now can still be known.
 */
export function createAskName({ routing, providers, log }: NameCheckDeps): AskName {
  return async ({ tenantId, mode }, { name, type, currency, details }, nowMs) => {
    const { phone, operator, countryCode, iban, walletId } = details;
    const snapshot = { ...(await routing.snapshotFor(tenantId, mode)), outages: [] };
    const routes = probes.map((minor) => {
      const amount = money(minor, currency);
      return chooseRoute(snapshot, { method: methodOf[type], amount, country: countryCode, operator }, nowMs);
    });
    const route = routes.find((one) => !("refused" in one));
    if (route === undefined || "refused" in route) return null;
    const account = await routing.providerAccount(route.providerAccountId);
    const calls = providers.of(account);
    if (!calls.provider.capabilities.nameCheck) return null;
    const question = { name, currency, phone, operator, countryCode, iban, walletId: walletId ?? null };
    const verdict = await calls.verifyBeneficiary(question);
    if (verdict.kind === "unavailable") {
      log.warn("beneficiary.name_check.unavailable", { provider: account.provider, reason: verdict.reason });
    }
    return verdict;
  };
}
