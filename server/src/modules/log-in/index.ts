export { countryOfAddress } from "./address-country.ts";
export { merchantAudience, operatorAudience } from "./audiences.ts";
export { type Auth, createAuth } from "./auth-routes.ts";
export { logInErrors } from "./errors.ts";
export { createdPasskeyExample, openLogInExample, passkeyOptionsExample } from "./examples.ts";
export type { IssuedLink } from "./links.ts";
export { type Notifier, noNotices } from "./notices.ts";
export { passkeyDomain } from "./passkey-domain.ts";
export type { CreatedPasskey } from "./passkey-joining.ts";
export { hashPassword, makePassword, passwordFits } from "./password.ts";
export { refuseWeakPassword } from "./password-rules.ts";
export { readCreatedPasskey, readName, readProfile, readUsedPasskey } from "./read-forms.ts";
export {
  CeremonySchema,
  CreatedCredential,
  EndedLogInsSchema,
  LogInBody,
  NewPassword,
  OpenedByPasskeySchema,
  OpenLogInSchema,
  OwnAccountSchema,
  PasswordBody,
  ProofBody,
  RecoveryCodesSchema,
  SecondFactorSchema,
  SecondFactorSecretSchema,
  TotpBody,
} from "./schemas.ts";
export { createLogIn, type LogIn } from "./service.ts";
export type { Holder, LoggedIn } from "./sessions.ts";
export { revokeLink } from "./store-links.ts";
export { hasSecondFactorSql } from "./store-second-factor.ts";
export type { AccountStore, GivenCredentials, LogInAccount, Session } from "./types.ts";
export { sessionPublicId, viewLogIn } from "./view.ts";
