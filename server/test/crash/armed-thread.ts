import { parentPort, workerData } from "node:worker_threads";
import type { ThreadData } from "../../src/webhook-thread/messages.ts";
import { runThread } from "../../src/webhook-thread/thread.ts";
import { createArmedPorts } from "./armed-ports.ts";
import type { Order } from "./fault-points.ts";

/** The webhook thread, with ports that freeze where the test says. */
const port = parentPort;
if (port === null) throw new Error("this file is run as a thread of armed-main");
const ports = createArmedPorts((report) => port.postMessage(report));
port.on("message", (order: Order | { readonly kind: "take" | "look" | "stop" }) => {
  if (order.kind === "arm" || order.kind === "go") ports.obey(order);
});
await runThread(port, workerData as ThreadData, ports.wrapWorker);
