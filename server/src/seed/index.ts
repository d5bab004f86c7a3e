export type { DemonstrationSize } from "./demonstration.ts";
export { type HandOverLock, openHandOverLock } from "./hand-over-store.ts";
export { sandboxOperators, seedOperators } from "./operators.ts";
export { sandboxOwner } from "./owner.ts";
export { type PrepareDeps, prepareSandbox } from "./prepare.ts";
export { type Sandbox, seedSandbox } from "./sandbox.ts";
export { sandboxDocuments, sandboxProfile } from "./sandbox-dossier.ts";
export {
  readKnownSandbox,
  type SandboxFile,
  sandboxFilePath,
  writeDemonstrationReady,
  writeSandboxFile,
} from "./sandbox-file.ts";
