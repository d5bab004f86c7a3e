import { type Id, publicId } from "../../src/kit/ids.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import type { StandInDefinition } from "../../src/stand-ins/stand-in.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { openConnectorSetup } from "./connector-setup.ts";
import type { FaultyHttp } from "./faulty-http.ts";
import type { PlantedProvider } from "./planted-day.ts";

/** A service with an account of one provider, for the comparison of a day with planted faults. */
export interface PlantedAccount {
  readonly test: TestApp;
  readonly accountId: string;
  /** Null for the simulator, which is a part of the service. */
  readonly standIn: RunningStandIn | null;
  readonly network: FaultyHttp | null;
  close(): Promise<void>;
}

/** `definition`: the provider's stand-in; null for the simulator. */
export async function openPlantedAccount(
  provider: Pick<PlantedProvider, "connector" | "payment" | "settings">,
  definition: StandInDefinition | null,
  seed: number,
): Promise<PlantedAccount> {
  if (definition === null) {
    const test = await startTestApp({ seed });
    const [row] = await test.owner.query<{ id: Id<"providerAccount"> }>({
      text: "select id from provider_accounts where mode = 'SANDBOX'",
    });
    if (row === undefined) throw new Error("the sandbox has an account");
    const accountId = publicId("providerAccount", row.id);
    return { test, accountId, standIn: null, network: null, close: () => test.stop() };
  }
  const { method } = provider.payment("SUCCESS", 1n);
  const { test, network, addAccount } = await openConnectorSetup(provider.connector.name, { method });
  const standIn = await openStandIn(definition, { clock: test.clock, random: createSeededRandom(seed) });
  const settings = { ...definition.accountSettings(standIn.url, "first"), ...provider.settings };
  const account = await addAccount(settings);
  const close = async () => {
    await standIn.close();
    await test.stop();
  };
  return { test, accountId: account.id, standIn, network, close };
}

/** Lets everything end that was started, on the provider's side too. */
export async function settleProvider(test: TestApp, standIn: RunningStandIn | null): Promise<void> {
  await test.advance(30_000, 5_000);
  await standIn?.report();
}
