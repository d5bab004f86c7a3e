export const logInTag = "Log-in";

const instant = "2026-01-15T08:00:00.000Z";
export const openLogInExample = {
  object: "log_in",
  id: "uss_01kf0v0d1qf0w8x3z5c7b9n1m3",
  current: true,
  place: "154.68.10.1",
  countryCode: "CI",
  device: "Firefox, Android",
  createdAt: instant,
  lastSeenAt: "2026-01-15T09:12:00.000Z",
  expiresAt: "2026-01-29T08:00:00.000Z",
} as const;

export const secondFactorExample = {
  object: "second_factor",
  enrolled: true,
  required: false,
  confirmedAt: "2026-01-10T08:05:00.000Z",
  totp: true,
  passkeys: 1,
  recoveryCodesLeft: 10,
} as const;

/** One's own account as the documentation shows it. */
export const ownAccountExample = {
  object: "account",
  audience: "merchant",
  id: "usr_01kf0v0d1qf0w8x3z5c7b9n1m3",
  email: "awa@example.com",
  name: "Awa Diop",
  locale: "fr",
  timeZone: "Africa/Abidjan",
  hasPassword: true,
  secondFactor: secondFactorExample,
  stepUp: { fresh: true, until: "2026-01-15T08:05:00.000Z", methods: ["totp", "passkey"] },
  logIn: openLogInExample,
} as const;

export const passkeyExample = {
  object: "passkey",
  id: "pky_01kf0v0d1qf0w8x3z5c7b9n1m3",
  name: "Awa's phone",
  synced: true,
  createdAt: instant,
  lastUsedAt: null,
} as const;

export const codesExample = ["k3tq-8v2m-x0an-7gdw", "9fzh-c4se-2rbp-m1yv"] as const;
export const passwordExample = "cheval batterie agrafe correct";
export const linkExample = "svc_inv_3kTqxW0b2nT5yHs7dLa";
export const passkeyOptionsExample = {
  object: "passkey_options",
  options: {
    challenge: "GzPq4b0mYk8dTtW1xQv2uS6eJ9hR3nLc5aFgKzXwEoM",
    rpId: "pay.example.org",
    timeout: 300_000,
    userVerification: "required",
  },
} as const;
export const givenPasskeyExample = {
  id: "dGhlIGlkIG9mIGEgcGFzc2tleQ",
  rawId: "dGhlIGlkIG9mIGEgcGFzc2tleQ",
  type: "public-key",
  clientExtensionResults: {},
} as const;
export const createdPasskeyExample = {
  ...givenPasskeyExample,
  response: { clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0", attestationObject: "o2NmbXRkbm9uZQ" },
} as const;
