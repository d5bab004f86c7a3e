import type { CellCode } from "../kit/cell.ts";
import { createIdSource } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import { type KeyringDeps, openKeyring } from "./keyring.ts";
import { type MasterKey, masterKeyFromFile, masterKeyFromFolder } from "./master-key.ts";
import { claimCell } from "./own-cell.ts";

/** The settings that locate the master key. */
export interface MasterKeySettings {
  readonly masterKey?: MasterKey | undefined;
  readonly masterKeyFile?: string | undefined;
  readonly masterKeyPrevious?: MasterKey | undefined;
  readonly dataDir: string;
  /** Absent: the default cell. */
  readonly cell?: CellCode | undefined;
}

/**
 * The keyring according to the settings. Throws MasterKeyError as `masterKeyFromFolder` and `openKeyring` do, and CellError when
 * the database belongs to another cell.
 */
export async function openServiceKeyring(
  { db, clock, random }: Omit<KeyringDeps, "ids" | "cell">,
  settings: MasterKeySettings,
): Promise<Keyring> {
  const { masterKeyPrevious, dataDir, cell = null } = settings;
  await claimCell(db, cell);
  const master = (await givenMasterKey(settings)) ?? (await masterKeyFromFolder(dataDir, random));
  return openKeyring(
    { db, clock, random, ids: createIdSource(clock, random), cell },
    master,
    masterKeyPrevious,
  );
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
