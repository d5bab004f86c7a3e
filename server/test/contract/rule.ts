import type { MerchantNo } from "../../src/kit/ids.ts";
import type { Estate } from "./estate.ts";
import type { Maker } from "./maker.ts";

/**
 * How each operation is reached, by operation id: the one table a new route has to enter before the access matrix can
 * pass. A merchant's operation names an object of its own; every other object must look as if it did not exist.
 */
export interface Rule {
  /** Values of the path parameters that lead to an object of `estate`; `merchantId` is filled in by the test. */
  readonly object?: (estate: Estate) => Readonly<Record<string, string>>;
  /** The same parameters, well-formed, leading nowhere. */
  readonly unknown?: Readonly<Record<string, string>>;
  /** A body that is accepted; the documented example when absent. */
  readonly body?: (unique: string, receiverUrl: string) => unknown;
  /** Its right call ends the object for good: a test that goes on gives it one of its own. */
  readonly spends?: boolean;
  /** Fields of the body that name objects of `estate`: they stand in place of the documented example's. */
  readonly names?: (estate: Estate) => Readonly<Record<string, unknown>>;
  /** For objects that come only from a payment: live estates have none. */
  readonly needsPayment?: boolean;
  /**
   * Makes an object for which the call is right at this moment (one to approve, one to end), and gives the path that leads
   * to it, the body and who asks, where they are not as usual. What `object` leads to when absent.
   */
  readonly arrange?: (make: Maker, estate: Estate) => Promise<Arranged>;
  /** Parameters of the query that the operation cannot do without. */
  readonly query?: (estate: Estate) => Readonly<Record<string, string>>;
  /** Its right call is answered 202: another operator has to agree. */
  readonly takesTwo?: true;
  /** A POST that only answers a question: reading is enough for it. */
  readonly readsOnly?: boolean;
  /** False, with the reason beside it: an act that changes nothing worth an entry in the audit log. */
  readonly audited?: false;
}

export interface Arranged {
  readonly params?: Readonly<Record<string, string>>;
  /** The whole body; the documented example when absent. */
  readonly body?: unknown;
  /** Fields that stand in place of the documented example's. */
  readonly names?: Readonly<Record<string, unknown>>;
  /** Who asks, when it is not the estate's key or first operator. */
  readonly token?: string;
  /** The merchant behind `token`, when it is a key of another one: so that a key with less can be made for it. */
  readonly merchantNo?: MerchantNo;
}
