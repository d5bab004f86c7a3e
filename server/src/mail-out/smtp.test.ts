import { createServer, type Server, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it, test } from "vitest";
import { authority, serverCertificate, serverKey } from "../../test/harness/certificates.ts";
import { createManualClock } from "../kit/clock.ts";
import { MailerError, type OutgoingMail } from "../kit/mailer.ts";
import { createSmtpMailer, type SmtpServer } from "./index.ts";

const clock = createManualClock(Date.UTC(2026, 10, 22, 9, 5));
const mail: OutgoingMail = {
  id: "mail_06gzsz66j5sh9ast89kvjbnear",
  to: "awa@example.com",
  subject: "Versement échoué",
  text: "Bonjour,\n.\nÀ bientôt",
  html: "<p>Bonjour</p>",
};
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly isSecure: boolean;
  readonly raw: string;
}

/** A mail server on a port of its own; `received` are the mails that it accepted. */
async function startServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    key: serverKey,
    cert: serverCertificate,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: session.user as string | undefined,
          isSecure: session.secure,
          raw: Buffer.concat(chunks).toString("utf8"),
        });
        callback();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  // It waits for connections that have said goodbye; nothing else needs to.
  open.push(async () => server.close());
  return { port, received };
}

/** A server of which only the first words are known. */
async function startBare(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  open.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return port;
}

const mailerFor = (port: number, server: Partial<SmtpServer> = {}, timeoutMs = 5_000) =>
  createSmtpMailer({
    server: { host: "127.0.0.1", port, tls: "none", logIn: null, ...server },
    sender: { name: "Épicerie Pay", address: "no-reply@pay.example.com" },
    clock,
    authorities: authority,
    timeoutMs,
  });

const refusalOf = async (work: Promise<void>): Promise<Pick<MailerError, "reason" | "message">> => {
  const error = await work.then(
    () => new Error("the mail was accepted"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof MailerError)) throw error;
  expect(error.message).not.toContain("awa");
  return { reason: error.reason, message: error.message };
};

const withCode = (responseCode: number, text = "Recipient <awa@example.com> 5.1.1") =>
  Object.assign(new Error(text), { responseCode });

test("a mail arrives with both parts, its own date and a Message-ID of its id", async () => {
  const { port, received } = await startServer();
  await mailerFor(port)(mail);
  const [{ raw, ...envelope } = { raw: "" }] = received;
  expect(envelope).toEqual({
    from: "no-reply@pay.example.com",
    to: ["awa@example.com"],
    user: undefined,
    isSecure: false,
  });
  const [head = ""] = raw.split("\r\n\r\n");
  const headers = head.replace(/\r\n\s+/g, " ").split("\r\n");
  expect(headers.map((line) => line.slice(0, line.indexOf(":"))).toSorted()).toEqual([
    "Auto-Submitted",
    "Content-Type",
    "Date",
    "From",
    "MIME-Version",
    "Message-ID",
    "Subject",
    "To",
  ]);
  expect(headers).toContain("Message-ID: <mail_06gzsz66j5sh9ast89kvjbnear@pay.example.com>");
  expect(headers).toContain("Date: Sun, 22 Nov 2026 09:05:00 +0000");
  expect(headers).toContain("To: awa@example.com");
  expect(raw).toContain("Content-Type: text/plain; charset=utf-8");
  expect(raw).toContain("Content-Type: text/html; charset=utf-8");
  expect(raw).toMatch(/Bonjour,\r\n\.\r\n=C3=80 bient=C3=B4t/);
});

test("a line break in a subject or an address begins no header", async () => {
  const { port, received } = await startServer();
  await mailerFor(port)({ ...mail, subject: "Bonjour\r\nBcc: evil@example.com" });
  expect(received[0]?.raw).not.toMatch(/^Bcc:/m);
  expect(received[0]?.to).toEqual(["awa@example.com"]);
});

test.each([
  "awa@example.com\r\nBcc: x@y.z",
  "awa@example.com, evil@example.com",
  "awa@example.com;evil@example.com",
  "a b@c.d",
  "Awa <awa@example.com>",
  "awa",
])("%j is not one recipient, and nothing is sent to it", async (to) => {
  const { reason } = await refusalOf(mailerFor(await startBare(() => {}))({ ...mail, to }));
  expect(reason).toBe("refused");
});

describe("TLS", () => {
  it("is used from the first byte, with the log-in", async () => {
    const { port, received } = await startServer({
      secure: true,
      disabledCommands: [],
      onAuth: ({ username, password }, _session, callback) =>
        password === "pass word" ? callback(null, { user: username }) : callback(withCode(535, "no")),
    });
    const logIn = { user: "pay", password: "pass word" };
    await mailerFor(port, { tls: "implicit", logIn })(mail);
    expect(received).toMatchObject([{ user: "pay", isSecure: true }]);
    const wrong = mailerFor(port, { tls: "implicit", logIn: { ...logIn, password: "wrong" } });
    expect(await refusalOf(wrong(mail))).toEqual({ reason: "later", message: "AUTH PLAIN 535" });
  });

  it("is begun by STARTTLS before anything is said", async () => {
    const { port, received } = await startServer({ disabledCommands: ["AUTH"] });
    await mailerFor(port, { tls: "upgrade" })(mail);
    expect(received).toMatchObject([{ isSecure: true }]);
  });

  it("is required: a server without STARTTLS gets nothing", async () => {
    const said: string[] = [];
    const port = await startBare((socket) => {
      socket.write("220 mail.example.com\r\n");
      socket.on("data", (data) => {
        said.push(data.toString());
        socket.write(/^EHLO/.test(data.toString()) ? "250 mail.example.com\r\n" : "502 no\r\n");
      });
    });
    const logIn = { user: "pay", password: "secret" };
    const { reason } = await refusalOf(mailerFor(port, { tls: "upgrade", logIn })(mail));
    expect(reason).toBe("later");
    expect(said.join("")).not.toMatch(/AUTH|secret|MAIL|awa/);
  });

  it.each(["implicit", "upgrade"] as const)(
    "refuses a certificate that nobody vouches for: %s",
    async (tls) => {
      const { port, received } = await startServer({
        secure: tls === "implicit",
        disabledCommands: ["AUTH"],
      });
      const mailer = createSmtpMailer({
        server: { host: "127.0.0.1", port, tls, logIn: null },
        sender: { name: "", address: "a@b.example" },
        clock,
      });
      expect((await refusalOf(mailer(mail))).reason).toBe("later");
      expect(received).toEqual([]);
    },
  );
});

describe("a refusal", () => {
  it.each([
    ["of the recipient for good", { onRcptTo: 550 }, { reason: "refused", message: "RCPT TO 550" }],
    ["of the recipient for now", { onRcptTo: 451 }, { reason: "later", message: "RCPT TO 451" }],
    [
      "of the sender, which is our setting",
      { onMailFrom: 553 },
      { reason: "later", message: "MAIL FROM 553" },
    ],
    ["of the content for good", { onData: 554 }, { reason: "refused", message: "DATA 554" }],
    ["of the content for now", { onData: 452 }, { reason: "later", message: "DATA 452" }],
  ] as const)("%s", async (_title, codes, expected) => {
    const { onRcptTo, onMailFrom, onData } = codes as Partial<Record<string, number>>;
    const { port, received } = await startServer({
      ...(onRcptTo === undefined
        ? {}
        : { onRcptTo: (_to, _session, callback) => callback(withCode(onRcptTo)) }),
      ...(onMailFrom === undefined
        ? {}
        : { onMailFrom: (_from, _session, callback) => callback(withCode(onMailFrom)) }),
      ...(onData === undefined
        ? {}
        : {
            onData: (stream, _session, callback) => {
              stream.resume();
              stream.on("end", () => callback(withCode(onData)));
            },
          }),
    });
    expect(await refusalOf(mailerFor(port)(mail))).toEqual(expected);
    expect(received).toEqual([]);
  });

  it("keeps the extended status and not the server's words", async () => {
    const port = await startBare((socket) => {
      socket.write("220 x\r\n");
      socket.on("data", (data) => {
        const isRecipient = data.toString().startsWith("RCPT");
        socket.write(isRecipient ? "550 5.1.1 <awa@example.com>: unknown\r\n" : "250 ok\r\n");
      });
    });
    expect(await refusalOf(mailerFor(port)(mail))).toEqual({
      reason: "refused",
      message: "RCPT TO 550 5.1.1",
    });
  });

  it("of the connection says nothing about the mail", async () => {
    const port = await startBare((socket) => socket.end("554 no service for you\r\n"));
    expect((await refusalOf(mailerFor(port)(mail))).reason).toBe("later");
  });
});

describe("a server that fails", () => {
  it("and dies in the middle of a mail gets it again, with the same Message-ID", async () => {
    let dies = true;
    const raws: string[] = [];
    const port = await startBare((socket) => {
      let content: string | null = null;
      socket.write("220 x\r\n");
      socket.on("data", (data) => {
        if (content === null) {
          const begins = data.toString().startsWith("DATA");
          if (begins) content = "";
          socket.write(begins ? "354 go on\r\n" : "250 ok\r\n");
          return;
        }
        content += data.toString();
        if (!content.endsWith("\r\n.\r\n")) return;
        raws.push(content);
        content = null;
        if (dies) socket.destroy();
        else socket.write("250 accepted\r\n");
      });
    });
    const { reason } = await refusalOf(mailerFor(port)(mail));
    expect(reason).toBe("later");
    dies = false;
    await mailerFor(port)(mail);
    const ids = raws.map((raw) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
    expect(ids).toEqual([ids[1], ids[1]]);
  });

  it("and is silent is left after the deadline", async () => {
    const port = await startBare(() => {});
    const { reason } = await refusalOf(mailerFor(port, {}, 200)(mail));
    expect(reason).toBe("later");
  });

  it("and is not there", async () => {
    const port = await startBare(() => {});
    for (const close of open.splice(0)) await close();
    expect(await refusalOf(mailerFor(port)(mail))).toEqual({
      reason: "later",
      message: "no connection: ECONNREFUSED",
    });
  });
});
