import { describeProviderContract } from "../testing/contract-suite.ts";
import { createStripeConnector } from "./connector.ts";
import { openStripeSubject } from "./test-subject.ts";

describeProviderContract("Stripe, by a card's token", createStripeConnector(), () =>
  openStripeSubject("with a token"),
);
