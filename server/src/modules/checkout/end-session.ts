import { publicId } from "../../kit/ids.ts";
import type { SessionKey } from "../../kit/session-id.ts";
import {
  type ChangeWriter,
  decideCancel,
  decideExpiry,
  effectiveStatus,
  type LoadedSession,
} from "../payments/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { checkoutErrors } from "./errors.ts";
import { createLoadPublicSession } from "./load-session.ts";

const DECISIONS_MAX = 20;

export interface SessionEnder {
  /** The merchant ends it: EXPIRED, now. No change when it has already expired. */
  expire(key: SessionKey): Promise<LoadedSession>;
  /** The merchant withdraws it. Refuses with CHECKOUT_SESSION_NOT_OPEN, EXPIRED or ALREADY_COMPLETED. */
  cancel(key: SessionKey): Promise<LoadedSession>;
  /** The sweeper writes the expiry. False when there was nothing to write. */
  sweep(key: SessionKey): Promise<boolean>;
}

type Deps = Pick<CheckoutDeps, "batchWriters" | "clock" | "log">;

export function createSessionEnder(deps: Deps, writer: ChangeWriter): SessionEnder {
  const { clock } = deps;
  const load = createLoadPublicSession(deps.batchWriters);
  /**
   * `decide` returns the change, or null when the session already is as requested; it throws when the change is not
   * allowed.
   */
  const end = async (
    key: SessionKey,
    decide: (loaded: LoadedSession, nowMs: number) => ReturnType<typeof decideCancel>,
  ): Promise<{ readonly loaded: LoadedSession; readonly changed: boolean }> => {
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      const loaded = await load(key);
      const change = decide(loaded, clock.nowMs());
      if (change === null) return { loaded, changed: false };
      if ((await writer.write(change)) === "written") return { loaded: await load(key), changed: true };
    }
    throw new Error(
      `session of ${publicId("paymentIntent", (await load(key)).session.paymentIntentId)} kept changing`,
    );
  };

  const refuseUnlessEndable = ({ session }: LoadedSession): void => {
    switch (session.status) {
      case "SUCCEEDED":
        throw checkoutErrors.CHECKOUT_SESSION_ALREADY_COMPLETED();
      case "PROCESSING":
        throw checkoutErrors.CHECKOUT_SESSION_NOT_OPEN({
          reason: "ATTEMPT_IN_PROGRESS",
          status: session.status,
        });
      case "FAILED":
        if (!session.retryable) {
          throw checkoutErrors.CHECKOUT_SESSION_NOT_OPEN({
            reason: "ATTEMPTS_EXHAUSTED",
            status: session.status,
          });
        }
        return;
      default:
        return;
    }
  };

  return {
    expire: async (key) => {
      const { loaded } = await end(key, (current, nowMs) => {
        if (current.session.status === "EXPIRED") return null;
        if (current.session.status === "CANCELLED") {
          throw checkoutErrors.CHECKOUT_SESSION_NOT_OPEN({ reason: "CANCELLED", status: "CANCELLED" });
        }
        refuseUnlessEndable(current);
        return decideExpiry(current, nowMs);
      });
      return loaded;
    },
    cancel: async (key) => {
      const { loaded } = await end(key, (current, nowMs) => {
        if (current.session.status === "CANCELLED") return null;
        if (effectiveStatus(current.session, nowMs) === "EXPIRED")
          throw checkoutErrors.CHECKOUT_SESSION_EXPIRED();
        refuseUnlessEndable(current);
        return decideCancel(current, nowMs);
      });
      return loaded;
    },
    sweep: async (key) => {
      const { changed } = await end(key, (current, nowMs) =>
        effectiveStatus(current.session, nowMs) === "EXPIRED" && current.session.status !== "EXPIRED"
          ? decideExpiry(current, nowMs)
          : null,
      );
      return changed;
    },
  };
}
