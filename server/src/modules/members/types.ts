import type { AccountActor } from "../../kit/actor.ts";
import type { Id, MerchantId, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { MemberRole } from "./roles.ts";

/** A role in one mode. */
export interface ModeRole {
  readonly role: MemberRole;
  /** Only these permissions of the role; null: all of them. */
  readonly only: readonly string[] | null;
}

/** What somebody may do for a merchant. Null: nothing in this mode. */
export type MemberTerms = Readonly<Record<Mode, ModeRole | null>> & {
  /**
   * Minor units by currency: refunds up to this need nothing more. Above it a SUPPORT member is refused, and every other
   * role needs a fresh factor. A currency that is not here has the limit 0.
   */
  readonly refundLimits: Readonly<Record<string, bigint>>;
};

/** A person who works for a merchant. */
export interface Member {
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly personId: Id<"person">;
  readonly email: string;
  readonly name: string;
  readonly personStatus: "ACTIVE" | "DISABLED";
  readonly hasSecondFactor: boolean;
  readonly lastLoginAtMs: number | null;
  readonly terms: MemberTerms;
  /** Null: made by a first start. */
  readonly invitedBy: AccountActor | null;
  readonly version: number;
  readonly joinedAtMs: number;
  readonly updatedAtMs: number;
}

/** A link by which somebody joins. */
export interface Invitation {
  readonly id: Id<"memberInvitation">;
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly email: string;
  readonly terms: MemberTerms;
  readonly invitedBy: AccountActor;
  readonly createdAtMs: number;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  readonly acceptedAtMs: number | null;
  readonly acceptedBy: Id<"person"> | null;
  readonly revokedAtMs: number | null;
}

/** What the one who asks may give in each mode: nothing where it does not manage the team. */
export interface Giver {
  readonly isOwner: boolean;
  /** May invite an owner while the merchant has none. */
  readonly namesFirstOwner: boolean;
  readonly permissions: Readonly<Record<Mode, readonly string[]>>;
}
