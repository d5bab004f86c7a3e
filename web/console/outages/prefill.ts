import { operatorCodes, operatorCountries } from "../../../server/src/kit/operators.ts";
import { paymentMethods } from "../../../server/src/kit/payment-terms.ts";
import type { Query } from "../../ui/app/place.ts";
import type { OutageWay } from "./declare-path.ts";

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
