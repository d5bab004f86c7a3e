import type { Id, MerchantId, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";

/** A key as stored, without its text, which is not stored. */
export interface ApiKey {
  readonly id: Id<"apiKey">;
  readonly merchantId: MerchantId;
  readonly merchantNo: MerchantNo;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly permissions: readonly string[];
  /** Further merchants of the tenant that the key may act for. */
  readonly merchantIds: readonly string[];
  /** Addresses and CIDR blocks; empty: any address. */
  readonly ipAllowlist: readonly string[];
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  /** Its own limit; null: the limit of its merchant's keys. */
  readonly requestsPerSecond: number | null;
  /** The limit that an operator set for each key of the merchant; null: the service's default. */
  readonly requestsPerSecondMax: number | null;
  /** The key of a merchant's owner, made by an operator: it may give every permission of a merchant's key. */
  readonly owner: boolean;
}

/** A key with everything that its merchant may see. */
export interface StoredApiKey extends ApiKey {
  readonly name: string;
  readonly last4: string;
  /** The key that this one was rolled from. */
  readonly replaces: Id<"apiKey"> | null;
  /** The person or key of a merchant that made it, as it is called now; null: the platform did. */
  readonly makerKind: "person" | "key" | null;
  readonly makerId: string | null;
  readonly makerName: string | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface NewApiKey {
  /** Made when absent. */
  readonly id?: Id<"apiKey">;
  readonly merchantNo: MerchantNo;
  /** The display name. */
  readonly name: string;
  readonly permissions: readonly string[];
  readonly merchantIds?: readonly MerchantId[];
  readonly ipAllowlist?: readonly string[];
  readonly expiresAtMs?: number | null;
  readonly requestsPerSecond?: number | null;
  readonly replaces?: Id<"apiKey">;
  readonly owner?: boolean;
}
