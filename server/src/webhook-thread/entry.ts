import { parentPort, workerData } from "node:worker_threads";
import type { ThreadData } from "./messages.ts";
import { runThread } from "./thread.ts";

if (parentPort === null) throw new Error("this file is run as a thread of the service");
await runThread(parentPort, workerData as ThreadData);
