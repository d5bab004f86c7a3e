import type { Io } from "../io.ts";

/** Where keys are kept by the system, encrypted, for this user. */
export interface SystemKeyring {
  /** As people know it. */
  readonly name: string;
  /** False: the keyring is there and does not take it, as without a desktop's session. */
  save(account: string, key: string): Promise<boolean>;
  /** Null: it has none, or is locked. */
  read(account: string): Promise<string | null>;
  remove(account: string): Promise<void>;
}

const SERVICE = "cauris";

/**
 * The system's keyring: `secret-tool` (Secret Service) or macOS' `security`. Null where there is neither, or with
 * `CAURIS_KEYRING=off`. A key is only ever given as standard input: other users see a program's arguments.
 */
export function systemKeyring(io: Pick<Io, "platform" | "env" | "runProgram">): SystemKeyring | null {
  if (io.env.CAURIS_KEYRING === "off") return null;
  return io.platform === "darwin" ? macKeychain(io) : io.platform === "linux" ? secretService(io) : null;
}

function secretService({ runProgram }: Pick<Io, "runProgram">): SystemKeyring {
  const names = (account: string) => ["service", SERVICE, "account", account];
  return {
    name: "the system's keyring",
    save: async (account, key) => {
      const label = `--label=Cauris (${account})`;
      return (await runProgram("secret-tool", ["store", label, ...names(account)], key))?.code === 0;
    },
    read: async (account) => readResult(await runProgram("secret-tool", ["lookup", ...names(account)])),
    remove: async (account) => {
      await runProgram("secret-tool", ["clear", ...names(account)]);
    },
  };
}

function macKeychain({ runProgram }: Pick<Io, "runProgram">): SystemKeyring {
  const names = (account: string) => ["-s", SERVICE, "-a", account];
  return {
    name: "the keychain",
    save: async (account, key) => {
      // Its interactive mode reads commands from the standard input. Keys and accounts hold no quotes.
      const command = `add-generic-password -U -s ${SERVICE} -a "${account}" -w "${key}"\n`;
      const done = await runProgram("security", ["-i"], command);
      if (done?.code !== 0) return false;
      // The interactive mode ends with 0 also when a command failed.
      return (
        readResult(await runProgram("security", ["find-generic-password", ...names(account), "-w"])) === key
      );
    },
    read: async (account) =>
      readResult(await runProgram("security", ["find-generic-password", ...names(account), "-w"])),
    remove: async (account) => {
      await runProgram("security", ["delete-generic-password", ...names(account)]);
    },
  };
}

function readResult(done: { readonly code: number; readonly stdout: string } | null): string | null {
  const text = done?.code === 0 ? done.stdout.trim() : "";
  return text === "" ? null : text;
}
