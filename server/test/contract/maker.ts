import type { TestApp } from "../harness/app.ts";
import { agreed } from "../harness/two-operators.ts";
import type { Call, Contract, Json } from "./document.ts";
import type { Estate, TestLogin } from "./estate-shape.ts";
import { logIn } from "./log-in.ts";

/** Makes what a test needs, through the API. */
export interface Maker {
  readonly test: TestApp;
  /** Unique per maker: for references, slugs and names. */
  readonly unique: string;
  /**
   * Calls by operation id: as the estate's key, its operator or its second operator. Returns `data`; throws a refusal.
   * The other operator confirms what takes two, unless `agree` is false.
   */
  call(
    operationId: string,
    call?: Call & { readonly as?: "key" | "operator" | "second"; readonly agree?: boolean },
  ): Promise<Json>;
  /** A new operator of the estate's tenant with every permission, logged in. */
  login(): Promise<TestLogin>;
}

let makers = 0;

export function createMaker(test: TestApp, contract: Contract, estate: Estate): Maker {
  makers += 1;
  const unique = `${estate.marker}-${makers}`;
  const number = makers;
  let calls = 0;
  return {
    test,
    unique,
    login: () => logIn(test, estate.tenantId, 100 + number),
    call: async (operationId, { as, agree = true, ...call } = {}) => {
      const operation = contract.operation(operationId);
      calls += 1;
      const { apiKey, operator, second } = estate;
      const tokens = { key: apiKey, operator: operator.token, second: second.token, public: null };
      const token = tokens[as ?? operation.auth];
      const answer = await contract.call(operation, {
        apiKey: token,
        ...call,
        params: { merchantId: estate.merchantId, ...call.params },
        headers: {
          ...(operation.idempotency === "none" ? {} : { "idempotency-key": `${unique} ${calls}` }),
          ...call.headers,
        },
      });
      if (answer.status >= 400) throw new Error(`${operationId}: ${JSON.stringify(answer.body)}`);
      if (!agree) return answer.body.data;
      const another = token === second.token ? operator.token : second.token;
      return agreed(contract, answer, another);
    },
  };
}
