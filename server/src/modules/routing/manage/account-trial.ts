import { isIP } from "node:net";
import { publicId } from "../../../kit/ids.ts";
import { isLocalHttp } from "../../../kit/local-address.ts";
import type { Random } from "../../../kit/random.ts";
import type { CallbackUrls } from "../../../providers/callback-urls.ts";
import { questionAboutNothing } from "../../../providers/probe.ts";
import type { AccountTest, ProviderAccount } from "../../../providers/provider.ts";
import type { Providers } from "../../../providers/registry.ts";
import type { Routing } from "../service.ts";
import { type AccountRow, markTestPassed, readAccounts } from "./account-store.ts";
import { recordChange } from "./record.ts";
import {
  type ActingOperator,
  authorOf,
  idOf,
  instantText,
  present,
  type SettingsWriterDeps,
} from "./settings-writer.ts";

export interface TestAccountDeps extends Pick<SettingsWriterDeps, "db" | "ids"> {
  readonly random: Random;
  readonly providers: Providers;
  readonly callbackUrls: Pick<CallbackUrls, "base">;
  readonly routing: Pick<Routing, "providerAccount">;
}

/**
 * Makes the provider's cheapest authenticated call through an account, enabled or not, outside any transaction. No money
 * moves. That it passed is stored with the account, unless its settings were changed meanwhile.
 */
export function createAccountTest({ db, ids, random, providers, callbackUrls, routing }: TestAccountDeps) {
  return async (acting: ActingOperator, text: string) => {
    const { tenantId } = acting.operator;
    const { nowMs } = acting.facts;
    const [row] = await readAccounts(db, tenantId, [idOf("providerAccount", text)]);
    const account = present(row);
    const opened = await routing.providerAccount(account.id);
    const calls = providers.of(opened);
    const called = await calls.test(questionAboutNothing(calls.provider, { ids, random, nowMs }));
    const address = callbackProblem(callbackUrls.base(account));
    const isLocal = usesThisMachine(opened);
    const result: AccountTest =
      called.kind === "passed" && address !== null && account.mode === "LIVE" && !isLocal
        ? { kind: "problem", problem: "SETTING", sentence: address }
        : called;
    const passed = result.kind === "passed";
    if (passed) await note(acting, account);
    const subject = publicId("providerAccount", account.id);
    return {
      object: "provider_account.test" as const,
      providerAccountId: subject,
      mode: account.mode,
      provider: account.provider,
      answered: passed,
      reason: passed ? null : (result.reason ?? result.problem),
      passed,
      problem: passed ? null : result.problem,
      sentence: passed ? (isLocal ? address : null) : result.sentence,
      testedAt: instantText(nowMs),
    };
  };

  async function note(acting: ActingOperator, account: AccountRow): Promise<void> {
    const author = authorOf(acting);
    await db.transaction(async (tx) => {
      if (!(await markTestPassed(tx, author.tenantId, account, author.nowMs))) return;
      await recordChange(tx, ids, author, {
        action: "provider_account.tested",
        subject: publicId("providerAccount", account.id),
        before: null,
        after: { passed: true },
      });
    });
  }
}

/** Whether the account is one of a stand-in on this machine. */
function usesThisMachine({ settings }: ProviderAccount): boolean {
  return Object.values(settings).some(isLocalHttp);
}

/** Why a real provider would refuse our callback address; null when it would not, or never calls. Pure. */
export function callbackProblem(callbackUrl: string | null): string | null {
  if (callbackUrl === null) return null;
  const { protocol, hostname } = new URL(callbackUrl);
  const why =
    hostname === "localhost" || hostname.endsWith(".localhost")
      ? "it is this machine's own name"
      : isIP(hostname.replace(/^\[|\]$/g, "")) !== 0
        ? "it is an IP address and not a host name"
        : protocol !== "https:"
          ? "it is not https"
          : null;
  return why === null
    ? null
    : `A real provider would refuse our callback address ${callbackUrl}: ${why}. Set PUBLIC_URL to an https address with a public host name.`;
}
