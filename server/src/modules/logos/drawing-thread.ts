import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { DrawingReport } from "./drawing-messages.ts";
import { drawLogo } from "./picture.ts";

/** The thread's whole life: reports ready, draws the one picture it is sent, and ends. */
if (parentPort === null) throw new Error("this file is run as a thread of the service");
const port = parentPort;
const send = (report: DrawingReport): void => port.postMessage(report);
// When the processor is scarce, requests with a waiting caller go before pictures. Only Linux has thread priorities.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
port.once("message", (file: Uint8Array) => {
  const drawn = drawLogo(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  send({ kind: "done", drawn });
  port.close();
});
send({ kind: "ready" });
