import { type Static, Type } from "typebox";
import { readerLocale } from "../../http/reader-locale.ts";
import type { Caller, RequestFacts } from "../../http/route.ts";
import { Nullable, OneOf } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { requireSandbox } from "./clock.ts";

/** A scenario of the local provider, as it explains it itself. */
export interface TryableScenario {
  readonly name: string;
  readonly phoneSuffix: string | null;
  readonly text: { readonly en: string; readonly fr: string };
  readonly failureCode: string | null;
  readonly paymentsOnly: boolean;
}

export const ScenariosView = Type.Object({
  object: OneOf(["sandbox.scenarios"]),
  mode: OneOf(modes),
  scenarios: Type.Array(
    Type.Object({
      name: Type.String({ description: "The value of the header `Sandbox-Scenario`." }),
      phoneSuffix: Nullable(
        Type.String({
          description:
            "A payer's phone that ends in these digits chooses it too. Null: every phone whose end chooses nothing.",
        }),
      ),
      description: Type.String({
        description: "In French where `Accept-Language` asks for it, else in English.",
      }),
      failureCode: Nullable(
        Type.String({ description: "Of the payment in the end. Null: it does not fail." }),
      ),
      paymentsOnly: Type.Boolean({ description: "Refunds and payouts simply succeed." }),
    }),
  ),
});
type ScenariosView = Static<typeof ScenariosView>;

/** What the simulator can be asked to do. Refuses with SANDBOX_ONLY. */
export function createListScenarios(scenarios: readonly TryableScenario[]) {
  return (caller: Caller, facts: Pick<RequestFacts, "acceptLanguage">): ScenariosView => {
    requireSandbox(caller);
    const language = readerLocale(facts) === "fr" ? "fr" : "en";
    return {
      object: "sandbox.scenarios",
      mode: caller.mode,
      scenarios: scenarios.map(({ text, ...scenario }) => ({ ...scenario, description: text[language] })),
    };
  };
}
