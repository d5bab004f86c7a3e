import type { Clock } from "../kit/clock.ts";
import { type Mailer, MailerError } from "../kit/mailer.ts";
import { connectTo } from "./peer.ts";
import type { Sender, SmtpServer } from "./smtp-settings.ts";

export interface SmtpMailerOptions {
  readonly server: SmtpServer;
  readonly sender: Sender;
  readonly clock: Clock;
  /** Certificates that are trusted in place of the machine's, as PEM. */
  readonly authorities?: string;
  /** Of a whole try, in milliseconds; a minute when absent. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** Silence of the server. RFC 5321 asks for minutes; a mail server that is this slow is tried again later. */
const SILENCE_TIMEOUT_MS = 20_000;

const ADDRESS_PATTERN = /^[^\s@<>(),;:\\"[\]\p{Cc}]+@[^\s@<>(),;:\\"[\]\p{Cc}]+$/u;

/** A mailer over SMTP: one connection per mail, with TLS except on this machine. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const { server, sender, clock, authorities, timeoutMs = TIMEOUT_MS } = options;
  const { host, port, tls, logIn } = server;
  const domain = sender.address.slice(sender.address.lastIndexOf("@") + 1);
  // Loaded with the first mail: a start, and the thread of webhooks, do without its 39 modules.
  const openTransport = async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      host,
      port,
      secure: tls === "implicit",
      requireTLS: tls === "upgrade",
      ignoreTLS: tls === "none",
      name: domain,
      greetingTimeout: Math.min(timeoutMs, SILENCE_TIMEOUT_MS),
      socketTimeout: Math.min(timeoutMs, SILENCE_TIMEOUT_MS),
      tls: { minVersion: "TLSv1.2", ...(authorities === undefined ? {} : { ca: authorities }) },
      ...(logIn === null ? {} : { auth: { user: logIn.user, pass: logIn.password } }),
      getSocket: (_options, callback) => {
        connectTo(server, Math.min(timeoutMs, CONNECT_TIMEOUT_MS)).then(
          (connection) => callback(null, { connection }),
          (error: Error) => callback(error),
        );
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof openTransport> | undefined;

  return async ({ id, to, subject, text, html }) => {
    // A comma would make two recipients of it.
    if (!ADDRESS_PATTERN.test(to)) throw new MailerError("refused", "the recipient is not one address");
    try {
      transport ??= openTransport();
      await (await transport).sendMail({
        from: { name: sender.name, address: sender.address },
        to: { name: "", address: to },
        envelope: { from: sender.address, to: [to] },
        messageId: `<${id}@${domain}>`,
        date: new Date(clock.nowMs()),
        subject,
        text,
        html,
        xMailer: false,
        // So that no holiday answer comes back (RFC 3834).
        headers: { "Auto-Submitted": "auto-generated" },
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      throw toMailerError(error);
    }
  };
}

/** Stages at which a refusal is about this mail, and not about our connection, log-in or sender. */
const stagesOfTheMail = new Set(["RCPT TO", "DATA"]);
const REFUSED_FOR_GOOD_FROM = 500;

/**
 * What nodemailer throws, without the server's own words, which often repeat the recipient. Errors of other kinds are
 * returned as they are.
 */
function toMailerError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof MailerError) return error;
  const { code, command = "", responseCode, response } = error as SmtpError;
  if (code === undefined) return error;
  const isRefused =
    responseCode !== undefined && responseCode >= REFUSED_FOR_GOOD_FROM && stagesOfTheMail.has(command);
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "")?.[1];
  const words = [command, responseCode === undefined ? code : String(responseCode), status];
  return new MailerError(isRefused ? "refused" : "later", words.filter(Boolean).join(" "));
}

interface SmtpError extends Error {
  readonly code?: string;
  /** The stage of the conversation. */
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}
