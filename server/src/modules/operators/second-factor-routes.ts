import { operatorRoute, type Route } from "../../http/route.ts";
import {
  logInErrors,
  ProofBody,
  RecoveryCodesSchema,
  SecondFactorSchema,
  SecondFactorSecretSchema,
  TotpBody,
} from "../log-in/index.ts";
import { operatorExample, operatorsTag as tag } from "./examples.ts";
import { OperatorSchema } from "./schemas.ts";
import type { Operators } from "./service.ts";

const path = "/tenant/me/second-factor";
const codesExample = {
  object: "recovery_codes",
  recoveryCodes: ["k3tq-8v2m-x0an-7gdw", "9fzh-c4se-2rbp-m1yv"],
} as const;
const proof = { password: "cheval batterie agrafe correct", totp: "492039" } as const;
const proofErrors = [
  logInErrors.INVALID_CREDENTIALS,
  logInErrors.SECOND_FACTOR_REQUIRED,
  logInErrors.SECOND_FACTOR_INVALID,
];

/** An operator's own second factor: time-based one-time passwords (RFC 6238), and recovery codes. */
export function secondFactorRoutes(operators: Operators): readonly Route[] {
  return [
    operatorRoute({
      method: "GET",
      path,
      operationId: "getOwnSecondFactor",
      tag,
      summary: "Get the state of one's own second factor",
      description:
        "Whether there is one, whether one is demanded, and how many recovery codes are left. No secret.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission: null,
      schemas: { response: SecondFactorSchema },
      examples: {
        data: {
          object: "second_factor",
          enrolled: true,
          required: true,
          confirmedAt: "2026-01-10T08:05:00.000Z",
          totp: true,
          passkeys: 0,
          recoveryCodesLeft: 10,
        },
      },
      handle: async ({ operator }) => ({ data: await operators.secondFactor(operator) }),
    }),
    operatorRoute({
      method: "POST",
      path,
      operationId: "beginOwnSecondFactor",
      tag,
      summary: "Begin to set up a second factor",
      description:
        "Answers a secret for an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds), to be confirmed within an hour by a code of it. Until then nothing changes: one that is in force stays so, and its code or a recovery code is asked for here.",
      successStatus: 201,
      errors: proofErrors,
      idempotency: "none",
      permission: null,
      schemas: { body: ProofBody, response: SecondFactorSecretSchema },
      examples: {
        body: { password: proof.password },
        data: {
          object: "second_factor_secret",
          secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
          otpauthUrl:
            "otpauth://totp/Cauris:awa%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Cauris&algorithm=SHA1&digits=6&period=30",
          confirmBefore: "2026-01-10T09:00:00.000Z",
        },
      },
      handle: async ({ operator, body, facts }) => ({
        data: await operators.beginSecondFactor(operator, body, facts),
      }),
    }),
    operatorRoute({
      method: "POST",
      path: `${path}/confirm`,
      operationId: "confirmOwnSecondFactor",
      tag,
      summary: "Confirm a second factor",
      description:
        "By a code of the secret that was just shown. From now on every log-in needs one; the account's other log-ins end. The ten recovery codes of this answer are not shown again: keep them where the phone is not.",
      successStatus: 200,
      errors: [logInErrors.SECOND_FACTOR_NOT_BEGUN, logInErrors.SECOND_FACTOR_INVALID],
      idempotency: "none",
      permission: null,
      schemas: { body: TotpBody, response: RecoveryCodesSchema },
      examples: { body: { totp: proof.totp }, data: codesExample },
      handle: async ({ operator, body, facts }) => {
        return { data: await operators.confirmSecondFactor(operator, body.totp, facts) };
      },
    }),
    operatorRoute({
      method: "POST",
      path: `${path}/recovery-codes`,
      operationId: "renewOwnRecoveryCodes",
      tag,
      summary: "Make new recovery codes",
      description: "Ten new ones; those of before work no more.",
      successStatus: 201,
      errors: [...proofErrors, logInErrors.SECOND_FACTOR_ABSENT],
      idempotency: "none",
      permission: null,
      schemas: { body: ProofBody, response: RecoveryCodesSchema },
      examples: { body: proof, data: codesExample },
      handle: async ({ operator, body, facts }) => {
        return { data: await operators.renewRecoveryCodes(operator, body, facts) };
      },
    }),
    operatorRoute({
      method: "POST",
      path: `${path}/remove`,
      operationId: "removeOwnSecondFactor",
      tag,
      summary: "Remove one's own second factor",
      description:
        "Log-ins need the password alone again; the account's other log-ins end. Refused where every operator needs one: set up another one instead.",
      successStatus: 200,
      errors: [...proofErrors, logInErrors.SECOND_FACTOR_ABSENT, logInErrors.SECOND_FACTOR_DEMANDED],
      idempotency: "none",
      permission: null,
      schemas: { body: ProofBody, response: OperatorSchema },
      examples: { body: proof, data: { ...operatorExample, secondFactor: false } },
      handle: async ({ operator, body, facts }) => {
        await operators.removeSecondFactor(operator, body, facts);
        return { data: await operators.me(operator) };
      },
    }),
  ];
}
