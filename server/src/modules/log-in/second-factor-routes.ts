import { errors } from "../../http/errors.ts";
import { accountRoute, type Route } from "../../http/route.ts";
import { logInErrors } from "./errors.ts";
import { codesExample, passwordExample, secondFactorExample, logInTag as tag } from "./examples.ts";
import type { PagesOf } from "./own-pages.ts";
import {
  AudienceParams,
  DoneSchema,
  OptionalProofBody,
  RecoveryCodesSchema,
  SecondFactorSchema,
  SecondFactorSecretSchema,
  TotpBody,
} from "./schemas.ts";

const path = "/auth/:audience/second-factor";
const codes = { object: "recovery_codes", recoveryCodes: [...codesExample] } as const;
/** Of acts that ask for a proof of presence, or for one in the request. */
const presenceErrors = [
  errors.STEP_UP_REQUIRED,
  logInErrors.INVALID_CREDENTIALS,
  logInErrors.SECOND_FACTOR_REQUIRED,
  logInErrors.SECOND_FACTOR_INVALID,
];

/** One's own authenticator app (RFC 6238) and recovery codes. */
export function secondFactorRoutes(pagesOf: PagesOf): readonly Route[] {
  return [
    accountRoute({
      method: "GET",
      path,
      operationId: "getOwnSecondFactorState",
      tag,
      summary: "Get the state of one's own second factor",
      description:
        "What the account has, whether it needs one, and how many recovery codes are left. No secret.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      schemas: { params: AudienceParams, response: SecondFactorSchema },
      examples: { data: secondFactorExample },
      handle: async ({ account, params }) => ({
        data: await pagesOf(params.audience).logIn.secondFactor(account),
      }),
    }),
    accountRoute({
      method: "POST",
      path,
      operationId: "beginTotp",
      tag,
      summary: "Begin to set up an authenticator app",
      description:
        "Answers a secret for the app (RFC 6238: SHA-1, six digits, 30 seconds), to be confirmed within an hour by a code of it. Until then nothing changes. Needs a proof of presence within the last five minutes, or the password in the request, with a code where the account has a second factor.",
      successStatus: 201,
      errors: presenceErrors,
      idempotency: "none",
      schemas: { params: AudienceParams, body: OptionalProofBody, response: SecondFactorSecretSchema },
      examples: {
        body: { password: passwordExample },
        data: {
          object: "second_factor_secret",
          secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
          otpauthUrl:
            "otpauth://totp/Cauris:awa%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Cauris&algorithm=SHA1&digits=6&period=30",
          confirmBefore: "2026-01-10T09:00:00.000Z",
        },
      },
      handle: async ({ account, params, body, facts }) => {
        const { logIn } = pagesOf(params.audience);
        return { data: await logIn.beginSecondFactor(logIn.gates.byPresence(account, body, facts), facts) };
      },
    }),
    accountRoute({
      method: "POST",
      path: `${path}/confirm`,
      operationId: "confirmTotp",
      tag,
      summary: "Confirm the authenticator app",
      description:
        "By a code of the secret that was just shown. From now on every log-in with the password needs one; the account's other log-ins end. The ten recovery codes replace all earlier ones and are not shown again.",
      successStatus: 200,
      errors: [logInErrors.SECOND_FACTOR_NOT_BEGUN, logInErrors.SECOND_FACTOR_INVALID],
      idempotency: "none",
      schemas: { params: AudienceParams, body: TotpBody, response: RecoveryCodesSchema },
      examples: { body: { totp: "492039" }, data: codes },
      handle: async ({ account, params, body, facts }) => {
        const { logIn } = pagesOf(params.audience);
        const gate = logIn.gates.byLogIn(account);
        return { data: await logIn.confirmSecondFactor(gate, account, body.totp, facts) };
      },
    }),
    accountRoute({
      method: "POST",
      path: `${path}/recovery-codes`,
      operationId: "renewRecoveryCodes",
      tag,
      summary: "Make new recovery codes",
      description: "Ten new ones; those of before work no more. Needs a proof of presence, as above.",
      successStatus: 201,
      errors: [...presenceErrors, logInErrors.SECOND_FACTOR_ABSENT],
      idempotency: "none",
      schemas: { params: AudienceParams, body: OptionalProofBody, response: RecoveryCodesSchema },
      examples: { body: {}, data: codes },
      handle: async ({ account, params, body, facts }) => {
        const { logIn } = pagesOf(params.audience);
        return { data: await logIn.renewRecoveryCodes(logIn.gates.byPresence(account, body, facts), facts) };
      },
    }),
    accountRoute({
      method: "POST",
      path: `${path}/remove`,
      operationId: "removeTotp",
      tag,
      summary: "Remove the authenticator app",
      description:
        "The account's other log-ins end; with the last second factor the recovery codes end too. Refused where the account needs a second factor and has no passkey. Needs a proof of presence, as above.",
      successStatus: 200,
      errors: [...presenceErrors, logInErrors.SECOND_FACTOR_ABSENT, logInErrors.SECOND_FACTOR_DEMANDED],
      idempotency: "none",
      schemas: { params: AudienceParams, body: OptionalProofBody, response: DoneSchema },
      examples: { body: {}, data: { object: "done" } },
      handle: async ({ account, params, body, facts }) => {
        const { logIn } = pagesOf(params.audience);
        await logIn.removeSecondFactor(logIn.gates.byPresence(account, body, facts), account, facts);
        return { data: { object: "done" as const } };
      },
    }),
  ];
}
