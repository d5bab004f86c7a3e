import { usage } from "./usage.ts";

/** `cauris-server`: administers an installation. The code of a command is loaded only when it is called. */
const commands: Readonly<Record<string, () => Promise<(args: readonly string[]) => Promise<number | null>>>> =
  {
    start: async () => {
      await import("../main.ts");
      return async () => null;
    },
    check: async () => (await import("./check.ts")).check,
    doctor: async () => (await import("./doctor.ts")).doctor,
    "backup-check": async () => (await import("./backup-check.ts")).backupCheck,
    "rotate-key": async () => (await import("./rotate-key.ts")).rotateKey,
    migrate: async () => (await import("./migrate.ts")).migrateDatabase,
    detach: async () => (await import("./detach.ts")).detachOld,
    retention: async () => (await import("./retention.ts")).showRetention,
    "recount-reports": async () => (await import("./recount-reports.ts")).recountReports,
    "after-restore": async () => (await import("./after-restore.ts")).afterRestore,
    cells: async () => (await import("./cells.ts")).cells,
    merchant: async () => (await import("./merchant.ts")).merchant,
    "create-operator": async () => (await import("./create-operator.ts")).createOperator,
  };

/** The exit code; null when the process keeps running. */
async function run([name, ...args]: readonly string[]): Promise<number | null> {
  if (name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(usage);
    return 0;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const wrong = name === undefined ? "" : `There is no command ${JSON.stringify(name)}.\n\n`;
    process.stderr.write(`${wrong}${usage}`);
    return 2;
  }
  if (args.includes("--help")) {
    process.stdout.write(usage);
    return 0;
  }
  return (await command())(args);
}

run(process.argv.slice(2)).then(
  (code) => {
    if (code !== null) process.exitCode = code;
  },
  (error: unknown) => {
    const isUsage = error instanceof Error && error.name === "UsageError";
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = isUsage ? 2 : 1;
  },
);
