import type { CurrencyCode } from "../../kit/currency.ts";
import type { Logger } from "../../kit/logger.ts";
import { money } from "../../kit/money.ts";
import type { NameVerdict } from "../../providers/provider.ts";
import type { Providers } from "../../providers/registry.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import { chooseRoute, type Routing, withoutPassingObstacles } from "../routing/index.ts";
import { methodOf } from "./methods.ts";
import type { BeneficiaryDetails, BeneficiaryType } from "./types.ts";

export interface NameCheckDeps {
  readonly log: Logger;
  readonly routing: Pick<Routing, "snapshotFor" | "providerAccount">;
  readonly providers: Providers;
}

/** A name, and the account it is checked against. */
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

/**
 * Amounts used to find a route: the provider that would carry a payout. Several, because bounds differ; no money moves.
 */
const probes = [5_000n, 100_000n, 100n];

/**
 * Asks the provider that would carry a payout who holds the account. Null: no provider would, or it cannot check names.
 * What passes is ignored (outages, suspensions, the day's limits): a name can be checked even when a payout is impossible
 * now, and a provider that fails is asked again later.
 */
export function createAskName({ routing, providers, log }: NameCheckDeps): AskName {
  return async ({ tenantId, mode }, { name, type, currency, details }, nowMs) => {
    const { phone, operator, countryCode, iban, walletId } = details;
    const snapshot = withoutPassingObstacles(await routing.snapshotFor(tenantId, mode));
    const routes = probes.map((minor) => {
      const amount = money(minor, currency);
      const question = { method: methodOf[type], amount, country: countryCode, operator, isPayout: true };
      return chooseRoute(snapshot, question, nowMs);
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
