export { createSimulatorConnector, SIMULATOR } from "./connector.ts";
export { scenarioNames } from "./rules.ts";
export { introduceAccount, type PayerWallet, seedSimulator } from "./seed.ts";
export { createSimulator, SIMULATOR_PATH } from "./server.ts";
export { type BookLine, readBook, shiftWaiting as shiftSimulator } from "./store.ts";
