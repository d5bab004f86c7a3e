import type { ManualClock } from "../../kit/clock.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { openStandIn, type RunningStandIn } from "../../stand-ins/open.ts";
import type { Holder, StandInDefinition } from "../../stand-ins/stand-in.ts";
import type { Provider, ProviderAccount } from "../provider.ts";
import type { ContractSubject } from "./contract-subject.ts";
import { openStandInWorld } from "./stand-in-world.ts";

const SEED = 20_261_122;
/** Short, so that a provider which never answers costs a test little. */
const TIMEOUT_MS = "1000";
const ids: Readonly<Record<Holder, string>> = {
  first: "0193f000-0000-7000-9000-000000000001",
  second: "0193f000-0000-7000-9000-000000000002",
};

/** The part of a contract's subject that is the same for every provider with a stand-in. */
export type StandInAccounts = Omit<ContractSubject, "lateMs" | "paymentLike" | "payoutLike"> & {
  readonly standIn: RunningStandIn;
};

export interface StandInAccountsOptions {
  /** `SANDBOX` when absent. */
  readonly mode?: Mode;
  /** Settings that differ from those which the stand-in prints. */
  readonly settings?: (holder: Holder) => Readonly<Record<string, string>>;
  /** The credential by which the provider refuses the stranger; none where nothing is ever sent. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Whose account is tested; the other account is the other holder's. */
  readonly holder?: Holder;
}

/** A connector and its stand-in over HTTP, with two accounts and one whose credential is refused. */
export async function openStandInAccounts(
  definition: StandInDefinition,
  connector: Provider,
  { mode = "SANDBOX", settings = () => ({}), refused = {}, holder = "first" }: StandInAccountsOptions = {},
): Promise<StandInAccounts & { readonly clock: ManualClock }> {
  const world = await openStandInWorld(connector);
  const { clock, inbox } = world;
  const standIn = await openStandIn(definition, { clock, random: createSeededRandom(SEED) });
  const accountOf = (owner: Holder): ProviderAccount => ({
    id: ids[owner],
    provider: definition.name,
    mode,
    settings: {
      ...definition.accountSettings(standIn.url, owner),
      timeoutMs: TIMEOUT_MS,
      ...settings(owner),
    },
  });
  for (const owner of ["first", "second"] as const)
    standIn.setCallbackUrl(owner, inbox.addressOf(ids[owner]));
  const account = accountOf(holder);
  return {
    ...world,
    standIn,
    account,
    otherAccount: accountOf(holder === "first" ? "second" : "first"),
    stranger: { ...account, settings: { ...account.settings, ...refused } },
    // Where the account has no address of its own, each operation brings one that contains its id.
    callbackUrl: (ownId) =>
      definition.keepsCallbackUrl === true ? inbox.addressOf(account.id) : inbox.addressOf(account.id, ownId),
    takeCallbacks: inbox.take,
    nowMs: clock.nowMs,
    advance: world.advance(standIn),
    moved: async (kind, ownId) => standIn.book.moved(kind, ownId),
    close: () => world.close(standIn),
  };
}
