import { startEmbeddedPostgres } from "./index.ts";
import { application } from "./test-application.ts";
import { createRecordingLog } from "./test-log.ts";

/**
 * Starts PostgreSQL in the given folder, reports it as a line of JSON, and stops when its input ends:
 * `{ pid, url, adopted }`, or `{ refused }` with the error's message.
 */
const { log, lines } = createRecordingLog();
try {
  const postgres = await startEmbeddedPostgres({ application, dataDir: process.argv[2] ?? "", log });
  const started = lines.find(({ event }) => event === "postgres.started");
  const said = { pid: postgres.pid(), url: postgres.ownerUrl("postgres"), adopted: started?.fields.adopted };
  process.stdout.write(`${JSON.stringify(said)}\n`);
  process.stdin.once("end", () => void postgres.stop().then(() => process.exit(0)));
  process.stdin.resume();
} catch (error) {
  const refused = error instanceof Error ? error.message : String(error);
  process.stdout.write(`${JSON.stringify({ refused })}\n`);
}
