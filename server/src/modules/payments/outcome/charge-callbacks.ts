import { type Id, publicId } from "../../../kit/ids.ts";
import { sameSecret } from "../../../kit/secret.ts";
import type { CallbackReceiver, Heard } from "../../provider-callbacks/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { openHandle } from "../provider/handle.ts";
import { findNamed } from "../provider/named-store.ts";
import { type ChargeStatus, isAlive } from "../states.ts";
import { addCheck } from "../store/due-checks.ts";
import type { AskProvider } from "./ask-provider.ts";
import { questionDelayMs } from "./outcome-policy.ts";

interface NamedCharge {
  readonly sessionId: Id<"checkoutSession">;
  readonly paymentIntentId: string;
  readonly status: ChargeStatus;
  readonly providerHandle: Buffer | null;
}

/** Callbacks about charges. */
export function createChargeCallbacks(
  { db, clock, keyring, moved, trace }: Pick<PaymentDeps, "db" | "clock" | "keyring" | "moved" | "trace">,
  askProvider: Pick<AskProvider, "now">,
): CallbackReceiver {
  return {
    subjects: ["payment"],
    hear: async (accountId, names, secret): Promise<Heard> => {
      const found = await findNamed<NamedCharge>(db, "charges", accountId, names);
      if (found === null) return null;
      const away = moved?.cellOf(found.merchantNo);
      if (away !== undefined) return { away };
      const note = (verdict: "TAKEN" | "DUPLICATE" | "REFUSED"): void =>
        trace?.note(found, {
          kind: "CALLBACK",
          operationId: publicId("charge", found.id as Id<"charge">),
          verdict,
        });
      // While the answer to the start is on its way there is no handle yet: the address alone names the payment.
      const kept = secret === null ? undefined : openHandle(keyring, "charges", found)?.[secret.handleField];
      if (secret !== null && kept !== undefined && !sameSecret(kept, secret.value)) {
        note("REFUSED");
        return "forged";
      }
      const isNew = found.status !== "SUCCEEDED";
      note(isNew ? "TAKEN" : "DUPLICATE");
      // Nothing follows a success: the news is old, however often it comes.
      if (!isNew) return { question: null };
      const { merchantNo, id, sessionId } = found;
      const key = { merchantNo, sessionId, chargeId: id as Id<"charge"> };
      // Payments never query a charge that has ended, but this callback can announce late money: schedule a query. A
      // charge in flight has one scheduled already.
      if (!isAlive(found.status)) await addCheck(db, key, clock.nowMs() + questionDelayMs(0));
      return { question: askProvider.now(key) };
    },
  };
}
