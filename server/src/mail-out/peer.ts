import { connect, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { MailerError } from "../kit/mailer.ts";
import type { SmtpServer } from "./smtp-settings.ts";

/**
 * Ranges with no mail server in them. A relay in a private network is usual; the link-local range holds the metadata
 * services of clouds, whose answers are credentials.
 */
const refusedRanges = new Set(["unspecified", "linkLocal", "multicast", "broadcast", "reserved"]);

/**
 * Why mail is not sent to this address; null when it may be. Without TLS only this machine itself is reached, so that
 * nobody on the way reads links and passwords.
 */
export function peerRefusal(address: string | undefined, tls: SmtpServer["tls"]): string | null {
  if (address === undefined || !ipaddr.isValid(address)) return "the connection has no address";
  // An IPv4 address in its IPv6 form is judged as what it is.
  const range = ipaddr.process(address).range();
  if (refusedRanges.has(range)) return "the mail server's address is not one of a mail server";
  return tls === "none" && range !== "loopback" ? "the mail server is on another machine, without TLS" : null;
}

/** Connects and checks where the connection has led, before a byte is sent. Rejects with MailerError. */
export function connectTo({ host, port, tls }: SmtpServer, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const timer = setTimeout(() => fail("no connection in time"), timeoutMs);
    const fail = (reason: string): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(new MailerError("later", reason));
    };
    // Stays after the connection: a socket without a listener would end the process.
    socket.on("error", ({ code = "failed" }: NodeJS.ErrnoException) => fail(`no connection: ${code}`));
    socket.once("connect", () => {
      const refusal = peerRefusal(socket.remoteAddress, tls);
      if (refusal !== null) return fail(refusal);
      clearTimeout(timer);
      resolve(socket);
    });
  });
}
