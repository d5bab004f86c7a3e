export { degenerateBecause } from "./degenerate.ts";
export { type KeyringDeps, openKeyring, rewrap } from "./keyring.ts";
export {
  MASTER_KEY_FILE,
  type MasterKey,
  MasterKeyError,
  masterKeyFromFile,
  masterKeyFromFolder,
  parseMasterKey,
} from "./master-key.ts";
export { givenMasterKey, openServiceKeyring } from "./service-keyring.ts";
