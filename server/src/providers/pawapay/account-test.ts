import { fieldsOf } from "../../kit/json-object.ts";
import { parseDecimal } from "../../kit/money.ts";
import type {
  AccountProblem,
  AccountTest,
  BalanceOutcome,
  ProviderBalance,
  ProviderCall,
} from "../provider.ts";
import { fetchConfiguration, readConfiguration } from "./active-configuration.ts";
import { get } from "./api.ts";
import { pawapayOperators } from "./operators.ts";
import { readSettings } from "./settings.ts";

const problem = (kind: AccountProblem, sentence: string): AccountTest => ({
  kind: "problem",
  problem: kind,
  sentence,
});

/** Reads the account's active configuration: the token, the signing of requests, and what it may collect. */
export async function testAccount(call: ProviderCall): Promise<AccountTest> {
  const { signing } = readSettings(call.account);
  if (signing.kind === "impossible") return problem("SETTING", signing.sentence);
  const answer = await fetchConfiguration(call);
  if (answer.status === 401 || answer.status === 403) {
    const environment = call.account.mode === "LIVE" ? "live" : "sandbox";
    return problem(
      "KEY_REFUSED",
      `pawaPay refuses the API token. Use one of its ${environment} dashboard: the other environment's is not valid here.`,
    );
  }
  const configuration = readConfiguration(answer);
  if (configuration === null) {
    const sentence = `pawaPay answered ${answer.status} without a configuration. Check settings.baseUrl.`;
    return problem("UNEXPECTED_ANSWER", sentence);
  }
  if (configuration.signedRequestsOnly && signing.kind === "off") {
    const sentence =
      "pawaPay accepts only signed requests of this account: set signRequests, requestKeyId and requestPrivateKey.";
    return problem("SETTING", sentence);
  }
  const known = new Set(pawapayOperators.map(({ code }) => code));
  const canCollect = configuration.operations.some(
    ({ type, operator }) => type === "DEPOSIT" && known.has(operator),
  );
  return canCollect
    ? { kind: "passed" }
    : problem("NOT_PERMITTED", "pawaPay has switched on deposits with none of the operators that we know.");
}

/** Each of the account's wallets at pawaPay. */
export async function readBalances(call: ProviderCall): Promise<BalanceOutcome> {
  const { status, fields } = await get(call, "/v2/wallet-balances");
  const unavailable = (reason: string): BalanceOutcome => ({ kind: "unavailable", reason });
  if (status !== 200) return unavailable(`http_${status}`);
  if (!Array.isArray(fields.balances)) return unavailable("unreadable");
  const balances: ProviderBalance[] = [];
  for (const listed of fields.balances) {
    const { country, provider, balance, currency } = fieldsOf(listed);
    const available = parseDecimal(balance, currency);
    // A currency that the service does not know cannot be ours; another unreadable amount must not be left out.
    if (available === null && parseDecimal("0", currency) !== null) return unavailable("unreadable");
    if (available === null) continue;
    const names = [country, provider].filter((name) => typeof name === "string" && name !== "");
    balances.push({ available, wallet: names.length === 0 ? null : names.join(" ") });
  }
  return { kind: "balances", balances };
}
