import { money } from "../../kit/money.ts";
import type { SessionKey } from "../../kit/session-id.ts";
import { formatSessionId, parseSessionId } from "../../kit/session-id.ts";
import { type CheckoutSession, effectiveStatus, type SessionState } from "../payments/index.ts";
import {
  explain,
  methodsView,
  removalReasonsOf,
  routableMethods,
  type SessionQuestion,
} from "../routing/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { checkoutErrors } from "./errors.ts";
import { createLoadPublicSession } from "./load-session.ts";
import { createSessionWatcher } from "./session-watcher.ts";
import { readStates } from "./store/read-states.ts";
import { publicSessionView, statusView } from "./view.ts";

/** The longest a status request is held, in milliseconds. */
export const WAIT_MS_MAX = 25_000;

type Deps = Pick<
  CheckoutDeps,
  "batchWriters" | "clock" | "keyring" | "log" | "merchants" | "routing" | "trace" | "longPollRegistry"
>;

export type SessionReader = ReturnType<typeof createSessionReader>;

/** What anyone with the session's id may read. Refuses with CHECKOUT_SESSION_NOT_FOUND for any other id. */
export function createSessionReader(deps: Deps) {
  const { clock, keyring, longPollRegistry } = deps;

  const keyOf = (sessionId: string): SessionKey => {
    const key = parseSessionId(keyring, sessionId);
    if (key === null) throw checkoutErrors.CHECKOUT_SESSION_NOT_FOUND();
    return key;
  };

  const load = createLoadPublicSession(deps.batchWriters);
  const lookAgain = createSessionWatcher(deps);
  const findState = (key: SessionKey): Promise<SessionState | null> =>
    deps.batchWriters.read.run(readStates, key);
  /** Whether the state may change without this caller: by the payer's step, an outcome, another payer. */
  const mayChange = (state: SessionState): boolean => {
    const status = effectiveStatus(state, clock.nowMs());
    return status === "PROCESSING" || status === "OPEN";
  };
  const question = async (session: CheckoutSession): Promise<SessionQuestion> => {
    const { tenantId, mode, wallets } = await deps.merchants.profile(session.merchantNo);
    return {
      snapshot: await deps.routing.snapshotFor(tenantId, mode),
      amount: money(session.amount, session.currency),
      walletCurrencies: wallets.map((wallet) => wallet.currency),
      sessionMethods: session.allowedMethods,
      nowMs: clock.nowMs(),
    };
  };

  return {
    keyOf,
    load,

    /** Refuses with the 409s of interface 4.2 when there is nothing to pay. */
    publicView: async (sessionId: string) => {
      const { session } = await load(keyOf(sessionId));
      const nowMs = clock.nowMs();
      switch (effectiveStatus(session, nowMs)) {
        case "EXPIRED":
          throw checkoutErrors.CHECKOUT_SESSION_EXPIRED();
        case "SUCCEEDED":
          throw checkoutErrors.CHECKOUT_SESSION_ALREADY_COMPLETED();
        case "CANCELLED":
          throw checkoutErrors.CHECKOUT_SESSION_NOT_OPEN({ reason: "CANCELLED", status: "CANCELLED" });
        default: {
          const asked = await question(session);
          const methods = routableMethods(asked);
          const profile = await deps.merchants.profile(session.merchantNo);
          // A payment in flight is shown even when its method is no longer offered.
          if (methods.length === 0 && session.status !== "PROCESSING") {
            // In the sandbox the payer is the merchant's developer; a real payer must not see wallets and rules.
            const why = profile.mode === "SANDBOX" ? { reasons: removalReasonsOf(asked) } : {};
            throw checkoutErrors.CHECKOUT_NO_PAYMENT_METHODS(why);
          }
          return publicSessionView(session, formatSessionId(keyring, session), methods, profile, nowMs);
        }
      }
    },

    /** Per method and operator: bounds, how the payer approves, and whether it works now. */
    methods: async (sessionId: string) => {
      const { session } = await load(keyOf(sessionId));
      const options = methodsView(await question(session));
      const offered = options.flatMap(({ status, method, operator }) =>
        status === "CLOSED" ? [] : [operator ?? method],
      );
      deps.trace?.note(session, { kind: "METHODS_OFFERED", methods: offered });
      return options;
    },

    /** Per method and operator: offered, or the reason why not. For the merchant. */
    explain: async (session: CheckoutSession) => explain(await question(session)),

    /** The state as it is now. */
    present: async (sessionId: string) =>
      statusView(present(await findState(keyOf(sessionId))), sessionId, clock.nowMs()),

    /**
     * The state: at once when the payer must act or nothing more will happen, else as soon as anything changes, and
     * after `waitMs` at the latest. `signalOf` is called only when there is something to wait for, which few requests
     * do.
     */
    status: async (sessionId: string, waitMs: number, signalOf: () => AbortSignal) => {
      const key = keyOf(sessionId);
      let state = present(await findState(key));
      if (waitMs > 0 && mayChange(state)) {
        const signal = signalOf();
        const { version } = state;
        const endsAt = performance.now() + Math.min(waitMs, WAIT_MS_MAX);
        for (let changed = true; changed && mayChange(state) && state.version === version; ) {
          lookAgain();
          const { expiresAtMs } = state;
          const leftMs = endsAt - performance.now();
          changed = await longPollRegistry.wait({ ...key, version, expiresAtMs }, leftMs, signal);
          // Without a wake-up the known state is still right.
          if (changed) state = present(await findState(key));
        }
      }
      return statusView(state, sessionId, clock.nowMs());
    },
  };
}

function present(state: SessionState | null): SessionState {
  if (state === null) throw checkoutErrors.CHECKOUT_SESSION_NOT_FOUND();
  return state;
}
