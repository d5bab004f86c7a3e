export { withArrivals } from "./arrivals.ts";
export { degenerateBecause } from "./degenerate.ts";
export { opensDataKeys, rewrap } from "./keyring.ts";
export { MASTER_KEY_FILE, masterKeyFromFile } from "./master-key.ts";
export { givenMasterKey, openServiceKeyring } from "./service-keyring.ts";
