import type { MerchantId, MerchantNo, TenantId } from "../../src/kit/ids.ts";
import type { Mode } from "../../src/kit/payment-terms.ts";

/** A merchant in one mode with one object of every kind, made through the API, and the texts that only it may read. */
export interface Estate {
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly merchantNo: MerchantNo;
  readonly mode: Mode;
  /** It has every permission. */
  readonly apiKey: string;
  /** Part of the titles, references and metadata of all its objects. */
  readonly marker: string;
  readonly sessionId: string;
  readonly linkId: string;
  readonly slug: string;
  readonly endpointId: string;
  readonly walletId: string;
  readonly beneficiaryId: string;
  readonly batchId: string;
  /** A key in addition to `apiKey` that can only read keys. */
  readonly keyId: string;
  /** Two people of its tenant, each with every permission. */
  readonly operator: TestLogin;
  readonly second: TestLogin;
  /** What `estate-objects.ts` made, by name. */
  readonly more: Readonly<Record<string, string>>;
  /** Null in live mode: no payments are tested there. */
  readonly paid: {
    readonly sessionId: string;
    readonly intentId: string;
    readonly chargeId: string;
    readonly deliveryId: string;
    readonly eventId: string;
    readonly entryId: string;
    /** A refund of the charge, CANCELLED. */
    readonly refundId: string;
    /** To the beneficiary, CANCELLED. */
    readonly payoutId: string;
  } | null;
}

export interface TestLogin {
  readonly email: string;
  readonly password: string;
  readonly operatorId: string;
  /** The value after `Bearer`. */
  readonly token: string;
  readonly sessionId: string;
}

export interface Owner {
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly numbers: Readonly<Record<Mode, MerchantNo>>;
}
