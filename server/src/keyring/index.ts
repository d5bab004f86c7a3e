export { degenerateBecause } from "./degenerate.ts";
export { MASTER_KEY_FILE } from "./master-key.ts";
export { givenMasterKey, openServiceKeyring } from "./service-keyring.ts";
