import type { Database } from "../../db/database.ts";
import { type HttpOut, HttpOutError } from "../../kit/http-out.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Logger } from "../../kit/logger.ts";
import { SIGNATURE_HEADER, signatureHeader } from "./signature.ts";
import { claimCallbacks, type DueCallback, deleteCallback, writeFailedAttempt } from "./store-callbacks.ts";
import { findAccount } from "./store-parties.ts";

/** Delays before the second and the following attempts; then the callback is given up. */
export const CALLBACK_RETRY_DELAYS_MS: readonly number[] = [5_000, 30_000, 120_000, 600_000];
const CALLBACK_TIMEOUT_MS = 5_000;
const CALLBACK_ANSWER_BYTES_MAX = 4 * 1024;
const CALLBACKS_PER_ROUND = 50;
/** Longer than a call can take, so that two workers do not send a callback at once. */
const LEASE_MS = 30_000;
/** The longest wait of a callback after this many attempts: until it is due, or until the lease of the attempt ends. */
export const CALLBACK_WAITS_MS: readonly number[] = [
  LEASE_MS,
  ...CALLBACK_RETRY_DELAYS_MS.map((delayMs) => Math.max(LEASE_MS, delayMs)),
  LEASE_MS,
];

/** The sealing contexts of the columns: a ciphertext moved to another row does not open. */
export const secretContext = (accountId: string): string => `simulator.accounts.callback_secret.${accountId}`;
export const returnUrlContext = (operationId: string): string =>
  `simulator.operations.return_url.${operationId}`;

/** Sends due callbacks, signed. Returns how many were attempted. */
export function createCallbackSender(deps: {
  readonly db: Database;
  readonly httpOut: HttpOut;
  readonly keyring: Keyring;
  readonly log: Logger;
}): (nowMs: number) => Promise<number> {
  const { db, httpOut, keyring, log } = deps;

  const post = async (callback: DueCallback, nowMs: number): Promise<number | null> => {
    const account = await findAccount(db, callback.accountId);
    if (account === null) return null;
    const secret = keyring.open(account.callbackSecret, secretContext(account.id)).toString();
    try {
      const { status } = await httpOut({
        method: "POST",
        url: callback.url,
        headers: {
          "content-type": "application/json",
          [SIGNATURE_HEADER]: signatureHeader(secret, Math.floor(nowMs / 1000), callback.body),
        },
        body: callback.body,
        timeoutMs: CALLBACK_TIMEOUT_MS,
        responseBytesMax: CALLBACK_ANSWER_BYTES_MAX,
      });
      return status;
    } catch (error) {
      if (error instanceof HttpOutError) return null;
      throw error;
    }
  };

  const send = async (callback: DueCallback, nowMs: number): Promise<void> => {
    const status = await post(callback, nowMs);
    if (status !== null && status >= 200 && status < 300) return await deleteCallback(db, callback.id);
    const delayMs = CALLBACK_RETRY_DELAYS_MS[callback.attemptCount - 1];
    if (delayMs === undefined) log.warn("simulator.callback.given_up", { callbackId: callback.id, status });
    await writeFailedAttempt(db, callback.id, status, delayMs === undefined ? null : nowMs + delayMs);
  };

  return async (nowMs) => {
    const due = await claimCallbacks(db, { nowMs, leaseMs: LEASE_MS, limit: CALLBACKS_PER_ROUND });
    const results = await Promise.allSettled(due.map((callback) => send(callback, nowMs)));
    const failure = results.find((result) => result.status === "rejected");
    if (failure !== undefined) throw failure.reason;
    return due.length;
  };
}
