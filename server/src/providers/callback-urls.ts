import { type CellCode, cellPattern, codePart, withoutCode } from "../kit/cell.ts";
import { type Id, isUuid, parsePublicId, prefixes, publicId } from "../kit/ids.ts";
import { opaqueLength, opaqueOf } from "./own-id.ts";
import type { ProviderTerms } from "./provider.ts";
import type { SettingProblem } from "./settings.ts";

export const CALLBACKS_PATH = "/provider-callbacks";
const ACCOUNT = `${prefixes.providerAccount}_`;
/** The lowest limit of the providers we know, in characters. */
const CALLBACK_URL_LENGTH_MAX = 120;

interface AccountName {
  readonly id: string;
  readonly provider: string;
}

export interface CallbackUrls {
  /**
   * The address for callbacks about the operation with this own id. If callbacks are not signed, the address contains
   * the own id, shortened, which only the provider and we know.
   */
  of(account: AccountName, ownId: string): string;
  /** The common beginning of all addresses of an account; null when its provider sends no callbacks. */
  base(account: AccountName): string | null;
  /** Why the provider could not report to this account: an address of it is too long. Null when it can. */
  problem(account: AccountName): SettingProblem | null;
}

/** `originOf`: the address of the service as a provider reaches it, without a trailing slash. The cell's code stands in all addresses. */
export function createCallbackUrls(
  terms: (provider: string) => Pick<ProviderTerms, "capabilities" | "referenceForm">,
  originOf: (provider: string) => string,
  cell: CellCode | null,
): CallbackUrls {
  const plain = ({ id, provider }: AccountName): string =>
    `${originOf(provider)}${CALLBACKS_PATH}/${ACCOUNT}${codePart(cell)}${publicId("providerAccount", id as Id<"providerAccount">).slice(ACCOUNT.length)}`;
  const kind = ({ provider }: AccountName) => terms(provider).capabilities.callbacks;
  /** What the address of an operation has more than its account's, in characters. */
  const ownPart = ({ provider }: AccountName): number => {
    const { capabilities, referenceForm } = terms(provider);
    return capabilities.callbacks === "OPAQUE" && referenceForm !== "OURS" && referenceForm !== "TRANSFER"
      ? 1 + opaqueLength(referenceForm)
      : 0;
  };
  return {
    of: (account, ownId) =>
      kind(account) === "OPAQUE" ? `${plain(account)}/${opaqueOf(ownId)}` : plain(account),
    base: (account) => (kind(account) === "NONE" ? null : plain(account)),
    problem: (account) => {
      if (kind(account) === "NONE") return null;
      const length = plain(account).length + ownPart(account);
      if (length <= CALLBACK_URL_LENGTH_MAX) return null;
      const message =
        `provider: the callback addresses of ${account.provider} would have ${length} characters and may have ` +
        `${CALLBACK_URL_LENGTH_MAX}: PUBLIC_URL is too long for it.`;
      return { path: "provider", rule: "callback_url", message };
    },
  };
}

/** The account in an address of this cell: `acct_…`, or its bare UUID. Null when there is none. */
export function accountIdOf(cell: CellCode | null, segment: string): string | null {
  if (isUuid(segment)) return segment;
  const own = segment.startsWith(ACCOUNT) ? withoutCode(cell, segment.slice(ACCOUNT.length)) : null;
  return own === null ? null : parsePublicId("providerAccount", `${ACCOUNT}${own}`);
}

/** The account in an address of whichever cell; null when there is none. */
export function accountIdInAnyCell(segment: string): string | null {
  return accountIdOf(null, segment.replace(new RegExp(`^${ACCOUNT}${cellPattern}_`), ACCOUNT));
}
