export {
  declareRestore,
  RestoreRefused,
  type RestoreStatus,
  type RestoresDeps,
  releaseRestore,
  restoreStatus,
} from "./restores.ts";
export { findOpenRestore } from "./store.ts";
