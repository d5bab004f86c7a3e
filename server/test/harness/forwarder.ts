import { connect, createServer, type Socket } from "node:net";

/** An address that leads to a port of this machine, and later to another one: like a proxy or a moving address. */
export interface Forwarder {
  readonly port: number;
  /** New connections go there from now on; open ones are cut. */
  leadTo(targetPort: number): void;
  close(): Promise<void>;
}

/** Listens on `port` of 127.0.0.1, or on a free one. */
export async function startForwarder(targetPort: number, port = 0): Promise<Forwarder> {
  let target = targetPort;
  const sockets = new Set<Socket>();
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    leadTo: (next) => {
      target = next;
      cut();
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        cut();
      }),
  };
}
