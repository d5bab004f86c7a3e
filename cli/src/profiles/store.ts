import { join } from "node:path";
import { CliFailure, exitCodes, wrongUsage } from "../failure.ts";
import { configDir, readPrivate, writePrivate } from "../files.ts";
import type { Io } from "../io.ts";
import { systemKeyring } from "./keyring.ts";

/** A log-in: a key of one merchant in one mode at one installation. */
export interface Profile {
  readonly api: string;
  readonly mode: "SANDBOX" | "LIVE";
  readonly merchantId: string;
  readonly merchantName: string;
  readonly keyId: string;
  /** Absent: it is in the system's keyring. */
  readonly key?: string;
}

interface Config {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const DEFAULT_PROFILE = "default";

/** The log-ins of this user, in a file that nobody else reads. */
export function openProfiles(io: Io) {
  const path = join(configDir(io), "config.json");
  const keyring = systemKeyring(io);

  const read = async (): Promise<Config> => {
    const text = await readPrivate(path);
    if (text === null) return { current: DEFAULT_PROFILE, profiles: {} };
    try {
      return JSON.parse(text) as Config;
    } catch (cause) {
      throw new CliFailure(exitCodes.usage, `${path} is not JSON. Remove it, and log in again.`, { cause });
    }
  };
  const write = (config: Config) => writePrivate(path, `${JSON.stringify(config, null, 2)}\n`);

  return {
    list: read,

    /** The profile's name: the one that was asked for, CAURIS_PROFILE, or the one in use. */
    nameOf: async (asked: string | undefined): Promise<string> => {
      const name = asked ?? io.env.CAURIS_PROFILE ?? (await read()).current;
      if (!/^[a-zA-Z0-9][\w.-]{0,39}$/.test(name))
        throw wrongUsage("A profile's name is of letters, digits, dots and dashes, at most 40.");
      return name;
    },

    find: async (name: string): Promise<Profile | null> => {
      const { profiles } = await read();
      return Object.hasOwn(profiles, name) ? (profiles[name] ?? null) : null;
    },

    /** The key of a profile. Fails when the keyring does not give it. */
    keyOf: async (name: string, { key }: Profile): Promise<string> => {
      const found = key ?? (await keyring?.read(name)) ?? null;
      if (found === null)
        throw new CliFailure(
          exitCodes.notAllowed,
          `The key of the profile ${name} is in the system's keyring, which does not give it. Unlock it, or log in again.`,
        );
      return found;
    },

    /** Keeps a log-in, and makes it the one in use. Returns where the key is. */
    save: async (name: string, profile: Omit<Profile, "key">, key: string): Promise<string> => {
      const isInKeyring = keyring !== null && (await keyring.save(name, key));
      const config = await read();
      const kept: Profile = isInKeyring ? { ...profile } : { ...profile, key };
      await write({ current: name, profiles: { ...config.profiles, [name]: kept } });
      return isInKeyring ? keyring.name : path;
    },

    remove: async (name: string): Promise<void> => {
      const { current, profiles } = await read();
      const { [name]: gone, ...others } = profiles;
      if (gone !== undefined && gone.key === undefined) await keyring?.remove(name);
      const next = current === name ? (Object.keys(others)[0] ?? DEFAULT_PROFILE) : current;
      await write({ current: next, profiles: others });
    },

    use: async (name: string): Promise<void> => {
      await write({ ...(await read()), current: name });
    },
  };
}
