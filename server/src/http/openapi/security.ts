import type { Route } from "../route.ts";
import type { Json } from "./json.ts";
import type { DocumentName } from "./tags.ts";

const ofMerchants = [{ apiKey: [] }, { logIn: [] }];
const ofOperators = [{ operatorToken: [] }, { logIn: [] }];

/** How most operations of a document are called; the others say how they are. */
export const usualSecurity: Readonly<Record<DocumentName, readonly Json[]>> = {
  merchants: ofMerchants,
  account: ofMerchants,
  operators: ofOperators,
  platform: ofOperators,
};

/** The ways to call the operation, of which one is enough; none: it is public. */
export function securityOf({ auth }: Route): readonly Json[] {
  if (auth === "public" || auth === "visitor") return [];
  if (auth === "account") return [{ logIn: [] }];
  return auth === "key" ? ofMerchants : ofOperators;
}

/** Those that `routes` use. */
export function securitySchemesOf(routes: readonly Route[]): Json {
  const used = new Set(routes.flatMap(securityOf).flatMap((one) => Object.keys(one)));
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name)));
}

const securitySchemes: Json = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "An API key: `svc_mk_sandbox_…` or `svc_mk_live_…`. The key decides merchant and mode.",
  },
  operatorToken: {
    type: "http",
    scheme: "bearer",
    description: "The token of an operator who has logged in: `svc_op_…`. See Log in as an operator.",
  },
  logIn: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-cauris-merchant",
    description:
      "The cookie of a log-in: `__Host-cauris-merchant` for persons, `__Host-cauris-console` for operators; without HTTPS, on one's own machine, without `__Host-`. Requests that change something also need the header `Cauris-Request: 1` and come from a page of this service.",
  },
};
