import { operatorCodes, operatorCountries } from "../../../server/src/kit/operators.ts";
import { type Mode, type PaymentMethod, paymentMethods } from "../../../server/src/kit/payment-terms.ts";
import { queryOf } from "../../ui/api/request.ts";
import type { Query } from "../../ui/app/place.ts";

/** What the form of an outage begins with; an empty operator or country stands for every one. */
export interface OutageWay {
  readonly method: PaymentMethod;
  readonly operator: string;
  readonly country: string;
}

/** The address at which the form is open, with what it begins with, so that it can be sent to a colleague. Pure. */
export const declarePath = (mode: Mode, { method, operator, country }: Partial<OutageWay> = {}): string =>
  `/console/outages${queryOf({ mode, declare: method ?? "MOBILE_MONEY", operator: operator ?? null, country: country ?? null })}`;

/** What an address says of the form; null: it is closed. What the service does not know is left out. Pure. */
export function prefilled({ declare, operator, country }: Query): OutageWay | null {
  const method = paymentMethods.find((one) => one === declare);
  if (method === undefined) return null;
  return {
    method,
    operator: operatorCodes.find((code) => code === operator) ?? "",
    country: operatorCountries.find(({ countryCode }) => countryCode === country)?.countryCode ?? "",
  };
}

/**
 * What fails where payments of this group of a report, in this currency, fail: the operator, and its country where only one
 * fits. Null: the group is no mobile-money operator. Pure.
 */
export function wayOfOperator(group: string | null, currency: string): OutageWay | null {
  const operator = operatorCodes.find((code) => code === group);
  if (operator === undefined) return null;
  const countries = operatorCountries.filter(
    ({ operators, currencies }) =>
      operators.some(({ code }) => code === operator) && currencies.some((one) => one === currency),
  );
  const [only] = countries.length === 1 ? countries : [];
  return { method: "MOBILE_MONEY", operator, country: only?.countryCode ?? "" };
}
