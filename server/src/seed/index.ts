export { type HandOverLock, openHandOverLock } from "./hand-over-store.ts";
export { sandboxOperators, seedOperators } from "./operators.ts";
export { prepareSandbox } from "./prepare.ts";
export { type Sandbox, seedSandbox } from "./sandbox.ts";
export { readKnownSandbox, type SandboxFile, sandboxFilePath, writeSandboxFile } from "./sandbox-file.ts";
