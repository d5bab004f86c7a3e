import { isLoopbackAddress, literalAddress } from "../http-out/addresses.ts";
import { parseUrl } from "../kit/url.ts";

/** A mail server, as SMTP_URL names it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `implicit`: from the first byte. `upgrade`: STARTTLS, without which nothing is sent. `none`: on this machine only. */
  readonly tls: "implicit" | "upgrade" | "none";
  readonly logIn: { readonly user: string; readonly password: string } | null;
}

/** The sender of all mails. */
export interface Sender {
  /** Empty when mails show the address alone. */
  readonly name: string;
  readonly address: string;
}

const IMPLICIT_TLS_PORT = 465;
const SUBMISSION_PORT = 587;

/**
 * Reads `smtps://user:password@mail.example.com:465`, or `smtp://` for a server that upgrades to TLS; null for anything
 * else. A server on this machine may be without TLS: its `smtp://` address is used as it is.
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  const url = parseUrl(text);
  if (url === null || (url.protocol !== "smtp:" && url.protocol !== "smtps:")) return null;
  const { hostname, pathname, search, hash } = url;
  if (hostname === "" || !["", "/"].includes(pathname) || search !== "" || hash !== "") return null;
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (user === null || password === null || (user === "") !== (password === "")) return null;
  const isImplicit = url.protocol === "smtps:";
  const host = literalAddress(hostname) ?? hostname;
  return {
    host,
    port: url.port === "" ? (isImplicit ? IMPLICIT_TLS_PORT : SUBMISSION_PORT) : Number(url.port),
    tls: isImplicit ? "implicit" : host === "localhost" || isLoopbackAddress(host) ? "none" : "upgrade",
    logIn: user === "" ? null : { user, password },
  };
}

const MAIL_FROM_PATTERN = /^(?:(?<name>[^\p{Cc}<>"]*?)\s*<(?<inner>[^<>]+)>|(?<plain>[^<>]+))$/u;
const ADDRESS_PATTERN = /^[^\s@<>(),;:\\"[\]]{1,64}@(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

/** Reads `Example Pay <no-reply@pay.example.com>`, or the address alone; null for anything else. */
export function parseSender(text: string): Sender | null {
  const { name = "", inner, plain } = MAIL_FROM_PATTERN.exec(text.trim())?.groups ?? {};
  const address = (inner ?? plain ?? "").trim();
  return ADDRESS_PATTERN.test(address) ? { name: name.trim(), address } : null;
}

/** Text of a URL with its %-escapes read; null when one is broken. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
