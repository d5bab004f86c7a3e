import type { IncomingCallback } from "../../providers/callback.ts";
import { accountIdInAnyCell, CALLBACKS_PATH } from "../../providers/callback-urls.ts";

/** Set by the cell that passes a callback on: some providers sign the address that they call. */
export const CALLED_ADDRESS_HEADER = "cauris-callback-address";

export type CalledAddress = Pick<IncomingCallback, "authority" | "path">;

export const calledAddressHeader = ({ authority, path }: CalledAddress): string => `${authority}${path}`;

const form = new RegExp(`^([^/]+)(${CALLBACKS_PATH}/([^/?]+)(?:/([^/?]+))?)$`);

/**
 * The address that the provider called, from the header of a callback that another cell passes on. Null when there is no such header, or
 * when it names another account or operation than `here`. Anyone can send the header: it proves nothing, and the
 * connector checks the provider's signature over this address.
 */
export function readCalledAddress(
  header: string | undefined,
  here: { readonly accountId: string; readonly opaque: string | undefined },
): CalledAddress | null {
  const [, authority, path, account, opaque] = form.exec(header ?? "") ?? [];
  if (authority === undefined || path === undefined || account === undefined) return null;
  return accountIdInAnyCell(account) === here.accountId && opaque === here.opaque
    ? { authority, path }
    : null;
}
