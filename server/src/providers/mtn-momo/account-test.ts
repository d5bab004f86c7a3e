import type { OutgoingResponse } from "../../kit/http-out.ts";
import { readJsonObject } from "../../kit/json-object.ts";
import type { AccountProblem, AccountTest, ProviderCall } from "../provider.ts";
import { errorOf } from "./answers.ts";
import type { MtnApi } from "./api.ts";
import { BALANCE_PATH } from "./balance.ts";
import { countriesOf, environmentNames } from "./environments.ts";
import { environmentOf, keysOf, missingDisbursement, mixesModes, type Product } from "./settings.ts";

const productNames: Readonly<Record<Product, string>> = {
  collection: "Collection",
  disbursement: "Disbursement",
};

/**
 * Fetches a token and the balance with the keys of each product, and says what prevents it. MTN checks the host of our
 * callback address only with a payment, so a wrong `providerCallbackHost` is not found here.
 */
export async function testAccount(api: MtnApi, call: ProviderCall): Promise<AccountTest> {
  const { account } = call;
  const environment = environmentOf(account.settings);
  if (countriesOf(environment).length === 0) {
    return problem("WRONG_ENVIRONMENT", `targetEnvironment must be one of ${environmentNames.join(", ")}.`);
  }
  if (mixesModes(account)) {
    return problem(
      "WRONG_ENVIRONMENT",
      "A live account cannot use targetEnvironment sandbox: set the name of the country, such as mtnivorycoast.",
    );
  }
  const missing = missingDisbursement(account.settings);
  if (missing.length > 0) {
    return problem(
      "SETTING",
      `Disbursement needs three settings: set ${missing.join(" and ")} too, or none.`,
    );
  }
  for (const product of ["collection", "disbursement"] as const) {
    if (keysOf(account.settings, product) === null) continue;
    const found = await testProduct(api, call, product);
    if (found !== null) return found;
  }
  return { kind: "passed" };
}

async function testProduct(api: MtnApi, call: ProviderCall, product: Product): Promise<AccountTest | null> {
  const name = productNames[product];
  const answer = await api(call, { product, path: BALANCE_PATH });
  if (answer.kind === "no_keys") {
    return problem("SETTING", `The three settings of ${name} are required.`);
  }
  if (answer.kind === "refused") return refused(name, answer.status);
  return readAnswer(name, environmentOf(call.account.settings), answer.response);
}

function readAnswer(name: string, environment: string, response: OutgoingResponse): AccountTest | null {
  const { status, body } = response;
  const answer = readJsonObject(body);
  if (status === 200 && typeof answer.availableBalance === "string") return null;
  if (status === 401 || status === 403) return refused(name, status);
  const { code } = errorOf(answer);
  if (code === "NOT_ALLOWED_TARGET_ENVIRONMENT") {
    return problem(
      "WRONG_ENVIRONMENT",
      `MTN's ${name} does not allow targetEnvironment ${environment} at this address: check it and baseUrl.`,
    );
  }
  if (code === "NOT_ALLOWED") {
    return problem("NOT_PERMITTED", `MTN does not allow the API user of ${name} to read its balance.`);
  }
  return problem("UNEXPECTED_ANSWER", `MTN's ${name} answered ${status} ${code}`.trimEnd().concat("."));
}

function refused(name: string, status: number): AccountTest {
  if (status === 403) {
    return problem(
      "NOT_PERMITTED",
      `MTN's ${name} forbids this request: ask MTN to allow the public address of this service.`,
    );
  }
  return problem(
    "KEY_REFUSED",
    `MTN refuses the keys of ${name}: copy its subscription key, API user and API key again.`,
  );
}

function problem(kind: AccountProblem, sentence: string): AccountTest {
  return { kind: "problem", problem: kind, sentence };
}
