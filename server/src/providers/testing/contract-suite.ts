import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { ProviderTerms } from "../provider.ts";
import { describeAbilities } from "./contract/abilities.ts";
import { createContractBench } from "./contract/bench.ts";
import { describeCallbacks } from "./contract/callbacks.ts";
import { describeCancellations } from "./contract/cancellations.ts";
import { describeLostAnswers } from "./contract/lost-answers.ts";
import { describePayments } from "./contract/payments.ts";
import { describePayouts } from "./contract/payouts.ts";
import { describeQueries } from "./contract/queries.ts";
import { describeRefunds } from "./contract/refunds.ts";
import { describeSecrecy } from "./contract/secrecy.ts";
import type { ContractSubject } from "./contract-subject.ts";

/**
 * What every connector must do, whatever its provider is. Tests of a capability run for connectors that declare it.
 * Call it in a test file of the connector.
 */
export function describeProviderContract(
  name: string,
  terms: ProviderTerms,
  open: () => Promise<ContractSubject>,
): void {
  describe(`${name}: the provider contract`, () => {
    let subject: ContractSubject;
    const bench = createContractBench(terms, () => subject);
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(async () => {
      await subject?.close();
    });
    beforeEach(async () => {
      subject.network.calm();
      // A token may have expired meanwhile: a fault ordered next must hit the intended call.
      await bench.calls().query(bench.questionOf(bench.unsent()));
      subject.takeCallbacks();
    });

    describePayments(bench);
    describeLostAnswers(bench);
    describeQueries(bench);
    describeCallbacks(bench);
    describeCancellations(bench);
    describeRefunds(bench);
    describePayouts(bench);
    describeAbilities(bench);
    // Last, because it checks the answers of all tests above.
    describeSecrecy(bench);
  });
}
