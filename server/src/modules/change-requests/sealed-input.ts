import type { Id, TenantId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";

/**
 * The content of an open request: the operation's input, and the origin of the request, for the audit entry of the act.
 */
export interface Proposal {
  readonly input: unknown;
  readonly requestId: string | null;
  readonly ip: string | null;
}

const contextOf = (tenantId: TenantId, id: Id<"changeRequest">): string =>
  `change_requests.input ${tenantId} ${id}`;

/** Sealed as a whole, since it can contain a provider's credential. */
export function sealProposal(
  keyring: Keyring,
  tenantId: TenantId,
  id: Id<"changeRequest">,
  proposal: Proposal,
): Buffer {
  return keyring.seal(JSON.stringify(proposal), contextOf(tenantId, id));
}

/** Throws when the row was altered, or copied from another one. */
export function openProposal(
  keyring: Keyring,
  tenantId: TenantId,
  id: Id<"changeRequest">,
  sealed: Buffer,
): Proposal {
  return JSON.parse(keyring.open(sealed, contextOf(tenantId, id)).toString("utf8")) as Proposal;
}
