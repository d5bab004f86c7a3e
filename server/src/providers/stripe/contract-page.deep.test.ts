import { describeProviderContract } from "../testing/contract-suite.ts";
import { createStripeConnector } from "./connector.ts";
import { openStripeSubject } from "./test-subject.ts";

describeProviderContract("Stripe, on its own page", createStripeConnector(), () =>
  openStripeSubject("on Stripe's page"),
);
