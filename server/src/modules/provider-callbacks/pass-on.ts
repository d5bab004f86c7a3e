import type { CellCode } from "../../kit/cell.ts";
import { codePart } from "../../kit/cell.ts";
import { type HttpOut, HttpOutError } from "../../kit/http-out.ts";
import { type Id, prefixes, publicId } from "../../kit/ids.ts";
import type { Logger } from "../../kit/logger.ts";
import type { IncomingCallback } from "../../providers/callback.ts";
import { CALLBACKS_PATH } from "../../providers/callback-urls.ts";
import { CALLED_ADDRESS_HEADER, calledAddressHeader } from "./called-address.ts";

const TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 4_096;
const RETRY_AFTER_SECONDS = 5;

/** What belongs to one connection, or is written anew on the next one. */
const ownOfTheHop =
  /^(?:connection|content-length|expect|forwarded|host|keep-alive|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*)$/;

export interface PassedOn {
  readonly status: number;
  readonly retryAfterSeconds: number | null;
}

/** A callback and where it came in. */
export interface CallbackToPass {
  readonly callback: IncomingCallback;
  readonly accountId: string;
  /** What stood behind the account in its address. */
  readonly opaque: string | undefined;
}

export type PassOn = (to: CellCode | null, passed: CallbackToPass) => Promise<PassedOn>;

/**
 * Sends a callback as it came to the cell that its merchant lives in now, and gives that cell's answer to the provider: it checks the
 * callback itself, with the same account. The address names that cell, so the proxy finds it; the address that the provider called goes
 * along, for a signature over it. What did not arrive, the provider sends again.
 */
export function createPassOn({
  httpOut,
  publicUrl,
  log,
}: {
  readonly httpOut: HttpOut;
  readonly publicUrl: string;
  readonly log: Logger;
}): PassOn {
  return async (to, { callback, accountId, opaque }) => {
    const id = publicId("providerAccount", accountId as Id<"providerAccount">);
    const start = `${prefixes.providerAccount}_`;
    const account = `${start}${codePart(to)}${id.slice(start.length)}`;
    const operation = opaque === undefined ? "" : `/${encodeURIComponent(opaque)}`;
    try {
      const { status } = await httpOut({
        method: callback.method,
        url: `${publicUrl}${CALLBACKS_PATH}/${account}${operation}${callback.query}`,
        headers: {
          ...Object.fromEntries(Object.entries(callback.headers).filter(([name]) => !ownOfTheHop.test(name))),
          [CALLED_ADDRESS_HEADER]: calledAddressHeader(callback),
        },
        body: callback.rawBody,
        timeoutMs: TIMEOUT_MS,
        responseBytesMax: ANSWER_BYTES_MAX,
      });
      log.info("provider.callback.passed_on", { accountId, cell: to, status });
      return { status, retryAfterSeconds: status === 503 ? RETRY_AFTER_SECONDS : null };
    } catch (error) {
      if (!(error instanceof HttpOutError)) throw error;
      log.warn("provider.callback.not_passed_on", { accountId, cell: to, reason: error.reason });
      return { status: 503, retryAfterSeconds: RETRY_AFTER_SECONDS };
    }
  };
}
