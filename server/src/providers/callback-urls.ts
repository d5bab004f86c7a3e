import { type Id, isUuid, parsePublicId, publicId } from "../kit/ids.ts";
import type { ProviderTerms } from "./provider.ts";

export const CALLBACKS_PATH = "/provider-callbacks";
/** Providers with the least room take this many characters. */
export const CALLBACK_URL_LENGTH_MAX = 120;
/** The longest id of an operation in a provider's own form: a UUID. */
const OWN_ID_LENGTH_MAX = 36;

interface AccountName {
  readonly id: string;
  readonly provider: string;
}

export interface CallbackUrls {
  /**
   * Where the provider reports on the operation that has this own id. Where its callbacks are not signed, the address holds the
   * own id, which only the provider and we know.
   */
  of(account: AccountName, ownId: string): string;
  /** What all addresses of an account begin with; null where its provider never reports. */
  base(account: AccountName): string | null;
  /** Of the longest address that the account's operations may have, in characters. */
  longest(account: AccountName): number;
}

/** `originOf`: the address of the service as a provider reaches it, without a slash at the end. */
export function createCallbackUrls(
  terms: (provider: string) => Pick<ProviderTerms, "capabilities">,
  originOf: (provider: string) => string,
): CallbackUrls {
  const plain = ({ id, provider }: AccountName): string =>
    `${originOf(provider)}${CALLBACKS_PATH}/${publicId("providerAccount", id as Id<"providerAccount">)}`;
  const kind = ({ provider }: AccountName) => terms(provider).capabilities.callbacks;
  return {
    of: (account, ownId) => (kind(account) === "OPAQUE" ? `${plain(account)}/${ownId}` : plain(account)),
    base: (account) => (kind(account) === "NONE" ? null : plain(account)),
    longest: (account) => plain(account).length + (kind(account) === "OPAQUE" ? 1 + OWN_ID_LENGTH_MAX : 0),
  };
}

/** The account that an address names: `acct_…`, or its bare UUID. Null when it names none. */
export function accountIdOf(segment: string): string | null {
  return isUuid(segment) ? segment : parsePublicId("providerAccount", segment);
}
