import { createIdSource } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import { type KeyringDeps, openKeyring } from "./keyring.ts";
import { type MasterKey, masterKeyFromFolder } from "./master-key.ts";

/** The settings that say where the master key is. */
export interface MasterKeySettings {
  readonly masterKey?: MasterKey | undefined;
  readonly masterKeyPrevious?: MasterKey | undefined;
  readonly dataDir: string;
}

/** The keyring as the settings want it. Throws MasterKeyError as `masterKeyFromFolder` and `openKeyring` do. */
export async function openServiceKeyring(
  { db, clock, random }: Omit<KeyringDeps, "ids">,
  { masterKey, masterKeyPrevious, dataDir }: MasterKeySettings,
): Promise<Keyring> {
  const master = masterKey ?? (await masterKeyFromFolder(dataDir, random));
  return openKeyring({ db, clock, random, ids: createIdSource(clock, random) }, master, masterKeyPrevious);
}
