export { degenerateBecause } from "./degenerate.ts";
export { opensDataKeys } from "./keyring.ts";
export { MASTER_KEY_FILE, masterKeyFromFile } from "./master-key.ts";
export { givenMasterKey, openServiceKeyring } from "./service-keyring.ts";
