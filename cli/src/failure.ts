import { AuthenticationError, CaurisError, ConnectionError, PermissionError, ServerError } from "@cauris/sdk";

/** How the command line ends. Documented in docs/start/cli.md; scripts rely on it. */
export const exitCodes = {
  done: 0,
  /** A fault of the command line itself. */
  fault: 1,
  /** It was called wrongly, or refuses to do this. */
  usage: 2,
  /** The service refused the request. */
  refused: 3,
  /** There is no key, it does not work, or it may not do this. */
  notAllowed: 4,
  /** The service does not answer, or cannot do it now. */
  unavailable: 5,
  /** It did not end in the time given. */
  late: 6,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with a sentence for people and an exit code. */
export class CliFailure extends Error {
  override readonly name = "CliFailure";
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** A command that was called wrongly. */
export const wrongUsage = (message: string): CliFailure => new CliFailure(exitCodes.usage, message);

/** An error as its exit code and what is printed about it. Pure. */
export function describeError(error: unknown): {
  readonly exitCode: ExitCode;
  readonly lines: readonly string[];
} {
  if (error instanceof CliFailure) return { exitCode: error.exitCode, lines: [error.message] };
  if (!(error instanceof CaurisError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { exitCode: exitCodes.fault, lines: ["This is a fault of the command line:", text] };
  }
  const fields = Array.isArray(error.details.fields)
    ? (error.details.fields as readonly { readonly message?: unknown }[])
    : [];
  const lines = [
    error instanceof ConnectionError
      ? `The service does not answer: ${causeOf(error)}.`
      : `${error.message} (${error.code})`,
    ...fields.flatMap(({ message }) => (typeof message === "string" ? [`  ${message}`] : [])),
    ...(error.requestId === null ? [] : [`Request ${error.requestId}`]),
  ];
  return { exitCode: exitCodeOf(error), lines };
}

function exitCodeOf(error: CaurisError): ExitCode {
  if (error instanceof AuthenticationError || error instanceof PermissionError) return exitCodes.notAllowed;
  const isAway = error instanceof ConnectionError || error instanceof ServerError || error.status === 429;
  return isAway ? exitCodes.unavailable : exitCodes.refused;
}

/** `connect ECONNREFUSED 127.0.0.1:3000` from below what `fetch` says. */
function causeOf(error: CaurisError): string {
  let cause: unknown = error.cause;
  let text = error.message;
  while (cause instanceof Error) {
    if (cause.message !== "" && cause.message !== "fetch failed") text = cause.message;
    cause = cause.cause;
  }
  return text;
}

/** Whether trying again later can help: the service is away, restarting, or asks to wait. */
export const isPassing = (error: unknown): boolean =>
  error instanceof CaurisError && exitCodeOf(error) === exitCodes.unavailable;
