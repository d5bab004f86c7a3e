import { Type } from "typebox";
import { errors } from "../../http/errors.ts";
import { accountRoute, type Route, visitorRoute } from "../../http/route.ts";
import { logInErrors } from "./errors.ts";
import {
  codesExample,
  createdPasskeyExample,
  givenPasskeyExample,
  ownAccountExample,
  passkeyExample,
  passkeyOptionsExample,
  logInTag as tag,
} from "./examples.ts";
import type { PagesOf } from "./own-pages.ts";
import {
  AudienceParams,
  CeremonySchema,
  DoneSchema,
  NewPasskeyBody,
  NewPasskeySchema,
  OptionalProofBody,
  OwnAccountSchema,
  PasskeyBody,
  PasskeyParams,
  PasskeySchema,
} from "./schemas.ts";
import { viewPasskey } from "./view.ts";

const path = "/auth/:audience/passkeys";
const usedExample = {
  ...givenPasskeyExample,
  response: {
    clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
    authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4",
    signature: "MEUCIQC7",
  },
} as const;
const presenceErrors = [
  errors.STEP_UP_REQUIRED,
  logInErrors.INVALID_CREDENTIALS,
  logInErrors.SECOND_FACTOR_REQUIRED,
  logInErrors.SECOND_FACTOR_INVALID,
];

/** Passkeys (WebAuthn): set up, used to log in, removed. */
export function passkeyRoutes(pagesOf: PagesOf): readonly Route[] {
  return [
    visitorRoute({
      method: "POST",
      path: "/auth/:audience/passkey-log-in/options",
      operationId: "beginPasskeyLogIn",
      tag,
      summary: "Begin to log in with a passkey",
      description:
        "Answers what the browser is asked with: `navigator.credentials.get`. It names no account; the holder chooses a passkey. Answer within five minutes.",
      successStatus: 200,
      errors: [logInErrors.PASSKEYS_UNAVAILABLE],
      idempotency: "none",
      countsAs: "login",
      schemas: { params: AudienceParams, response: CeremonySchema },
      examples: { data: passkeyOptionsExample },
      handle: async ({ params, facts }) => {
        const options = await pagesOf(params.audience).logIn.beginPasskeyLogIn(facts);
        return { data: { object: "passkey_options" as const, options } };
      },
    }),
    visitorRoute({
      method: "POST",
      path: "/auth/:audience/passkey-log-in",
      operationId: "logInWithPasskey",
      tag,
      summary: "Log in with a passkey",
      description:
        "With what the browser has answered. A passkey needs no password beside it: it proves the device, and by finger, face or PIN its holder. Sets the cookie of the log-in.",
      successStatus: 200,
      errors: [logInErrors.PASSKEY_INVALID, logInErrors.PASSKEYS_UNAVAILABLE],
      idempotency: "none",
      countsAs: "login",
      schemas: { params: AudienceParams, body: PasskeyBody, response: OwnAccountSchema },
      examples: { body: { credential: usedExample }, data: ownAccountExample },
      handle: async ({ params, body, facts }) => {
        const { logIn, pages } = pagesOf(params.audience);
        return pages.begun(await logIn.logInByPasskey(body.credential, facts), facts);
      },
    }),
    accountRoute({
      method: "POST",
      path: "/auth/:audience/step-up/options",
      operationId: "beginPasskeyStepUp",
      tag,
      summary: "Begin a step-up with a passkey",
      description: "Answers what the browser is asked with, for the passkeys of this account.",
      successStatus: 200,
      errors: [logInErrors.PASSKEYS_UNAVAILABLE],
      idempotency: "none",
      schemas: { params: AudienceParams, response: CeremonySchema },
      examples: { data: passkeyOptionsExample },
      handle: async ({ account, params, facts }) => {
        const options = await pagesOf(params.audience).logIn.beginPasskeyStepUp(account, facts);
        return { data: { object: "passkey_options" as const, options } };
      },
    }),
    accountRoute({
      method: "GET",
      path,
      operationId: "listOwnPasskeys",
      tag,
      summary: "List one's own passkeys",
      description: "The oldest first, with the last use of each.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      schemas: { params: AudienceParams, response: Type.Array(PasskeySchema) },
      examples: { data: [passkeyExample] },
      handle: async ({ account, params }) => ({
        data: (await pagesOf(params.audience).logIn.listPasskeys(account)).map(viewPasskey),
      }),
    }),
    accountRoute({
      method: "POST",
      path: `${path}/options`,
      operationId: "beginPasskey",
      tag,
      summary: "Begin to set up a passkey",
      description:
        "Answers what the browser is asked with: `navigator.credentials.create`. Needs a proof of presence within the last five minutes, or the password in the request, with a code where the account has a second factor.",
      successStatus: 200,
      errors: [...presenceErrors, logInErrors.PASSKEYS_UNAVAILABLE, logInErrors.PASSKEY_LIMIT_REACHED],
      idempotency: "none",
      schemas: { params: AudienceParams, body: OptionalProofBody, response: CeremonySchema },
      examples: { body: {}, data: passkeyOptionsExample },
      handle: async ({ account, params, body, facts }) => {
        const { logIn } = pagesOf(params.audience);
        const options = await logIn.beginPasskey(logIn.gates.byPresence(account, body, facts), facts);
        return { data: { object: "passkey_options" as const, options } };
      },
    }),
    accountRoute({
      method: "POST",
      path,
      operationId: "addPasskey",
      tag,
      summary: "Set up a passkey",
      description:
        "With what the browser has answered, and a name by which its holder recognises it. The first second factor of an account brings ten recovery codes, which are not shown again; later ones bring none.",
      successStatus: 201,
      errors: [
        logInErrors.PASSKEY_INVALID,
        logInErrors.PASSKEY_EXISTS,
        logInErrors.PASSKEY_LIMIT_REACHED,
        logInErrors.PASSKEYS_UNAVAILABLE,
      ],
      idempotency: "none",
      bodyBytesMax: 64 * 1024,
      schemas: { params: AudienceParams, body: NewPasskeyBody, response: NewPasskeySchema },
      examples: {
        body: { name: passkeyExample.name, credential: createdPasskeyExample },
        data: { ...passkeyExample, recoveryCodes: [...codesExample] },
      },
      handle: async ({ account, params, body, facts }) => {
        const { logIn } = pagesOf(params.audience);
        const answer = { name: body.name, response: body.credential };
        const gate = logIn.gates.byLogIn(account);
        const { passkey, recoveryCodes } = await logIn.addPasskey(gate, account, answer, facts);
        return { data: { ...viewPasskey(passkey), recoveryCodes: [...recoveryCodes] } };
      },
    }),
    accountRoute({
      method: "POST",
      path: `${path}/:id/remove`,
      operationId: "removePasskey",
      tag,
      summary: "Remove a passkey",
      description:
        "It opens nothing any more, and the account's other log-ins end. Refused for the last second factor of an account that needs one, and for the last passkey of an account without a password. Needs a proof of presence, as above.",
      successStatus: 200,
      errors: [
        errors.RESOURCE_NOT_FOUND,
        ...presenceErrors,
        logInErrors.SECOND_FACTOR_DEMANDED,
        logInErrors.PASSKEY_DEMANDED,
      ],
      idempotency: "none",
      schemas: { params: PasskeyParams, body: OptionalProofBody, response: DoneSchema },
      examples: { body: {}, data: { object: "done" } },
      handle: async ({ account, params, body, facts }) => {
        const { logIn } = pagesOf(params.audience);
        await logIn.removePasskey(logIn.gates.byPresence(account, body, facts), account, params.id, facts);
        return { data: { object: "done" as const } };
      },
    }),
  ];
}
