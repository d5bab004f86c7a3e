import type { Transaction } from "../../db/database.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { recoveryCodeHash } from "./recovery-codes.ts";
import {
  readSecondFactor,
  type SecondFactor,
  spendRecoveryCode,
  writeLastStep,
} from "./store-second-factor.ts";
import { matchTotp } from "./totp.ts";
import type { GivenCredentials, LogInAccount } from "./types.ts";

/** The sealing context of a secret. Operators' secrets were sealed under the name of an earlier table. */
export const secretContext = ({ audience, tenantId, id }: LogInAccount): string =>
  audience === "operator"
    ? `operator_second_factors.secret ${tenantId} ${id}`
    : `second_factors.secret ${audience} ${tenantId} ${id}`;

export type CodeVerdict = "right" | "wrong" | "missing" | "not needed";

/**
 * Whether the code is right, and uses it up. `not needed`: the account has no second factor. `missing`: it has one, and
 * no code was given. The transaction holds the account's lock, so that a code sent twice at once counts once.
 */
export type SecondFactorCheck = (
  tx: Transaction,
  account: LogInAccount,
  given: Pick<GivenCredentials, "totp" | "recoveryCode">,
  nowMs: number,
) => Promise<CodeVerdict>;

export function createSecondFactorCheck(keyring: Keyring): SecondFactorCheck {
  return async (tx, account, { totp, recoveryCode }, nowMs) => {
    const { secret, lastStep, passkeys } = await readSecondFactor(tx, account);
    if (secret === null && passkeys === 0) return "not needed";
    if (totp !== undefined) {
      if (secret === null) return "wrong";
      const step = matchTotp(keyring.open(secret, secretContext(account)), totp, nowMs, lastStep);
      if (step === null) return "wrong";
      await writeLastStep(tx, account, step);
      return "right";
    }
    if (recoveryCode === undefined) return "missing";
    const spent = await spendRecoveryCode(tx, account, recoveryCodeHash(recoveryCode), nowMs);
    return spent ? "right" : "wrong";
  };
}

/** The ways in which an account can prove its second factor, as callers name them. Pure. */
export function secondFactorMethods({ secret, passkeys, codesLeft }: SecondFactor): readonly string[] {
  return [
    ...(secret === null ? [] : ["totp"]),
    ...(passkeys === 0 ? [] : ["passkey"]),
    ...(codesLeft === 0 ? [] : ["recoveryCode"]),
  ];
}
