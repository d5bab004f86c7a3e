/** For everything served here, pages or not. The server adds HSTS, since it knows whether it is behind HTTPS. */
export const sharedHeaders: Readonly<Record<string, string>> = {
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};
