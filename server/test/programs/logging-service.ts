import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { createLogger } from "../../src/log/logger.ts";

/**
 * Writes as many lines as requested, `GET /lines?<count>`, and answers `/livez`. A thread of it writes as many lines
 * too. Sends its port to its parent; `GET /end` ends it as the service ends, `GET /throw` by an uncaught error.
 */
const log = createLogger({ level: "info", format: "json" });
const writeLines = (count: number, from: string): void => {
  for (let line = 0; line < count; line += 1) log.info("line.written", { from, line, text: ".".repeat(200) });
};
if (isMainThread) {
  const thread = new Worker(new URL(import.meta.url));
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    const count = Number(search.slice(1));
    if (pathname === "/end") {
      log.info("service.ended");
      process.exit(0);
    }
    if (pathname === "/throw") {
      log.info("service.broken");
      setImmediate(() => {
        throw new Error("nobody catches this");
      });
    }
    if (pathname !== "/lines") return response.end("alive");
    writeLines(count, "process");
    thread.once("message", () => response.end("written"));
    thread.postMessage(count);
    return response;
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
} else {
  parentPort?.on("message", (count: number) => {
    writeLines(count, "thread");
    // After the turn in which lines are written.
    setImmediate(() => setImmediate(() => parentPort?.postMessage("written")));
  });
}
