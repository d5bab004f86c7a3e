import { errors } from "../../http/errors.ts";
import { wrongTerms } from "./rules.ts";
import type { TermsBody } from "./schemas.ts";
import type { MemberTerms, ModeRole } from "./types.ts";

const none: MemberTerms = { LIVE: null, SANDBOX: null, refundLimits: {} };

/**
 * The terms of a body: what is absent stays as it was `before`, or is nothing where there was nothing before. Refuses
 * with VALIDATION_ERROR.
 */
export function readGivenTerms(body: TermsBody, before: MemberTerms = none): MemberTerms {
  const inMode = (given: TermsBody["live"], was: ModeRole | null): ModeRole | null => {
    if (given === undefined) return was;
    return given === null ? null : { role: given.role, only: given.permissions ?? null };
  };
  const terms: MemberTerms = {
    LIVE: inMode(body.live, before.LIVE),
    SANDBOX: inMode(body.sandbox, before.SANDBOX),
    refundLimits: body.refundLimits === undefined ? before.refundLimits : limitsOf(body.refundLimits),
  };
  const wrong = wrongTerms(terms);
  if (wrong !== null) throw errors.VALIDATION_ERROR({ fields: [wrong] });
  return terms;
}

function limitsOf(given: NonNullable<TermsBody["refundLimits"]>): MemberTerms["refundLimits"] {
  const twice = given.findIndex(
    ({ currency }, index) => given.findIndex((one) => one.currency === currency) < index,
  );
  if (twice >= 0) {
    const message = "Each currency has one limit.";
    throw errors.VALIDATION_ERROR({
      fields: [{ path: `refundLimits.${twice}.currency`, rule: "unique", message }],
    });
  }
  return Object.fromEntries(given.map(({ currency, amount }) => [currency, BigInt(amount)]));
}
