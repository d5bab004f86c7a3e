import type { AccountProblem, AccountTest, ProviderCall } from "../provider.ts";
import type { OrangeApi } from "./api.ts";
import { mixesModes } from "./settings.ts";

/** An order that cannot exist: ours have 28 characters. */
const NO_ORDER = "test";

/**
 * Fetches a token, and asks about an order that does not exist. Orange checks the merchant key only when a payment is
 * created, so a wrong `merchantKey` is not found here.
 */
export async function testAccount(api: OrangeApi, call: ProviderCall): Promise<AccountTest> {
  if (mixesModes(call.account)) {
    return problem(
      "WRONG_ENVIRONMENT",
      "country must be dev in a sandbox account, and the country of the merchant in a live one.",
    );
  }
  const answer = await api(call, "transactionstatus", { order_id: NO_ORDER, amount: 1, pay_token: NO_ORDER });
  if (answer.kind === "refused") {
    return problem(
      "KEY_REFUSED",
      "Orange refuses clientId and clientSecret: copy both again from the application.",
    );
  }
  const { status } = answer.response;
  if (status === 401 || status === 403) {
    return problem(
      "NOT_PERMITTED",
      "Orange does not allow the application to use Orange Money Web Payment in this country: subscribe it there.",
    );
  }
  if (status === 429 || status >= 500) {
    return problem("UNEXPECTED_ANSWER", `Orange answered ${status}: try again later.`);
  }
  return { kind: "passed" };
}

function problem(kind: AccountProblem, sentence: string): AccountTest {
  return { kind: "problem", problem: kind, sentence };
}
