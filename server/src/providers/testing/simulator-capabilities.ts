import type { ProviderCapabilities } from "../capabilities.ts";
import { createSimulatorConnector, SIMULATOR } from "../simulator/index.ts";

const { capabilities } = createSimulatorConnector();

/** What providers can do, where the simulator is the only one. */
export function simulatorCapabilitiesOf(provider: string): ProviderCapabilities | null {
  return provider === SIMULATOR ? capabilities : null;
}
