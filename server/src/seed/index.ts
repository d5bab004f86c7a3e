export { type PrepareDeps, prepareSandbox } from "./prepare.ts";
export { type Sandbox, type SeedDeps, seedSandbox } from "./sandbox.ts";
export { readKnownApiKey, type SandboxFile, sandboxFilePath, writeSandboxFile } from "./sandbox-file.ts";
export { curlLine, welcomeText } from "./welcome.ts";
