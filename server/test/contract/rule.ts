import type { Permission } from "../../src/http/permissions.ts";
import type { MerchantNo } from "../../src/kit/ids.ts";
import type { Estate } from "./estate.ts";
import type { Maker } from "./maker.ts";

/**
 * How each operation is reached, by operation id: the access matrix passes only when a new route is in this table. A
 * merchant's operation names an object of its own; every other object must look as if it did not exist.
 */
export interface Rule {
  /** Values of the path parameters that lead to an object of `estate`; `merchantId` is filled in by the test. */
  readonly object?: (estate: Estate) => Readonly<Record<string, string>>;
  /** The same parameters, well-formed but unknown. */
  readonly unknown?: Readonly<Record<string, string>>;
  /** A valid body; the documented example when absent. */
  readonly body?: (unique: string, receiverUrl: string) => unknown;
  /** A valid call ends the object permanently: tests that continue give it a separate one. */
  readonly spends?: boolean;
  /** Fields of the body that refer to objects of `estate`: they replace those of the documented example. */
  readonly names?: (estate: Estate) => Readonly<Record<string, unknown>>;
  /** For objects that come only from a payment: live estates have none. */
  readonly needsPayment?: boolean;
  /**
   * Makes an object for which the call is valid now (one to approve, one to end), and returns the path to it, the body
   * and the caller, where they are not the defaults. `object` when absent.
   */
  readonly arrange?: (make: Maker, estate: Estate) => Promise<Arranged>;
  /** Required query parameters. */
  readonly query?: (estate: Estate) => Readonly<Record<string, string>>;
  /** A valid call is answered 202: another operator must confirm. */
  readonly takesTwo?: true;
  /** It concerns the merchant, whatever the mode of the caller. */
  readonly inBothModes?: true;
  /** Of the operation's permissions the one that opens `object`; absent: each of them does. */
  readonly takes?: Permission;
  /** The refusal of callers who did not make the object: only its maker may. */
  readonly makersOnly?: string;
  /** A POST that only answers a question: the read permission is enough. */
  readonly readsOnly?: boolean;
  /** False, with the reason in a comment: the act changes nothing worth an audit entry. */
  readonly audited?: false;
}

export interface Arranged {
  readonly params?: Readonly<Record<string, string>>;
  /** The whole body; the documented example when absent. */
  readonly body?: unknown;
  /** Fields that replace those of the documented example. */
  readonly names?: Readonly<Record<string, unknown>>;
  /** The caller, when it is not the estate's key or first operator. */
  readonly token?: string;
  /**
   * The merchant of `token`, when it is a key of another one: so that a key with fewer permissions can be made for it.
   */
  readonly merchantNo?: MerchantNo;
}
