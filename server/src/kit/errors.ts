/**
 * Refusals are declared once, with their code, HTTP status and public message. `http/error-response.ts` is the only
 * place that turns one into a response; a test compares `docs/reference/errors.md` with the declarations.
 */
export interface ErrorDeclaration {
  /** The constant in code; sent as `error.code` unless `wire` says otherwise. */
  readonly name: string;
  /** The `error.code` that the caller receives. */
  readonly wire: string;
  readonly status: number;
  readonly message: string;
}

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** A refusal for the caller: everything in it is public. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly declaration: ErrorDeclaration;
  readonly details: ErrorDetails;
  /** Seconds for the `Retry-After` header, when a retry can help. */
  readonly retryAfterSeconds: number | undefined;

  /** `sentence` replaces the declared message, where one code has several causes. */
  constructor(
    declaration: ErrorDeclaration,
    details: ErrorDetails = {},
    retryAfterSeconds?: number,
    sentence: string = declaration.message,
  ) {
    super(sentence);
    this.declaration = declaration;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface RefusalFactory {
  (details?: ErrorDetails, retryAfterSeconds?: number): Refusal;
  readonly declaration: ErrorDeclaration;
}

type Declared = Readonly<Record<string, { status: number; message: string; wire?: string }>>;

const registry = new Map<string, ErrorDeclaration>();

/**
 * Declares refusals: `throw errors.PAYMENT_LINK_SLUG_TAKEN({ slug })`. Declaring a name twice is a programming error.
 */
export function defineErrors<const T extends Declared>(
  declared: T,
): { readonly [K in keyof T]: RefusalFactory } {
  const factories = Object.entries(declared).map(([name, { status, message, wire }]) => {
    if (registry.has(name)) throw new Error(`error ${name} is declared twice`);
    const declaration: ErrorDeclaration = { name, wire: wire ?? name, status, message };
    registry.set(name, declaration);
    const make = (details?: ErrorDetails, retryAfterSeconds?: number) =>
      new Refusal(declaration, details, retryAfterSeconds);
    return [name, Object.assign(make, { declaration })] as const;
  });
  return Object.fromEntries(factories) as { readonly [K in keyof T]: RefusalFactory };
}

/** Every refusal declared so far, by name, for the documentation page and its test. */
export function declaredErrors(): readonly ErrorDeclaration[] {
  return [...registry.values()].sort((left, right) => left.name.localeCompare(right.name));
}

/** For broken assumptions: becomes a 500 with a log line, and never reaches the caller as text. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** For the `default` of a switch over a union: the compiler rejects a missing case. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`);
}
