import type { MethodOption, PageCustomer } from "../../server/src/kit/payer-pages.ts";
import { phoneHint } from "./phone-hints.ts";
import type { Typed } from "./typed.ts";

/**
 * A new form with what the merchant knows of its customer: proposals that the payer can change. A number is proposed
 * only if mobile money is offered in its country and the payer has not asked for another one (`asked`). No operator is
 * proposed: a ported number would be charged at the wrong one.
 */
export function withCustomer(
  typed: Typed,
  customer: PageCustomer | null,
  options: readonly MethodOption[],
  asked: string | null,
): Typed {
  if (customer === null) return typed;
  const named = typed.payerName === "" ? { ...typed, payerName: customer.name ?? "" } : typed;
  const own = customer.phone === null ? null : nationalNumber(customer.phone, options);
  if (own === null || typed.phone !== "" || (asked !== null && asked !== own.country)) return named;
  // The last used operator is one of another country.
  const operator = typed.country === null || typed.country === own.country ? typed.operator : null;
  return { ...named, country: own.country, phone: own.phone, operator };
}

/** The number in its national form; null where no mobile money of that country is offered. */
function nationalNumber(
  e164: string,
  options: readonly MethodOption[],
): { readonly country: string; readonly phone: string } | null {
  for (const { method, countryCode } of options) {
    const hint = method === "MOBILE_MONEY" ? phoneHint(countryCode) : null;
    if (hint === null || countryCode === null || !e164.startsWith(`+${hint.dial}`)) continue;
    const digits = e164.slice(hint.dial.length + 1);
    if (digits.length !== hint.groups.reduce((sum, group) => sum + group, 0)) return null;
    let at = 0;
    const groups = hint.groups.map((group) => {
      at += group;
      return digits.slice(at - group, at);
    });
    return { country: countryCode, phone: groups.join(" ") };
  }
  return null;
}
