import { afterAll, afterEach, beforeAll } from "vitest";
import { createPayer, createWire, type Wire } from "../simulation/payer.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { expectInvariants } from "./invariants.ts";

/** A service, its payers, and the wire to their provider, which can be made to fail. */
export interface PayerWorld {
  readonly test: TestApp;
  readonly payer: ReturnType<typeof createPayer>;
  readonly wire: Wire;
}

/** One world for all tests of a file. After each of them the wire is calm again, and every invariant holds. */
export function usePayerWorld(take: (world: PayerWorld) => void): void {
  const wire = createWire();
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ egress: wire.wrap });
    wire.clock = test.clock;
    take({ test, payer: createPayer(test), wire });
  });
  afterAll(() => test?.stop());
  afterEach(async () => {
    wire.faults.calm();
    wire.keepsAll = false;
    await expectInvariants(test.owner);
  });
}
