import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import {
  authority,
  clientCertificate,
  clientKey,
  otherCertificate,
  otherKey,
  serverCertificate,
  serverKey,
} from "../../test/harness/certificates.ts";
import { createManualClock } from "../kit/clock.ts";
import type { HttpOutError, OutgoingRequest } from "../kit/http-out.ts";
import type { Logger } from "../kit/logger.ts";
import { createHttpOut, type Egress, type HttpOutDeps } from "./index.ts";

const KB = 1024;
const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function egressWith(deps: Partial<HttpOutDeps> = {}): Egress {
  const egress = createHttpOut({ clock: createManualClock(0), log: silent, allowLoopback: true, ...deps });
  closing.push(() => egress.close());
  return egress;
}

function portOf(server: { address(): string | AddressInfo | null }): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen");
  return address.port;
}

async function receive(listener: RequestListener): Promise<{ port: number; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { port: portOf(server), server };
}

/** A server that accepts connections and passes each to `onSocket`, which does nothing by default. */
async function receiveRaw(onSocket: (socket: Socket) => void = () => {}): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  return portOf(server);
}

const post = (url: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  method: "POST",
  url,
  headers: { "content-type": "application/json" },
  body: "{}",
  timeoutMs: 2_000,
  responseBytesMax: 64 * KB,
  ...more,
});

async function failureOf(work: Promise<unknown>): Promise<HttpOutError["reason"]> {
  const failure = await work.then(
    () => null,
    (error: HttpOutError) => error,
  );
  if (failure === null) throw new Error("an answer came");
  return failure.reason;
}

describe("an ordinary exchange", () => {
  it("carries method, headers and body, and brings status, headers and body back", async () => {
    const { port } = await receive((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        response.writeHead(201, { "x-seen": request.headers["x-sent"], "set-cookie": ["a=1", "b=2"] });
        response.end(`${request.method} ${request.url} ${body}`);
      });
    });
    const egress = egressWith();
    for (const send of [egress.trusted, egress.guarded("SANDBOX")]) {
      const answer = await send(
        post(`http://localhost:${port}/hook?a=1`, { headers: { "x-sent": "yes" }, body: '{"n":1}' }),
      );
      expect(answer.status).toBe(201);
      expect(answer.headers["x-seen"]).toBe("yes");
      expect(answer.headers["set-cookie"]).toBe("a=1, b=2");
      expect(answer.body.toString()).toBe('POST /hook?a=1 {"n":1}');
      expect(answer.cut).toBe(false);
    }
  });

  it("keeps its connections for the next ones", async () => {
    const sockets = new Set<unknown>();
    const { port, server } = await receive((_request, response) => response.end());
    server.on("connection", (socket) => sockets.add(socket));
    const egress = egressWith();
    for (let n = 0; n < 20; n += 1) await egress.guarded("SANDBOX")(post(`http://localhost:${port}/`));
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  it("never follows a redirect", async () => {
    let followed = 0;
    const inner = await receive((_request, response) => {
      followed += 1;
      response.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const { port } = await receive((_request, response) => {
        response.writeHead(status, { location: `http://127.0.0.1:${inner.port}/` }).end();
      });
      expect((await egressWith().guarded("SANDBOX")(post(`http://localhost:${port}/`))).status).toBe(status);
    }
    expect(followed).toBe(0);
  });
});

describe("a name and the addresses behind it", () => {
  it("is not connected to when one of them is inside, at registration and at connection", async () => {
    let connections = 0;
    const { port, server } = await receive((_request, response) => response.end());
    server.on("connection", () => {
      connections += 1;
    });
    expect(port).toBeGreaterThan(0);
    for (const addresses of [["127.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::1"], ["169.254.169.254"]]) {
      const egress = egressWith({ resolve: async () => addresses });
      expect((await egress.checkAddress("https://merchant.example/", "SANDBOX"))?.rule).toBe("ADDRESS");
      expect(await failureOf(egress.guarded("SANDBOX")(post("https://merchant.example/")))).toBe("blocked");
    }
    expect(connections).toBe(0);
  });

  it("is checked again when it answers differently the next time (rebinding)", async () => {
    const answers = [["93.184.216.34"], ["127.0.0.1"]];
    const egress = egressWith({ resolve: async () => answers.shift() ?? ["127.0.0.1"] });
    expect(await egress.checkAddress("https://merchant.example/", "LIVE")).toBeNull();
    expect(await failureOf(egress.guarded("LIVE")(post("https://merchant.example/")))).toBe("blocked");
  });

  it("is registered, and not delivered to, while it has no address", async () => {
    const egress = egressWith({ resolve: () => Promise.reject(new Error("NXDOMAIN")) });
    expect(await egress.checkAddress("https://merchant.example/", "LIVE")).toBeNull();
    expect(await failureOf(egress.guarded("LIVE")(post("https://merchant.example/")))).toBe("dns");
  });

  it("is refused as localhost in LIVE mode, and where the operator closed loopback", async () => {
    const { port } = await receive((_request, response) => response.end());
    const url = `http://localhost:${port}/`;
    expect(await failureOf(egressWith().guarded("LIVE")(post(url)))).toBe("blocked");
    const closed = egressWith({ allowLoopback: false });
    expect(await failureOf(closed.guarded("SANDBOX")(post(url)))).toBe("blocked");
    expect((await closed.checkAddress(url, "SANDBOX"))?.rule).toBe("ADDRESS");
  });

  it("is taken as localhost in LIVE mode where a live installation is tried on one machine", async () => {
    const { port } = await receive((_request, response) => response.end());
    const url = `http://localhost:${port}/`;
    const open = egressWith({ allowLiveLoopback: true });
    expect(await open.checkAddress(url, "LIVE")).toBeNull();
    expect((await open.guarded("LIVE")(post(url))).status).toBe(200);
    expect((await open.checkAddress("http://10.0.0.1/", "LIVE"))?.rule).toBe("SCHEME");
  });

  // Simulates a slow network by reacting late: the server accepted long before.
  it("is not given up at its first address because connecting takes half a second", async () => {
    const { port } = await receive((_request, response) => response.end());
    const sending = egressWith().guarded("SANDBOX")(post(`http://localhost:${port}/`));
    // The connection attempt has started, and the event loop has not polled the network yet.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    const untilMs = performance.now() + 500;
    while (performance.now() < untilMs) {}
    expect((await sending).status).toBe(200);
  });

  it("may be an inner one only on the operator's own side", async () => {
    const { port } = await receive((_request, response) => response.end("ok"));
    const egress = egressWith({ allowLoopback: false });
    expect((await egress.trusted(post(`http://127.0.0.1:${port}/`))).status).toBe(200);
    expect(await failureOf(egress.trusted(post("ftp://127.0.0.1/")))).toBe("blocked");
  });
});

describe("a hostile answer", () => {
  const send = (port: number, more: Partial<OutgoingRequest> = {}, scheme = "http") =>
    egressWith().guarded("SANDBOX")(post(`${scheme}://localhost:${port}/`, more));

  it("of 10 MB is cut at the limit", async () => {
    const { port } = await receive((_request, response) => response.end(Buffer.alloc(10 * KB * KB, "x")));
    const answer = await send(port);
    expect([answer.status, answer.body.length, answer.cut]).toEqual([200, 64 * KB, true]);
  });

  it("without end is cut at the limit, and its connection closed", async () => {
    let closed = false;
    const { port } = await receive((request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16 * KB, "x"))) {}
      };
      response.on("drain", write);
      request.socket.on("close", () => {
        closed = true;
      });
      write();
    });
    const answer = await send(port);
    expect([answer.body.length, answer.cut]).toEqual([64 * KB, true]);
    await expect.poll(() => closed).toBe(true);
  });

  it("in gzip is not expanded", async () => {
    const bomb = gzipSync(Buffer.alloc(10 * KB * KB));
    const { port } = await receive((request, response) => {
      response.writeHead(200, {
        "content-encoding": "gzip",
        "x-accepted": request.headers["accept-encoding"],
      });
      response.end(bomb);
    });
    const answer = await send(port);
    expect(answer.body.length).toBe(bomb.length);
    expect(answer.headers["x-accepted"]).toBe("identity");
  });

  it("that drips is given up at the deadline", async () => {
    const { port } = await receive((_request, response) => {
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    });
    const startedMs = performance.now();
    expect(await failureOf(send(port, { timeoutMs: 300 }))).toBe("timeout");
    expect(performance.now() - startedMs).toBeLessThan(1_500);
  });

  it("that never comes is given up at the deadline: no bytes, no headers, no TLS handshake", async () => {
    const mute = await receiveRaw();
    const headless = await receiveRaw((socket) => socket.write("HTTP/1.1 200 OK\r\nX-A: "));
    for (const [port, scheme] of [
      [mute, "http"],
      [headless, "http"],
      [mute, "https"],
    ] as const) {
      const startedMs = performance.now();
      expect(await failureOf(send(port, { timeoutMs: 300 }, scheme))).toBe("timeout");
      expect(performance.now() - startedMs).toBeLessThan(1_500);
    }
  });

  it("with endless headers is an unreadable one", async () => {
    const port = await receiveRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write(`X-${Math.random()}: ${"a".repeat(4 * KB)}\r\n`), 5);
      socket.on("close", () => clearInterval(timer));
    });
    expect(await failureOf(send(port))).toBe("protocol");
  });

  it("that breaks off is told apart: refused, reset, not HTTP, not TLS", async () => {
    const gone = await receiveRaw();
    await closing.pop()?.();
    expect(await failureOf(send(gone))).toBe("refused");
    expect(await failureOf(send(await receiveRaw((socket) => socket.destroy())))).toBe("reset");
    expect(await failureOf(send(await receiveRaw((socket) => socket.end("SSH-2.0-OpenSSH\r\n"))))).toBe(
      "protocol",
    );
    const plain = await receiveRaw((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(await failureOf(send(plain, {}, "https"))).toBe("tls");
  });

  it("says whether a byte of the request has left: only without a connection is it certain that none has", async () => {
    const sentOf = async (work: Promise<unknown>) => {
      const failure = await work.then(
        () => expect.fail("an answer came"),
        (error: HttpOutError) => error,
      );
      return [failure.reason, failure.sent];
    };
    const gone = await receiveRaw();
    await closing.pop()?.();
    expect(await sentOf(send(gone))).toEqual(["refused", false]);
    expect(await sentOf(send(await receiveRaw((socket) => socket.destroy())))).toEqual(["reset", true]);
    const silentPort = await receiveRaw();
    expect(await sentOf(send(silentPort, { timeoutMs: 200 }))).toEqual(["timeout", true]);
    // No TLS handshake is ever answered, so the request never gets a connection.
    expect(await sentOf(send(silentPort, { timeoutMs: 200 }, "https"))).toEqual(["timeout", false]);
    const plain = await receiveRaw((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(await sentOf(send(plain, {}, "https"))).toEqual(["tls", false]);
    expect(await sentOf(egressWith().trusted(post("ftp://provider.example/")))).toEqual(["blocked", false]);
    const resolve = async () => Promise.reject(new Error("ENOTFOUND"));
    const nowhere = egressWith({ resolve }).guarded("LIVE")(post("https://merchant.example/"));
    expect(await sentOf(nowhere)).toEqual(["dns", false]);
  });

  it("holds up nobody else: twenty hosts hang, the next answers at once", async () => {
    const egress = egressWith();
    const mute = await receiveRaw();
    const { port } = await receive((_request, response) => response.end());
    const hanging = Array.from({ length: 20 }, () =>
      failureOf(egress.guarded("SANDBOX")(post(`http://localhost:${mute}/`, { timeoutMs: 800 }))),
    );
    const startedMs = performance.now();
    expect((await egress.guarded("SANDBOX")(post(`http://localhost:${port}/`))).status).toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(700);
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(["timeout"]));
  });
});

describe("a certificate that is shown to a server which asks who calls", () => {
  const own = { certificate: clientCertificate, privateKey: clientKey };
  const another = { certificate: otherCertificate, privateKey: otherKey };

  /** Answers with the name in the caller's certificate, and refuses a caller without one. */
  async function bank(): Promise<{ url: string; connections: () => number }> {
    let connections = 0;
    const server = createSecureServer(
      { key: serverKey, cert: serverCertificate, ca: authority, requestCert: true, rejectUnauthorized: true },
      (request, response) => {
        const { subject } = (request.socket as TLSSocket).getPeerCertificate();
        response.end(subject.CN);
      },
    );
    server.on("secureConnection", () => {
      connections += 1;
    });
    server.on("tlsClientError", () => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(
      () =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    );
    return { url: `https://127.0.0.1:${portOf(server)}/`, connections: () => connections };
  }

  it("lets the call in; without one, or with a key that is not its own, nothing is answered", async () => {
    const { url } = await bank();
    const egress = egressWith({ authorities: authority });
    const { body } = await egress.trusted(post(url, { clientCertificate: own }));
    expect(body.toString()).toBe("Merchant service");
    expect(["tls", "reset"]).toContain(await failureOf(egress.trusted(post(url))));
    const mixed = { certificate: clientCertificate, privateKey: otherKey };
    expect(["tls", "protocol"]).toContain(
      await failureOf(egress.trusted(post(url, { clientCertificate: mixed }))),
    );
  });

  it("is never shown on behalf of another account: their calls share no connection", async () => {
    const { url, connections } = await bank();
    const egress = egressWith({ authorities: authority });
    const names: string[] = [];
    for (const clientCertificate of [own, another, { ...own }, another]) {
      names.push((await egress.trusted(post(url, { clientCertificate }))).body.toString());
    }
    expect(names).toEqual(["Merchant service", "Another", "Merchant service", "Another"]);
    expect(connections()).toBe(2);
  });
});

describe("the time to connect", () => {
  it("ends before the whole time does: a server that takes the connection and never greets", async () => {
    const port = await receiveRaw();
    const egress = egressWith();
    const startedMs = Date.now();
    const request = post(`https://127.0.0.1:${port}/`, { timeoutMs: 8_000, connectTimeoutMs: 300 });
    expect(await failureOf(egress.trusted(request))).toBe("timeout");
    expect(Date.now() - startedMs).toBeLessThan(4_000);
  });
});
