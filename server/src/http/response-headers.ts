/** Headers of every API answer: none may be framed, sniffed, cached or run. */
export const apiHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
};

/**
 * Merchants' own pages call the public operations from any origin. These take no cookie and no key, so every origin may
 * read them; operations with a key refuse browsers of other origins.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Request-Id, Cauris-Version, Idempotency-Replayed, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
};

export const preflightHeaders = (methods: string): Readonly<Record<string, string>> => ({
  ...corsHeaders,
  "Access-Control-Allow-Methods": methods,
  "Access-Control-Allow-Headers": "Content-Type, Idempotency-Key, Sandbox-Scenario",
  "Access-Control-Max-Age": "86400",
});

/** Two years, as browsers' preload lists ask; sent only where the service is reached by HTTPS. */
export const HSTS = "max-age=63072000; includeSubDomains";
