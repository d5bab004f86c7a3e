import { readJsonObject } from "../../kit/json-object.ts";
import type { CallbackVerdict, IncomingCallback } from "../callback.ts";
import { contentDigestFault, requestSignatureFault, type SignatureTerms } from "../http-signatures.ts";
import type { ProviderCall } from "../provider.ts";
import type { ActiveConfigurations } from "./active-configuration.ts";
import { type Operation, operations } from "./answers.ts";
import type { CallbackKeys } from "./callback-keys.ts";

/** pawaPay repeats a callback for a quarter of an hour. */
const signatureTerms: SignatureTerms = {
  components: ["@method", "@authority", "@path", "content-digest"],
  ageSecondsMax: 15 * 60,
  skewSecondsMax: 60,
};

/** A refund's message may name its deposit too, so the deposit comes last. */
const subjects: readonly Operation[] = ["refund", "payout", "payment"];

const refused = (reason: string): CallbackVerdict => ({ kind: "refused", reason });

/**
 * A signed callback must have a valid signature. An unsigned one is taken as a hint only where the account's active
 * configuration says that pawaPay does not sign its callbacks. Either only names what to ask about.
 */
export async function verifyCallback(
  call: ProviderCall,
  callback: IncomingCallback,
  deps: { readonly keys: CallbackKeys; readonly configurations: ActiveConfigurations },
): Promise<CallbackVerdict> {
  const { headers, rawBody, nowMs } = callback;
  const isSigned = headers.signature !== undefined || headers["signature-input"] !== undefined;
  if (isSigned) {
    const digest = contentDigestFault(headers["content-digest"], rawBody);
    if (digest !== null) return refused(`digest_${digest}`);
    const fault = await requestSignatureFault(
      callback,
      signatureTerms,
      (keyId) => deps.keys.find(call, keyId),
      nowMs,
    );
    if (fault !== null) return refused(`signature_${fault}`);
  } else {
    const { signedCallbacks } = await deps.configurations.of(call);
    if (signedCallbacks) return refused("signature_missing");
  }
  return readSubject(rawBody);
}

function readSubject(rawBody: Buffer): CallbackVerdict {
  const body = readJsonObject(rawBody);
  for (const subject of subjects) {
    const value = body[operations[subject].idField];
    if (typeof value === "string") return { kind: "accepted", subject, names: { by: "own_id", value } };
  }
  return refused("unreadable");
}
