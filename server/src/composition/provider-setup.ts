import { guardProviderCalls } from "../http-out/index.ts";
import { liesUnder } from "../kit/plain-path.ts";
import { createSettledEntries } from "../modules/bank-files/index.ts";
import { createTransferOrders } from "../modules/payout-files/index.ts";
import { type CallJournal, createCallJournal } from "../modules/provider-health/index.ts";
import { createRefusedCredentials } from "../modules/routing/index.ts";
import { createSettlementMessages } from "../modules/settlement-messages/index.ts";
import { createBankTransferConnector } from "../providers/bank-transfer/connector.ts";
import { type CallbackUrls, createCallbackUrls } from "../providers/callback-urls.ts";
import { createMtnMomoConnector } from "../providers/mtn-momo/connector.ts";
import { createSonatelConnector } from "../providers/orange-sonatel/connector.ts";
import { createOrangeWebpayConnector } from "../providers/orange-webpay/connector.ts";
import { newOwnId } from "../providers/own-id.ts";
import { createPawapayConnector } from "../providers/pawapay/connector.ts";
import { createPiSpiConnector } from "../providers/pi-spi/connector.ts";
import type { Provider } from "../providers/provider.ts";
import { createLogRecorder } from "../providers/recorder.ts";
import type { RefusedCredentials } from "../providers/refused-credentials.ts";
import { createProviders, type Providers } from "../providers/registry.ts";
import { createStripeConnector } from "../providers/stripe/connector.ts";
import { createWaveConnector } from "../providers/wave/connector.ts";
import { createLocalSimulator, type LocalProvider } from "./local-simulator.ts";
import type { Platform } from "./platform.ts";
import type { AppPorts, AppSettings } from "./ports.ts";

/** The connectors of real providers that are called over a network: add one here. */
const networkConnectors = (refusedCredentials: RefusedCredentials): readonly Provider[] => [
  createMtnMomoConnector(),
  createOrangeWebpayConnector(),
  createSonatelConnector(refusedCredentials),
  createPawapayConnector(),
  createWaveConnector(),
  createStripeConnector(),
];

/** All providers that accounts can be of. */
export interface ProviderSetup {
  readonly providers: Providers;
  /** What calls say, until it is written. */
  readonly journal: CallJournal;
  /** The simulator, where it exists. */
  readonly local: LocalProvider | null;
  /** The local provider if `name` is its name. */
  localOf(name: string): LocalProvider | null;
  readonly callbackUrls: CallbackUrls;
  /** A new id of an operation in the provider's own form; null where it takes our reference. */
  newOwnId(name: string): string | null;
}

export function createProviderSetup(
  platform: Platform,
  { connectors = (own) => own }: Pick<AppPorts, "connectors">,
  settings: AppSettings,
): ProviderSetup {
  const { db, egress, clock, ids, keyring, log, publicUrl, random, tracing } = platform;
  const journal = createCallJournal(platform);
  const inLog = createLogRecorder(log);
  const local = settings.hasSimulator === false ? null : createLocalSimulator(platform, settings);
  const localOf = (name: string) => (name === local?.name ? local : null);
  const settledEntries = createSettledEntries(db, keyring);
  const { bankFilesDir } = settings;
  const holdsFolder = (path: string) => bankFilesDir !== undefined && liesUnder(bankFilesDir, path);
  const transferOrders = createTransferOrders({ db, clock, ids, keyring });
  const own = [
    ...(local === null ? [] : [local.connector]),
    ...networkConnectors(createRefusedCredentials({ db, log })),
    createBankTransferConnector({ settledEntries, transferOrders, holdsFolder }),
    createPiSpiConnector({
      settlementMessages: createSettlementMessages({ db, clock, ids, keyring, log }),
      settledEntries,
      holdsFolder,
    }),
  ];
  const providers = createProviders(connectors(own), {
    httpOut: guardProviderCalls(egress.trusted, {
      ownOrigin: settings.ownUrl,
      allowsLocal: settings.allowsLocalProviders ?? false,
    }),
    clock,
    log,
    tracing,
    recorder: {
      record: (call) => {
        journal.record(call);
        inLog.record(call);
      },
    },
  });
  return {
    providers,
    journal,
    local,
    localOf,
    callbackUrls: createCallbackUrls(
      providers.terms,
      (name) => localOf(name)?.callbackOrigin ?? publicUrl,
      keyring.cell,
    ),
    newOwnId: (name) => newOwnId(providers.terms(name).referenceForm, random),
  };
}
