import { defineErrors } from "../../kit/errors.ts";

export const logInErrors = defineErrors({
  INVALID_CREDENTIALS: { status: 401, message: "E-mail address or password is wrong." },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    message:
      "The password is right. Send it again with `totp`, or with one of the recovery codes as `recoveryCode`; or log in with a passkey: details.methods names what the account has.",
  },
  SECOND_FACTOR_INVALID: {
    status: 401,
    message: "The code is wrong, out of date or was used before.",
  },
  SECOND_FACTOR_NOT_BEGUN: {
    status: 409,
    message: "There is nothing to confirm: begin again, and confirm within an hour.",
  },
  SECOND_FACTOR_ABSENT: { status: 409, message: "The account has no second factor." },
  SECOND_FACTOR_DEMANDED: {
    status: 409,
    message: "This account needs a second factor. Set up another one instead of taking it away.",
  },
  STEP_UP_METHOD_REFUSED: {
    status: 409,
    message:
      "This account cannot prove itself in this way: details.methods names the ways it has. With none of them, set up a second factor first.",
  },
  LOG_IN_LINK_INVALID: {
    status: 404,
    message: "The link is unknown, used, taken back or out of date. Ask for a new one.",
  },
  PASSKEY_INVALID: {
    status: 401,
    message: "The passkey is unknown here, or its answer is not valid. Begin again.",
  },
  PASSKEYS_UNAVAILABLE: {
    status: 409,
    message: "Passkeys cannot be used at this address: see details.reason.",
  },
  PASSKEY_DEMANDED: {
    status: 409,
    message:
      "This passkey is the only way into the account. Set a password or add another passkey before you take it away.",
  },
  PASSWORD_ABSENT: {
    status: 409,
    message: "The account has no password yet. Leave `currentPassword` out, and prove to be present.",
  },
  PASSKEY_LIMIT_REACHED: { status: 409, message: "The account has as many passkeys as it can have." },
  PASSKEY_EXISTS: { status: 409, message: "This passkey is set up already." },
});
