/** Headers that every answer of the API carries. Nothing it says may be framed, sniffed, kept or run. */
export const apiHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
};

/**
 * Public operations are called from the merchant's own pages, on any origin. They take no cookie and no key, so every
 * origin may read them; operations with a key answer no browser of another origin.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Request-Id, Idempotency-Replayed, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
};

export const preflightHeaders = (methods: string): Readonly<Record<string, string>> => ({
  ...corsHeaders,
  "Access-Control-Allow-Methods": methods,
  "Access-Control-Allow-Headers": "Content-Type, Idempotency-Key, Sandbox-Scenario",
  "Access-Control-Max-Age": "86400",
});

/** Two years, as browsers' preload lists ask; sent only where the service is reached by HTTPS. */
export const HSTS = "max-age=63072000; includeSubDomains";
