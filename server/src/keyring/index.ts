export { type KeyringDeps, openKeyring, rewrap } from "./keyring.ts";
export { type MasterKey, MasterKeyError, masterKeyFromFolder, parseMasterKey } from "./master-key.ts";
export { openServiceKeyring } from "./service-keyring.ts";
