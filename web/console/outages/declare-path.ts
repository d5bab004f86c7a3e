import type { Mode, PaymentMethod } from "../../../server/src/kit/payment-terms.ts";
import { queryOf } from "../../ui/api/request.ts";

/** What the form of an outage begins with; an empty operator or country stands for every one. */
export interface OutageWay {
  readonly method: PaymentMethod;
  readonly operator: string;
  readonly country: string;
}

/** The address at which the form is open, with what it begins with, so that it can be sent to a colleague. Pure. */
export const declarePath = (mode: Mode, { method, operator, country }: Partial<OutageWay> = {}): string =>
  `/console/outages${queryOf({ mode, declare: method ?? "MOBILE_MONEY", operator: operator ?? null, country: country ?? null })}`;
