import { execFile } from "node:child_process";
import { access, constants, stat } from "node:fs/promises";
import { promisify } from "node:util";
import type { Application } from "./application.ts";
import type { Account } from "./processes.ts";

const run = promisify(execFile);

/**
 * Accounts that every Linux and macOS has, the best first. `initdb` needs an account with a name, so a number chosen by
 * us would not work, and adding an account would change the machine permanently.
 */
const UNPRIVILEGED_NAMES = ["postgres", "nobody", "daemon"];

/**
 * The account PostgreSQL runs under, or null for the account of this process. PostgreSQL refuses to run as root, so a
 * root process uses the owner of the cluster folder, or else the first unprivileged account of the machine.
 */
export async function chooseAccount(
  clusterFolder: string | null,
  { serverSetting }: Application,
): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = clusterFolder === null ? null : await stat(clusterFolder).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of UNPRIVILEGED_NAMES) {
    const [uid, gid] = await Promise.all([idOf("-u", name), idOf("-g", name)]);
    if (uid !== null && gid !== null && uid !== 0) return { uid, gid };
  }
  throw new Error(
    `PostgreSQL does not run as root, and this machine has none of the accounts ${UNPRIVILEGED_NAMES.join(", ")} to ` +
      `run it under. Start the application as an ordinary user, or set ${serverSetting}.`,
  );
}

async function idOf(flag: "-u" | "-g", name: string): Promise<number | null> {
  try {
    const { stdout } = await run("id", [flag, name]);
    const id = Number.parseInt(stdout, 10);
    // macOS prints the id of `nobody` as -2: the kernel means the unsigned number.
    return Number.isNaN(id) ? null : id >>> 0;
  } catch {
    return null;
  }
}

/**
 * Whether a process of `account` can enter `folder`. The system is asked, because it also knows ACLs and mount options.
 */
export async function canEnter(folder: string, account: Account | null): Promise<boolean> {
  if (account === null) {
    return access(folder, constants.X_OK).then(
      () => true,
      () => false,
    );
  }
  try {
    await run("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { cwd: "/", ...account });
    return true;
  } catch {
    return false;
  }
}
