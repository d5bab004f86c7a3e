import { createIdSource } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import { type KeyringDeps, openKeyring } from "./keyring.ts";
import { type MasterKey, masterKeyFromFile, masterKeyFromFolder } from "./master-key.ts";

/** The settings that locate the master key. */
export interface MasterKeySettings {
  readonly masterKey?: MasterKey | undefined;
  readonly masterKeyFile?: string | undefined;
  readonly masterKeyPrevious?: MasterKey | undefined;
  readonly dataDir: string;
}

/** The keyring according to the settings. Throws MasterKeyError as `masterKeyFromFolder` and `openKeyring` do. */
export async function openServiceKeyring(
  { db, clock, random }: Omit<KeyringDeps, "ids">,
  settings: MasterKeySettings,
): Promise<Keyring> {
  const { masterKeyPrevious, dataDir } = settings;
  const master = (await givenMasterKey(settings)) ?? (await masterKeyFromFolder(dataDir, random));
  return openKeyring({ db, clock, random, ids: createIdSource(clock, random) }, master, masterKeyPrevious);
}

/**
 * The key that a setting contains or points to; null when neither is set. Throws MasterKeyError when the file holds
 * none.
 */
export async function givenMasterKey({
  masterKey,
  masterKeyFile,
}: Pick<MasterKeySettings, "masterKey" | "masterKeyFile">): Promise<MasterKey | null> {
  if (masterKey !== undefined) return masterKey;
  return masterKeyFile === undefined ? null : masterKeyFromFile(masterKeyFile);
}
