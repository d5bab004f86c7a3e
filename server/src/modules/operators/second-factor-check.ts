import type { Transaction } from "../../db/database.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { recoveryCodeHash } from "./recovery-codes.ts";
import { readSecondFactor, spendRecoveryCode, writeLastStep } from "./store-second-factor.ts";
import { matchTotp } from "./totp.ts";
import type { GivenCredentials, Operator } from "./types.ts";

/** The sealing context of a second factor's secret. */
export const secretContext = ({ tenantId, id }: Pick<Operator, "tenantId" | "id">): string =>
  `operator_second_factors.secret ${tenantId} ${id}`;

/**
 * Whether the code is right, and uses it up: `right` too for an account without a second factor, `missing` without a
 * code. The transaction locks the operator's row, so that a code sent twice at once counts once.
 */
export type SecondFactorCheck = (
  tx: Transaction,
  operator: Operator,
  given: Pick<GivenCredentials, "totp" | "recoveryCode">,
  nowMs: number,
) => Promise<"right" | "wrong" | "missing">;

export function createSecondFactorCheck(keyring: Keyring): SecondFactorCheck {
  return async (tx, operator, { totp, recoveryCode }, nowMs) => {
    const { secret, lastStep } = await readSecondFactor(tx, operator.id, "lock");
    if (secret === null) return "right";
    if (totp !== undefined) {
      const step = matchTotp(keyring.open(secret, secretContext(operator)), totp, nowMs, lastStep);
      if (step === null) return "wrong";
      await writeLastStep(tx, operator.id, step);
      return "right";
    }
    if (recoveryCode === undefined) return "missing";
    const spent = await spendRecoveryCode(tx, operator.id, recoveryCodeHash(recoveryCode), nowMs);
    return spent ? "right" : "wrong";
  };
}
