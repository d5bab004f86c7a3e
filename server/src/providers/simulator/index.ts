export { createSimulatorConnector, SIMULATOR } from "./connector.ts";
export { type GuidedScenario, scenarioGuide } from "./guide.ts";
export { pullSimulated } from "./pull-due.ts";
export { introduceAccount, type PayerWallet, seedSimulator } from "./seed.ts";
export { createSimulator, SIMULATOR_PATH } from "./server.ts";
export { type BookLine, readBook, shiftWaiting as shiftSimulator } from "./store.ts";
