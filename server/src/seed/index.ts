export { type HandOverLock, openHandOverLock } from "./hand-over-store.ts";
export { type OperatorLogin, sandboxOperators, seedOperators } from "./operators.ts";
export { type PrepareDeps, prepareSandbox } from "./prepare.ts";
export { type Sandbox, type SeedDeps, seedSandbox } from "./sandbox.ts";
export {
  type KnownSandbox,
  readKnownSandbox,
  type SandboxFile,
  sandboxFilePath,
  writeSandboxFile,
} from "./sandbox-file.ts";
export { curlLine, welcomeText } from "./welcome.ts";
