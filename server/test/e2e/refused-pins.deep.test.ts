import { afterAll, beforeAll, expect, it } from "vitest";
import { createHttpOut } from "../../src/http-out/index.ts";
import { parsePublicId } from "../../src/kit/ids.ts";
import { money } from "../../src/kit/money.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { createRefusedCredentials } from "../../src/modules/routing/index.ts";
import { createSonatelConnector } from "../../src/providers/orange-sonatel/connector.ts";
import { sonatelStandIn } from "../../src/providers/orange-sonatel/stand-in.ts";
import type { PayoutRequest, ProviderReference } from "../../src/providers/provider.ts";
import { createProviders } from "../../src/providers/registry.ts";
import { openStandIn, type RunningStandIn } from "../../src/stand-ins/open.ts";
import { type ConnectorSetup, openConnectorSetup } from "../harness/connector-setup.ts";
import { quietLog } from "../harness/log.ts";

/** Orange blocks a retailer's number after three wrong PINs: of all processes one tries a PIN that was never accepted. */
let setup: ConnectorSetup;
let standIn: RunningStandIn;
let accountId: string;
beforeAll(async () => {
  setup = await openConnectorSetup("orange_sonatel");
  standIn = await openStandIn(sonatelStandIn, { clock: setup.test.clock, random: createSeededRandom(1) });
  const settings = { ...sonatelStandIn.accountSettings(standIn.url, "first"), retailerPin: "2222" };
  accountId = parsePublicId("providerAccount", (await setup.addAccount(settings)).id) ?? "";
}, 60_000);
afterAll(async () => {
  await standIn?.close();
  await setup?.test.stop();
});

it("a wrong PIN is sent once, although two processes make cash-ins at the same moment", async () => {
  const { test } = setup;
  const account = await test.app.routing.providerAccount(accountId);
  const egress = createHttpOut({ clock: test.clock, log: quietLog, allowLoopback: true });
  const sent: string[] = [];
  // Each has its own memory of PINs; they share the database alone.
  const processes = [1, 2].map(() =>
    createProviders([createSonatelConnector(createRefusedCredentials({ db: test.db, log: quietLog }))], {
      httpOut: (request) => {
        if (request.url.endsWith("/cashins")) sent.push(request.method);
        return egress.trusted(request);
      },
      clock: test.clock,
      log: quietLog,
      recorder: { record: () => {} },
    }).of(account),
  );
  const payout = (number: number): PayoutRequest => ({
    reference: `${"A".repeat(31)}${number}` as ProviderReference,
    ownId: `${"A".repeat(31)}${number}`,
    callbackUrl: `${test.origin}/provider-callbacks/${accountId}`,
    amount: money(5_000n, "XOF"),
    phone: "+221771234789",
    operator: "ORANGE",
    countryCode: "SN",
    iban: null,
    walletId: null,
    name: "Awa",
  });
  const outcomes = await Promise.all(
    [1, 2, 3, 4].map((number) => processes[number % 2]?.payout(payout(number))),
  );
  expect(sent).toHaveLength(1);
  const codes = outcomes.map((outcome) =>
    outcome?.kind === "failed" ? outcome.providerCode : outcome?.kind,
  );
  expect(codes.toSorted()).toEqual([expect.stringMatching(/^201[12]$/), ...Array(3).fill("PIN_WAS_REFUSED")]);
  await egress.close();
});
